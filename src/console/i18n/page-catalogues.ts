/** Catalogues of pages that do not just read the one named as their folder. */
const others: Readonly<Record<string, readonly string[]>> = {
  'drawing-log': ['tasks'],
  login: ['login', 'secondFactor', 'passkey', 'thirdParty'],
  me: ['me', 'users', 'gifts', 'register', 'secondFactor', 'passkey', 'thirdParty'],
  oauth: ['thirdParty'],
  settings: ['settings', 'optionNames', 'prices'],
  'task-log': ['tasks'],
  wallet: ['wallet', 'gifts'],
}

/**
 * The catalogues that are fetched together with the code of a page: what it shows first is in them.
 * @param page as a route names it: `usage-log/usage-log-page` → `['usageLog']`
 */
export function cataloguesOf(page: string): readonly string[] {
  const folder = page.split('/')[0] ?? ''
  return others[folder] ?? [folder.replace(/-(\w)/g, (_match, letter: string) => letter.toUpperCase())]
}
