type Tree = Readonly<Record<string, unknown>>

/**
 * Reads the texts of the console in one language, to be found by their keys: `say('tokens:new')`. A walk then reads the
 * same in each language.
 *
 * @throws Error for a key that no catalogue has
 */
export const readPhrases = async (
  language: 'zh' | 'en',
  pages: readonly string[],
): Promise<(key: string, values?: Readonly<Record<string, string | number>>) => string> => {
  const catalogues = new Map<string, Tree>()
  for (const page of pages) {
    const file = page.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    const module = (await import(`../../../src/console/i18n/${language}/${file}.ts`)) as Record<string, Tree>
    catalogues.set(page, module[page] ?? {})
  }
  return (key, values = {}) => {
    const [page = '', path = ''] = key.split(':')
    let found: unknown = catalogues.get(page)
    for (const part of path.split('.')) found = (found as Tree | undefined)?.[part]
    if (typeof found !== 'string') throw new Error(`no phrase ${key} in ${language}`)
    return found.replace(/\{\{(\w+)\}\}/g, (_whole, name: string) => String(values[name] ?? ''))
  }
}
