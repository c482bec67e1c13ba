export type Language = 'zh' | 'en'

/**
 * Chooses one of the two supported languages from `Accept-Language` (RFC 9110 12.5.4).
 *
 * @returns the one with the higher quality value, or the first listed if both are equal; `fallback` if neither is
 *   wanted
 */
export function readLanguage(header: string | undefined, fallback: Language = 'zh'): Language {
  let best: Language = fallback
  let bestQuality = 0
  for (const part of (header ?? '').slice(0, 1000).split(',')) {
    const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
    const language = /^(zh|en)(-|$)/.exec(tag)?.[1] as Language | undefined
    const quality = Number(/^\s*q=([\d.]+)/.exec(parameters.join(';'))?.[1] ?? '1')
    if (language && quality > bestQuality) {
      best = language
      bestQuality = quality
    }
  }
  return best
}
