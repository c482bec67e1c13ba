import { catalogue } from './catalogue.ts'
import { inWords } from './fill-in.ts'
import { answers } from './phrases/answers.ts'
import { tasks } from './phrases/tasks.ts'
import type { Texts } from './reasons.ts'

const ours: ReadonlyMap<string, Texts> = new Map([
  ...Object.values({ ...answers, ...tasks }).map((texts): [string, Texts] => [texts.en, texts]),
  // The code of an error is stored without its values, so texts with placeholders are left out.
  ...Object.entries(catalogue).filter(([, { en }]) => !en.includes('{')),
])

/** Our text for a refusal where the upstream sent only a status. */
const STATUS = /^bad response status code (\d{3})$/

/**
 * Finds our texts for a reason that is stored as a code or in English.
 *
 * @returns undefined if an upstream wrote the reason
 */
export function storedReason(stored: string): Texts | undefined {
  const [, status] = STATUS.exec(stored) ?? []
  return status === undefined ? ours.get(stored) : inWords('badStatus', { status })
}
