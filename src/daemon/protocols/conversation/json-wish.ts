import type { Turn } from './types.ts'

/** An instruction that asks for JSON in plain words. */
export const JSON_ONLY = 'Answer with one JSON object and nothing else.'

/**
 * Whether a message contains the word "json". Without it, OpenAI and compatible vendors answer 400 to `json_object`.
 */
export const speaksOfJson = (turns: readonly Turn[]): boolean =>
  turns.some((turn) => turn.parts.some((part) => part.kind === 'text' && /json/i.test(part.text)))
