/**
 * Browsers by the name in their user agent. The first match wins, because most browsers also contain the names further
 * down.
 */
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
 * Names a browser and its system in a few words, for people who look for sessions that are not theirs. The client chose
 * the text, so it proves nothing.
 *
 * @returns `Chrome, Windows`; for other programs their own name, such as `curl`; empty if the client sent none
 */
export function deviceName(userAgent: string): string {
  const find = (known: typeof programs) => known.find(([pattern]) => pattern.test(userAgent))?.[1]
  const named = [find(programs), find(systems)].filter((name) => name !== undefined)
  if (named.length > 0) return named.join(', ')
  return (/^[\w .-]+/.exec(userAgent)?.[0] ?? '').trim().slice(0, NAME_MAX)
}
