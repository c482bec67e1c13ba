/** The OpenAI conversation format for requests to an upstream; `auto` = detected. */
export const spokenFormats = ['auto', 'chat', 'responses'] as const
export type Speaks = (typeof spokenFormats)[number]

const parse = (setting: string): Record<string, unknown> | undefined => {
  if (setting.trim() === '') return {}
  try {
    const parsed: unknown = JSON.parse(setting)
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
      ? (parsed as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

/** @returns undefined if the extra settings are not valid JSON: nothing can be chosen until they are */
export function readSpeaks(setting: string): Speaks | undefined {
  const parsed = parse(setting)
  if (!parsed) return undefined
  return spokenFormats.find((each) => each === parsed.speaks) ?? 'auto'
}

/** Returns the extra settings with the choice; the default is omitted. */
export function writeSpeaks(setting: string, speaks: Speaks): string {
  const { speaks: _former, ...others } = parse(setting) ?? {}
  const next = speaks === 'auto' ? others : { ...others, speaks }
  return Object.keys(next).length === 0 ? '' : JSON.stringify(next, null, 2)
}
