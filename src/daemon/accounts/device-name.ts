/** Programs by what they call themselves; the first that fits counts, because most also call themselves the later ones. */
const programs: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bMicroMessenger\//, 'WeChat'],
  [/\b(Edg|EdgA|EdgiOS)\//, 'Edge'],
  [/\b(OPR|OPiOS)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const systems: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bWindows\b/, 'Windows'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

const NAME_MAX = 60

/**
 * A browser and its system in a few words, for people who look for a session that is not theirs. The client chose the
 * text, so it proves nothing.
 *
 * @returns `Chrome, Windows`; of other programs their own name, such as `curl`; empty if it sent none
 */
export function deviceName(userAgent: string): string {
  const find = (known: typeof programs) => known.find(([pattern]) => pattern.test(userAgent))?.[1]
  const named = [find(programs), find(systems)].filter((name) => name !== undefined)
  if (named.length > 0) return named.join(', ')
  return (/^[\w .-]+/.exec(userAgent)?.[0] ?? '').trim().slice(0, NAME_MAX)
}
