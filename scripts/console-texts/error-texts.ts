/** Returns the codes that sources read as `errorTexts.<code>`, sorted and without duplicates. */
export const codesIn = (sources: readonly string[]): string[] =>
  [
    ...new Set(
      sources.flatMap((source) => [...source.matchAll(/\berrorTexts\.(\w+)/g)].map(([, code = '']) => code)),
    ),
  ].sort()

/**
 * Renders a module with the texts as the console shows them: a sentence begins with a capital letter, and i18next
 * writes `{{name}}` where the daemon writes `{name}`.
 */
export function errorTexts(texts: readonly (readonly [code: string, text: string])[]): string {
  const lines = texts.map(([code, text]) => `  ${code}: ${JSON.stringify(asSentence(text))},\n`)
  return `// Made by scripts/generate-error-texts.ts from src/daemon/errors/. Do not edit.
export const errorTexts = {
${lines.join('')}} as const
`
}

const asSentence = (text: string): string =>
  (text.charAt(0).toUpperCase() + text.slice(1)).replaceAll(/\{(\w+)\}/g, '{{$1}}')
