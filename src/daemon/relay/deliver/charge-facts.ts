import { traitsOf } from '../../channel-types/traits.ts'
import type { Call } from '../../channel-types/types.ts'
import { heardSeconds } from '../../counting/heard-seconds.ts'
import { leastTokens } from '../../counting/least-tokens.ts'
import type { Ratio } from '../../money/ratio.ts'
import { mediaUnits, pictureTokens } from '../../pricing/media-units.ts'
import { looksThingsUp, modelLimits } from '../../pricing/model-limits.ts'
import {
  alwaysSearches,
  chatSearchDollars,
  claudeSearchDollars,
  geminiSearchDollars,
} from '../../pricing/search-charges.ts'
import type { ChargeFacts, StatedUsage } from '../../pricing/settlement.ts'
import { readToolCalls, toolCallDollars } from '../../pricing/tool-charges.ts'
import { videoCharge } from '../../pricing/video-units.ts'
import { asObject, asText } from '../../protocols/json-access.ts'
import { countOutput, countsOutput } from '../../protocols/openai/count-prompt.ts'
import { picturesMade } from '../../protocols/openai/picture-count.ts'
import type { Codec, JsonObject, JsonValue, UsageReading } from '../../protocols/types.ts'
import type { Admitted, Asked } from '../admit/asked.ts'
import { countPromptOf, leastPromptOf } from '../admit/estimate.ts'
import { uploadedAudio } from '../admit/media-facts.ts'
import type { PlainAnswer } from '../call/answer.ts'
import type { PreparedCall } from '../call/prepare/prepare.ts'

/** What a charge depends on, apart from the hold. */
export type AnswerFacts = Omit<ChargeFacts, 'quote' | 'holdAmount'>

/**
 * Returns the facts that follow from the request, whatever its answer.
 * @param outputText the answer's text: the length of a transcript gives a minimum for the length of the audio
 */
export function requestFacts(
  { inbound, admitted }: Asked,
  prepared: PreparedCall,
  outputText: () => string = () => '',
) {
  const { call, wire, request, sentOutputCap } = prepared
  let leastPrompt: number | undefined
  const heardAudio = () => {
    const audio = uploadedAudio(admitted)
    return audio && { ...audio, seconds: heardSeconds(audio.seconds, outputText()) }
  }
  return {
    countPrompt: () => countPromptOf(inbound.codec, call.model, admitted.body, heardAudio),
    leastPrompt: () => {
      leastPrompt ??= leastPromptOf(admitted, inbound)
      return leastPrompt
    },
    requestBytes: Math.max(inbound.body.length, request.body?.length ?? 0),
    outsideTokens: () => outsideTokens(inbound.codec.readsOutside?.(admitted.body), call, wire),
    attachments: admitted.facts.attachments,
    outputTokensCap: raisedCap(capOf(admitted), sentOutputCap),
  }
}

/** Returns the facts for the charge of a complete answer. */
export function plainFacts(asked: Asked, answer: PlainAnswer): AnswerFacts {
  const { output, usage, prepared } = answer
  const { wire, call } = prepared
  const hasText = countsOutput(wire.operation)
  return {
    ...requestFacts(asked, prepared, () => output.text),
    ...chargedExtras(asked, prepared, answer.document),
    stated: statedUsage(usage, true),
    countOutput: () => (hasText ? countOutput(call.model, output.text + output.hiddenText) : 0),
    leastOutput: () => (hasText ? leastTokens(output.text) + leastTokens(output.hiddenText) : 0),
    deliveredBytes: answer.body.length,
    hasOutput: answer.hasOutput,
    ended: 'complete',
  }
}

/**
 * Estimates tokens that come from outside the request: the client may rely on what the vendor stores or looks up, the
 * administrator's override of the channel may ask for a search, and some models search on their own.
 */
function outsideTokens(clientReads: boolean | undefined, { channel, model }: Call, wire: Codec): number {
  const overrideReads = channel.paramOverride && wire.readsOutside?.(channel.paramOverride)
  return clientReads || overrideReads || looksThingsUp(model) ? modelLimits(model).contextTokens : 0
}

/** Returns the cap on output tokens over all choices: the client's, or the one that the hold covers. */
export function capOf({ facts, grantedOutputTokens }: Admitted): number | undefined {
  if (facts.outputTokensCap !== undefined || grantedOutputTokens === undefined) return facts.outputTokensCap
  return grantedOutputTokens * (facts.choices ?? 1)
}

