import { createTwoFilesPatch } from 'diff'

/** Values of anything called a key or a token, in JSON, TOML and shells. */
const secretValues = /((?:KEY|TOKEN|SECRET|PASSWORD)\w*["']?\s*[:= ]\s*["'])([^"'\n]+)(["'])/gi

/** What changes, as `diff -u` shows it; keys of ours and of anybody else are masked. */
export function maskedDiff(path: string, before: string, after: string): string {
  const masked = (text: string): string =>
    text
      .replaceAll('\r\n', '\n')
      .replace(
        secretValues,
        (_, name: string, value: string, quote: string) => `${name}${maskKey(value)}${quote}`,
      )
  return (
    createTwoFilesPatch(path, path, masked(before), masked(after), '', '', { context: 2 })
      .split('\n')
      // The library's own ruler; the names of the files follow it.
      .filter((line) => !/^=+$/.test(line))
      .join('\n')
  )
}

/** Enough of a key to recognise it. */
export const maskKey = (key: string): string =>
  key.length < 20 ? '***' : `${key.slice(0, 7)}***${key.slice(-4)}`
