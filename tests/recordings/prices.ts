import type { Recording } from './corpus.ts'

/** One price list for every recorded model, so that a charge can be worked out from the recording alone. */
export const ratios = { model: 1, completion: 3, cache: 0.5 }

/** Quota units for the stated usage; undefined when the recording states parts that have prices of their own. */
export const statedQuota = ({ facts }: Recording): number | undefined => {
  const {
    input_tokens_all_in: input,
    output_tokens_all_in: output,
    cached_tokens,
    cache_write_tokens,
  } = facts
  if (input === null || cache_write_tokens) return undefined
  const cached = cached_tokens ?? 0
  return ratios.model * (input - cached + cached * ratios.cache + (output ?? 0) * ratios.completion)
}
