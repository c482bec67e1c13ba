import type { Locator } from 'playwright-core'

/** Hues of OKLCH, in degrees. */
export const yellow = 85
export const orange = 55

/** Hue of the ground on which a tag shows its word. @param word the text itself */
export const hueBehind = (word: Locator): Promise<number> =>
  word.evaluate((text) => {
    const { backgroundColor } = getComputedStyle(text.parentElement ?? text)
    return Number(/^oklch\([\d.]+ [\d.]+ ([\d.]+)\)$/.exec(backgroundColor)?.[1])
  })
