import { traitsOf } from '../../channel-types/traits.ts'
import type { Call } from '../../channel-types/types.ts'
import type { Ratio } from '../../money/ratio.ts'
import { mediaUnits } from '../../pricing/media-units.ts'
import { looksThingsUp, modelLimits } from '../../pricing/model-limits.ts'
import type { ChargeFacts, StatedUsage } from '../../pricing/settlement.ts'
import { readToolCalls, toolCallDollars } from '../../pricing/tool-charges.ts'
import { asArray, asObject } from '../../protocols/json-access.ts'
import type { Codec, JsonValue, UsageReading } from '../../protocols/types.ts'
import type { Asked } from '../admit/asked.ts'
import { countPromptOf, leastPromptOf } from '../admit/estimate.ts'
import { uploadedAudio } from '../admit/media-facts.ts'
import type { PreparedCall } from '../call/prepare/prepare.ts'

/** What a charge depends on besides the hold. */
export type AnswerFacts = Omit<ChargeFacts, 'quote' | 'holdAmount'>

/** The facts that follow from the request alone, however its answer goes. */
export function requestFacts({ inbound, admitted }: Asked, prepared: PreparedCall) {
  const { call, wire, request, sentOutputCap } = prepared
  let leastPrompt: number | undefined
  return {
    countPrompt: () => countPromptOf(inbound.codec, call.model, admitted.body, () => uploadedAudio(admitted)),
    leastPrompt: () => {
      leastPrompt ??= leastPromptOf(admitted, inbound)
      return leastPrompt
    },
    requestBytes: Math.max(inbound.body.length, request.body?.length ?? 0),
    outsideTokens: () => outsideTokens(inbound.codec.readsOutside?.(admitted.body), call, wire),
    attachments: admitted.facts.attachments,
    outputTokensCap: raisedCap(admitted.facts.outputTokensCap, sentOutputCap),
  }
}

/**
 * The client may lean on what the vendor keeps or looks up, the administrator's override of the channel may ask for a
 * search, and some models look things up by themselves.
 */
function outsideTokens(clientReads: boolean | undefined, { channel, model }: Call, wire: Codec): number {
  const overrideReads = channel.paramOverride && wire.readsOutside?.(channel.paramOverride)
  return clientReads || overrideReads || looksThingsUp(model) ? modelLimits(model).contextTokens : 0
}

/** A translation raises a cap that leaves no room for the thinking that was asked for; it never lowers the client's. */
const raisedCap = (own: number | undefined, sent: number | undefined): number | undefined =>
  own === undefined ? undefined : Math.max(own, sent ?? 0)

/**
 * What makes a charge differ from tokens times price: pictures by number and size, tools that the upstream ran.
 * @param document the answer, or the last event that spoke of usage
 */
export function chargedExtras(
  { admitted }: Asked,
  { wire, type, call }: PreparedCall,
  document: JsonValue | undefined,
): { readonly units: Ratio | undefined; readonly surcharge: Ratio | undefined } {
  const whole = asObject(document)
  const response = wire.operation === 'responses' ? (asObject(whole?.response) ?? whole) : undefined
  return {
    units: mediaUnits(wire.operation, call.model, admitted.body, asArray(whole?.data)?.length),
    // The prices are OpenAI's own.
    surcharge:
      response && traitsOf(type, call).origin === 'openai'
        ? toolCallDollars(readToolCalls(response), call.model)
        : undefined,
  }
}

/** @param isFinal false = stated while the answer was still growing */
export const statedUsage = (reading: UsageReading, isFinal: boolean): StatedUsage =>
  reading.kind === 'stated' ? { ...reading, isFinal } : reading
