import { type EntryEdit, entryOf, type OptionEntry } from '../../client/option-entries.ts'
import type { ModelPrice } from './price-object.ts'

/** The multiples of a model's very long prompts; null = they cost the same. */
export type LongPrompt = ModelPrice['long_prompt']

/** The setting that holds the multiples of all models: an entry of JSON for each. */
export const LONG_PROMPTS = 'LongPromptRatio'

/** Tells whether this model has multiples that somebody set on this site. */
export const hasOwnLongPrompt = (model: string, entries: readonly OptionEntry[]): boolean => {
  const builtIn = entries.find(({ name }) => name === model)?.default
  return plain(entryOf(entries, LONG_PROMPTS, model)) !== plain(builtIn ?? undefined)
}

/** Spaces and the form of a number do not count. */
const plain = (text: string | undefined): string =>
  text === undefined ? '' : JSON.stringify(JSON.parse(text))

/** Writes the multiples of one model. Those of all others stay, also if somebody else writes them meanwhile. */
export const longPromptEdit = (
  model: string,
  { above, input_ratio, output_ratio }: NonNullable<LongPrompt>,
): EntryEdit => ({
  key: LONG_PROMPTS,
  name: model,
  value: JSON.stringify({ above, input: Number(input_ratio), output: Number(output_ratio) }),
})

export const isSameLongPrompt = (now: LongPrompt, next: LongPrompt): boolean =>
  now === null || next === null
    ? now === next
    : now.above === next.above &&
      Number(now.input_ratio) === Number(next.input_ratio) &&
      Number(now.output_ratio) === Number(next.output_ratio)
