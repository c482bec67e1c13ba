import { createTwoFilesPatch } from 'diff'

/** Matches values of anything named key, token, secret or password in JSON, TOML and shell syntax. */
const secretValues = /((?:KEY|TOKEN|SECRET|PASSWORD)\w*["']?\s*[:= ]\s*["'])([^"'\n]+)(["'])/gi

/** Returns the changes in the format of `diff -u`, with all keys masked. */
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
      // The library's separator line, followed by the file names.
      .filter((line) => !/^=+$/.test(line))
      .join('\n')
  )
}

/** Masks a key, leaving enough to recognize it. */
export const maskKey = (key: string): string =>
  key.length < 20 ? '***' : `${key.slice(0, 7)}***${key.slice(-4)}`
