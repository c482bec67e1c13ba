import type { Phrase } from '../../phrases/phrases.ts'

/**
 * Describes which of OpenAI's conversation formats is used for a channel: the one in its setting, or else the one
 * detected.
 * @param setting JSON text
 */
export function describeSpoken(
  setting: string,
  found: '' | 'chat' | 'responses' | 'both',
  phrase: Phrase,
): string {
  const set = readSpeaks(setting)
  if (set !== undefined) return phrase('spoken.set', { format: phrase(`spoken.${set}`) })
  return found === '' ? '-' : phrase('spoken.found', { format: phrase(`spoken.${found}`) })
}

function readSpeaks(setting: string): 'chat' | 'responses' | undefined {
  if (setting === '') return undefined
  const { speaks } = JSON.parse(setting) as { speaks?: unknown }
  return speaks === 'chat' || speaks === 'responses' ? speaks : undefined
}
