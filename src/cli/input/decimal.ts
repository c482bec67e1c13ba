import { usageError } from '../cli-error.ts'
import type { Phrase } from '../phrases/phrases.ts'

/** Removes redundant zeros from decimal text: `0.80` and `00.8` become `0.8`. Other text is returned unchanged. */
export function plainDecimal(text: string): string {
  const found = /^0*(\d+)(?:\.(\d*?)0*)?$/.exec(text.trim())
  return found ? `${found[1]}${found[2] ? `.${found[2]}` : ''}` : text
}

/**
 * Parses a number of 0 or more, as text so that ratios never pass through a double. `flag` is its name in the error.
 */
export const decimalOf =
  (flag: string) =>
  (text: string, phrase: Phrase): string => {
    if (!/^\d{1,9}(\.\d{1,9})?$/.test(text.trim()))
      throw usageError(phrase('usage.decimal', { text, flag }), { field: flag })
    return plainDecimal(text)
  }
