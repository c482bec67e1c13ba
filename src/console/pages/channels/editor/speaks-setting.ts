/** Which of OpenAI's conversation formats an upstream is asked in; `auto` = it is found out. */
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

/** @returns undefined when the extra settings cannot be read: nothing can be chosen until they can */
export function readSpeaks(setting: string): Speaks | undefined {
  const parsed = parse(setting)
  if (!parsed) return undefined
  return spokenFormats.find((each) => each === parsed.speaks) ?? 'auto'
}

/** The extra settings with the choice; what is the default is not written down. */
export function writeSpeaks(setting: string, speaks: Speaks): string {
  const { speaks: _former, ...others } = parse(setting) ?? {}
  const next = speaks === 'auto' ? others : { ...others, speaks }
  return Object.keys(next).length === 0 ? '' : JSON.stringify(next, null, 2)
}
