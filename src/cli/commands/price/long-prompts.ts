import type { Api } from '../../client/api.ts'
import type { ModelPrice } from './price-object.ts'

/** The multiples of a model's very long prompts; null = they cost the same. */
export type LongPrompt = ModelPrice['long_prompt']

/** The setting that holds the multiples of all models, as JSON. */
const KEY = 'LongPromptRatio'

type Table = Readonly<Record<string, unknown>>

export interface LongPrompts {
  /** Whether somebody has given this model multiples of the site's own. */
  isOwn(model: string): boolean
  /** Writes the multiples of some models; those of all others stay. */
  store(changed: readonly (readonly [model: string, NonNullable<LongPrompt>])[]): Promise<void>
}

export async function readLongPrompts(api: Api): Promise<LongPrompts> {
  const option = (await api.get('/api/option/', { isLookup: true })).find(({ key }) => key === KEY)
  const present = tableOf(option?.value)
  const builtIn = tableOf(option?.default)
  return {
    isOwn: (model) => JSON.stringify(present[model]) !== JSON.stringify(builtIn[model]),
    async store(changed) {
      if (changed.length === 0) return
      const entries = changed.map(([model, { above, input_ratio, output_ratio }]) => [
        model,
        { above, input: Number(input_ratio), output: Number(output_ratio) },
      ])
      const value = JSON.stringify({ ...present, ...Object.fromEntries(entries) }, null, 2)
      await api.put('/api/option/', { body: { key: KEY, value } })
    },
  }
}

/** The server has checked the text: it is an object. */
const tableOf = (text = '{}'): Table => JSON.parse(text)

export const isSameLongPrompt = (now: LongPrompt, next: LongPrompt): boolean =>
  now === null || next === null
    ? now === next
    : now.above === next.above &&
      Number(now.input_ratio) === Number(next.input_ratio) &&
      Number(now.output_ratio) === Number(next.output_ratio)
