import type { Phrase } from '../../phrases/phrases.ts'

/**
 * Which of OpenAI's conversation formats a channel is asked in: as its setting says, or else as was found out.
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
