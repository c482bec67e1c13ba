import type { Locator } from 'playwright-core'

/** Hues of OKLCH, in degrees. */
export const yellow = 85
export const orange = 55

/** Returns the hue of a tag's background. @param word the text inside the tag */
export const hueBehind = (word: Locator): Promise<number> =>
  word.evaluate((text) => {
    const { backgroundColor } = getComputedStyle(text.parentElement ?? text)
    return Number(/^oklch\([\d.]+ [\d.]+ ([\d.]+)\)$/.exec(backgroundColor)?.[1])
  })
