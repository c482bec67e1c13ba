import { fieldsOf, type Recording } from './corpus.ts'

/** The usage that a recording states. */
export interface StatedUsage {
  readonly input: number
  readonly output: number
  readonly cached: number
  readonly written: number
  /** The reason why the usage differs from the facts of the corpus, if it does. */
  readonly because?: string
}

const soundTokensPerMinute = 1000

/** Returns the audio length of a transcription, in seconds. */
const secondsOf = ({ response }: Recording): number | undefined => {
  const usage = fieldsOf(fieldsOf(response.body).usage)
  const seconds = usage.seconds ?? usage.prompt_audio_seconds
  if (typeof seconds === 'number') return seconds
  // A verbose answer states the length of the audio, sometimes as text.
  const duration = Number(fieldsOf(response.body).duration ?? Number.NaN)
  return Object.keys(usage).length === 0 && duration > 0 ? duration : undefined
}

/** Returns the tokens that a rerank read: all of them are prompt, and some vendors state them as the total. */
const rerankTotalOf = ({ protocol, response }: Recording): number | undefined => {
  const total = fieldsOf(fieldsOf(response.body).usage).total_tokens
  return protocol.endsWith('.rerank') && typeof total === 'number' && total > 0 ? total : undefined
}

/** Returns the usage that has to be charged and reported; undefined = the answer states none. */
export const statedUsage = (recording: Recording): StatedUsage | undefined => {
  const { facts, protocol } = recording
  const {
    input_tokens_all_in: input,
    output_tokens_all_in: output,
    cached_tokens,
    cache_write_tokens,
  } = facts
  const seconds = protocol.endsWith('.audio.transcriptions') ? secondsOf(recording) : undefined
  if (seconds !== undefined)
    return {
      input: Math.round((Math.ceil(seconds) * soundTokensPerMinute) / 60),
      output: 0,
      cached: 0,
      written: 0,
      because: 'sound is sold by its length, a thousand tokens a minute',
    }
  const total = rerankTotalOf(recording)
  if (total !== undefined)
    return {
      input: total,
      output: 0,
      cached: 0,
      written: 0,
      ...(total !== input && { because: 'a rerank states what it read as its total' }),
    }
  const billed = facts.billed_units
  if (billed?.input_tokens !== undefined)
    return {
      input: billed.input_tokens,
      output: billed.output_tokens ?? 0,
      cached: 0,
      written: 0,
      ...(billed.input_tokens !== input && { because: 'Cohere charges for its billed units' }),
    }
  // One answer states neither prompt nor total, and half a usage is no basis for a charge.
  if (input === null) return undefined
  const visible = output ?? 0
  const cached = Math.min(cached_tokens ?? 0, input)
  const written = cache_write_tokens ?? 0
  const stated = { input, output: visible, cached, written }
  // Azure has reported more cached tokens than input tokens in real calls.
  if ((cached_tokens ?? 0) > input) return { ...stated, because: 'no more can be cached than was sent' }
  const { total_tokens: sum, reasoning_tokens: reasoning } = facts
  const isLastAlone = protocol === 'gemini.stream' && sum !== null && sum === input + (reasoning ?? 0)
  return isLastAlone && visible > (reasoning ?? 0)
    ? {
        ...stated,
        output: reasoning ?? 0,
        because: 'the last statement has a total of its own, without the pieces before it',
      }
    : stated
}
