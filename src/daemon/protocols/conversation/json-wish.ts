import type { Turn } from './types.ts'

/** Says in words that the answer is to be JSON. */
export const JSON_ONLY = 'Answer with one JSON object and nothing else.'

/** OpenAI and its followers answer 400 to `json_object` when none of the messages has the word. */
export const speaksOfJson = (turns: readonly Turn[]): boolean =>
  turns.some((turn) => turn.parts.some((part) => part.kind === 'text' && /json/i.test(part.text)))
