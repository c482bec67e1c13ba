import type { Recording } from './corpus.ts'

/** One price list for every recorded model, so that a charge can be worked out from the recording alone. */
export const ratios = { model: 1, completion: 3, cache: 0.5 }

interface StatedDetails {
  readonly usage?: {
    readonly prompt_tokens_details?: { readonly audio_tokens?: number } | null
    readonly completion_tokens_details?: { readonly audio_tokens?: number } | null
  }
}

const statesAudio = ({ response }: Recording): boolean => {
  const { usage } = (response.body ?? {}) as StatedDetails
  return Boolean(usage?.prompt_tokens_details?.audio_tokens || usage?.completion_tokens_details?.audio_tokens)
}

/**
 * Quota units for the stated usage.
 * @param cached how many input tokens count as cached
 * @returns undefined when the recording states parts that have prices of their own: cache writes, audio
 */
export const statedQuota = (recording: Recording, cached: number | null): number | undefined => {
  const { input_tokens_all_in: input, output_tokens_all_in: output, cache_write_tokens } = recording.facts
  if (input === null || cache_write_tokens || statesAudio(recording)) return undefined
  const read = cached ?? 0
  return ratios.model * (input - read + read * ratios.cache + (output ?? 0) * ratios.completion)
}
