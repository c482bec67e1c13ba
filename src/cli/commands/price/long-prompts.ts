import { type EntryEdit, entryOf, type OptionEntry } from '../../client/option-entries.ts'
import type { ModelPrice } from './price-object.ts'

/** The price multiples for a model's very long prompts; null = no surcharge. */
export type LongPrompt = ModelPrice['long_prompt']

/** The option that holds the long-prompt prices: one JSON entry per model. */
export const LONG_PROMPTS = 'LongPromptRatio'

/** Whether the model's long-prompt price was changed on this site. */
export const hasOwnLongPrompt = (model: string, entries: readonly OptionEntry[]): boolean => {
  const builtIn = entries.find(({ name }) => name === model)?.default
  return plain(entryOf(entries, LONG_PROMPTS, model)) !== plain(builtIn ?? undefined)
}

/** Normalizes JSON, so that spaces and number formats make no difference. */
const plain = (text: string | undefined): string =>
  text === undefined ? '' : JSON.stringify(JSON.parse(text))

/** Sets the long-prompt price of one model. Other models keep theirs, even if somebody changes them at the same time. */
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
