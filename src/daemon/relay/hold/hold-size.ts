import { channelTypes } from '../../channel-types/index.ts'
import type { Channel } from '../../channel-types/types.ts'
import { readModelAdapters } from '../../channels/model-adapters.ts'
import type { Amount } from '../../money/amount.ts'
import type { Ratio } from '../../money/ratio.ts'
import { estimateHold, estimateOpenHold } from '../../pricing/hold-estimate.ts'
import { mediaUnits, pictureTokens } from '../../pricing/media-units.ts'
import { modelLimits } from '../../pricing/model-limits.ts'
import type { Quote } from '../../pricing/quote.ts'
import { defaultOutputTokens } from '../../protocols/anthropic/index.ts'
import type { Codec, JsonObject, OperationName } from '../../protocols/types.ts'
import type { Asked } from '../admit/asked.ts'
import { openPromptTokens } from '../admit/estimate.ts'
import { stripPrefix } from '../route/model-name.ts'
import type { Plan } from '../route/plan.ts'
import { chooseWire, upstreamModelOf, wantedBy } from '../route/wire.ts'

/** Returns the model's name without the prefix of the channel that is tried first. */
export const pricedModelOf = ({ model, candidates }: Plan): string =>
  stripPrefix(model, candidates[0]?.modelPrefix ?? '')

const upstreamModelOfFirst = ({ model, candidates: [first] }: Plan): string =>
  first ? upstreamModelOf(first, model) : model

/** The operations whose answers can be limited by a cap. */
const CAPPED: ReadonlySet<OperationName> = new Set([
  'chat',
  'responses',
  'messages',
  'generate',
  'completion',
])

/** The amounts to hold for a request. */
export interface HoldAmounts {
  /** Covers the answer and everything that the prompt may contain, including files and what the vendor adds. */
  readonly full: Amount
  /** Covers the answer and the estimated prompt. */
  readonly amount: Amount
  /** The minimum with which the request may begin. */
  readonly least: Amount
}

/** Returns how many more tokens than estimated the prompt may have: see {@link openPromptTokens}. */
export const openTokensOf = ({ admitted, inbound: { codec } }: Asked): number =>
  CAPPED.has(codec.operation) ? openPromptTokens(admitted, codec) : 0

/**
 * Returns the amounts to hold for a request.
 * @param openTokens see {@link openTokensOf}
 */
export function amountsOf(asked: Asked, plan: Plan, price: Quote, openTokens: number): HoldAmounts {
  const { promptTokens } = asked.admitted
  const { amount, least } = amountsFor(promptTokens, asked, plan, price)
  if (price.kind === 'per-call' || openTokens === 0) return { full: amount, amount, least }
  const { contextTokens } = modelLimits(upstreamModelOfFirst(plan))
  const mostTokens = Math.max(promptTokens, Math.min(promptTokens + openTokens, contextTokens))
  return { full: amountsFor(mostTokens, asked, plan, price).amount, amount, least }
}

function amountsFor(
  promptTokens: number,
  asked: Asked,
  plan: Plan,
  price: Quote,
): Pick<HoldAmounts, 'amount' | 'least'> {
  const { inbound, admitted, snapshot } = asked
  const { operation } = inbound.codec
  const { facts, body } = admitted
  // The price of a video's size is set by the upstream name of the model.
  const model = operation === 'video' ? upstreamModelOfFirst(plan) : pricedModelOf(plan)
  const units = largestUnits(operation, model, body)
  const common = { promptTokens, preConsumedQuota: snapshot.options.PreConsumedQuota }
  if (facts.outputTokensCap === undefined && price.kind === 'per-token' && CAPPED.has(operation))
    return estimateOpenHold(price, common, longestAnswer(asked, plan) * (facts.choices ?? 1))
  const amount = estimateHold(price, {
    ...common,
    outputTokensCap: facts.outputTokensCap,
    ...(units === undefined ? {} : { units, pictureTokens: pictureTokens(body) }),
  })
  return { amount, least: amount }
}

/** A vendor that does not accept a size uses its own, which may cost more than a small one. OpenAI accepts one. */
function largestUnits(operation: OperationName, model: string, body: JsonObject): Ratio | undefined {
  const units = mediaUnits(operation, model, body)
  if (units === undefined || typeof body.size !== 'string') return units
  if (operation === 'video' || model.startsWith('dall-e')) return units
  const unsized = mediaUnits(operation, model, { ...body, size: null }) ?? units
  return unsized > units ? unsized : units
}

/** Returns the output tokens of the longest answer that one of the channels may give without a cap. */
function longestAnswer(asked: Asked, { candidates, model }: Plan): number {
  const adapters = readModelAdapters(asked.snapshot.options)
  const longest = candidates.map((channel) => {
    const upstreamModel = upstreamModelOf(channel, model)
    const { outputTokens } = modelLimits(upstreamModel)
    // Anthropic's protocol requires a cap: if the client sets none, the site's default is sent.
    return wireOf(channel, asked)?.operation === 'messages'
      ? Math.min(outputTokens, defaultOutputTokens(upstreamModel, adapters))
      : outputTokens
  })
  return Math.max(...longest)
}

/** Whether one of the channels uses a format that has no member for a cap. */
export const mayIgnoreCap = (asked: Asked, { candidates }: Plan): boolean =>
  candidates.some((channel) => wireOf(channel, asked)?.takesOutputCap === false)

function wireOf(channel: Channel, asked: Asked): Codec | undefined {
  const type = channelTypes.get(channel.type)
  return type && chooseWire(type, channel, wantedBy(asked))
}