/** A translation raises a cap that leaves no room for the requested thinking; it never lowers the client's. */
const raisedCap = (own: number | undefined, sent: number | undefined): number | undefined =>
  own === undefined ? undefined : Math.max(own, sent ?? 0)

/**
 * Returns what is charged beyond tokens times price: pictures by number and size, tools that the upstream ran.
 * @param document the answer, or the last event with usage
 * @param ranTools the tools that had run when a stream broke off before its end could state them
 */
export function chargedExtras(
  { admitted }: Asked,
  prepared: PreparedCall,
  document: JsonValue | undefined,
  ranTools: readonly JsonObject[] = [],
): Pick<AnswerFacts, 'units' | 'pictureTokens' | 'surcharge'> {
  const { wire, call } = prepared
  const whole = asObject(document)
  const stated = toolDollars(whole, prepared)
  const seen = ranTools.length === 0 ? undefined : toolDollars(soFar(ranTools, admitted.body), prepared)
  const surcharge = seen !== undefined && seen > (stated ?? 0n) ? seen : stated
  if (wire.operation === 'video')
    return { units: videoCharge(call.model, admitted.body, whole).units, surcharge }
  const told = toldBody(admitted.body, prepared)
  const made = picturesMade(whole)
  const units = mediaUnits(wire.operation, call.model, told, made)
  return units === undefined
    ? { units, surcharge }
    : { units, pictureTokens: pictureTokens({ ...told, ...drawnAs(whole) }, made), surcharge }
}

/** Returns the tools that ran as a complete answer states them: OpenAI as items, Anthropic as a number. */
const soFar = (ranTools: readonly JsonObject[], { tools = [] }: JsonObject): JsonObject => ({
  output: [...ranTools],
  tools,
  usage: { server_tool_use: { web_search_requests: ranTools.length } },
})

/** Returns the size and quality that the model chose for `auto`. */
const drawnAs = (document: JsonObject | undefined): JsonObject =>
  Object.fromEntries(
    PICTURE_WISHES.flatMap((name) => {
      const value = asText(document?.[name])
      return value === undefined ? [] : [[name, value]]
    }),
  )

/**
 * These change the price of a picture. They count only if they were sent to the vendor, who otherwise chooses freely.
 */
const PICTURE_WISHES = ['size', 'quality'] as const

/** Clears picture settings that were not sent to the vendor. */
function toldBody(body: JsonObject, { translation, stripped = [] }: PreparedCall): JsonObject {
  const lost = [...stripped, ...(translation?.losses ?? [])]
  const untold = PICTURE_WISHES.filter((name) => body[name] !== undefined && lost.includes(name))
  return untold.length === 0 ? body : { ...body, ...Object.fromEntries(untold.map((name) => [name, null])) }
}

/** Returns the cost of the vendor's tools, in dollars. The prices for OpenAI's formats are OpenAI's own. */
function toolDollars(
  document: JsonObject | undefined,
  { wire, type, call, priced }: PreparedCall,
): Ratio | undefined {
  const isOpenAi = () => traitsOf(type, call).origin === 'openai'
  // The vendor searches before it answers, and the answer does not mention the search.
  if (wire.operation === 'chat')
    return priced?.includes('web_search_options') || (alwaysSearches(call.model) && isOpenAi())
      ? chatSearchDollars(call.model)
      : undefined
  if (!document) return undefined
  switch (wire.operation) {
    case 'responses':
      return isOpenAi()
        ? toolCallDollars(readToolCalls(asObject(document.response) ?? document), call.model)
        : undefined
    case 'messages':
      return claudeSearchDollars(document)
    case 'generate':
      return geminiSearchDollars(document, call.model)
    default:
      return undefined
  }
}

/** Returns the model stated in an answer; undefined = none is stated. @param documents of which the last one counts */
export function answeredModel(documents: readonly (JsonValue | undefined)[]): string | undefined {
  for (const each of documents.toReversed()) {
    const document = asObject(each)
    const holders = [document, asObject(document?.response), asObject(document?.message)]
    const model =
      holders.map((holder) => asText(holder?.model)).find(Boolean) ?? asText(document?.modelVersion)
    if (model) return model
  }
  return undefined
}

/** @param isFinal false = stated while the answer was still growing */
export const statedUsage = (reading: UsageReading, isFinal: boolean): StatedUsage =>
  reading.kind === 'stated'
    ? { kind: 'stated', usage: reading.usage, isFinal: isFinal && reading.isGrowing !== true }
    : reading
