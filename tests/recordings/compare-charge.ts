import type { Recording } from './corpus.ts'
import type { Difference } from './difference.ts'
import { type Asked, statedQuota } from './prices.ts'
import type { Charge } from './replay.ts'
import { type StatedUsage, statedUsage } from './stated-usage.ts'

const usageText = ({ input, output, cached, written }: StatedUsage): string =>
  `${input} in (${cached} cached, ${written} written), ${output} out`

/** Compares the books with the usage that the recording states. */
export const compareCharge = (
  recording: Recording,
  charge: Charge | undefined,
  asked: Asked,
): Difference[] => {
  if (!charge) return [{ what: 'usage', detail: 'answered, but nothing was charged' }]
  const booked: StatedUsage = {
    input: charge.promptTokens,
    output: charge.completionTokens,
    cached: charge.cachedTokens,
    written: charge.cacheWriteTokens,
  }
  const charged = `${usageText(booked)} charged, ${charge.quotaExact} in all`
  const stated = statedUsage(recording)
  if (!stated) return compareCounted(charge, charged)
  if (asked.outputCap !== undefined && stated.output > asked.outputCap && charge.usageSource === 'counted')
    return [
      {
        what: 'usage',
        detail: `${usageText(stated)} stated, ${charged}`,
        because: 'more than the client allowed: what was delivered is counted',
      },
    ]
  if (charge.usageSource !== 'upstream' || usageText(stated) !== usageText(booked))
    return [
      { what: 'usage', detail: `${usageText(stated)} stated, ${charged}, source ${charge.usageSource}` },
    ]
  return [...explainUsage(recording, stated, charged), ...comparePrice(recording, stated, charge, asked)]
}

/** Checks that an answer without stated usage was counted, and charged more than nothing. */
const compareCounted = (charge: Charge, charged: string): Difference[] => {
  const detail = `${charged}, source ${charge.usageSource}`
  return charge.usageSource === 'counted' && Number(charge.quotaExact) > 0
    ? [{ what: 'usage', detail, because: 'the answer states no usage' }]
    : [{ what: 'usage', detail: `${detail}, but the answer states none` }]
}

const explainUsage = ({ facts }: Recording, { because }: StatedUsage, charged: string): Difference[] => {
  if (because === undefined) return []
  const { input_tokens_all_in: input, output_tokens_all_in: output, cached_tokens: cached } = facts
  const detail = `${input} in (${cached} cached), ${output} out in the corpus, ${charged}`
  return [{ what: 'usage', detail, because }]
}

const comparePrice = (
  recording: Recording,
  stated: StatedUsage,
  charge: Charge,
  asked: Asked,
): Difference[] => {
  const quota = statedQuota(recording, stated, asked)
  if (typeof quota !== 'number')
    return [
      { what: 'price', detail: `${charge.quotaExact} charged, not worked out here`, because: quota.why },
    ]
  return quota === Number(charge.quotaExact)
    ? []
    : [{ what: 'price', detail: `${charge.quotaExact} charged, ${quota} follows from the usage` }]
}
