import type { Call } from '../../../channel-types/types.ts'
import { AppError } from '../../../errors/app-error.ts'
import { asObject, isObject } from '../../../protocols/json-access.ts'
import { editTopLevel, hasRepeatedMembers, topLevelEdits } from '../../../protocols/json-members.ts'
import { inOpenAiWords } from '../../../protocols/openai/mistral-words.ts'
import { withField } from '../../../protocols/openai/multipart.ts'
import { replayed, takesReasoning, withReasoning } from '../../../protocols/responses/index.ts'
import type { Codec, JsonObject } from '../../../protocols/types.ts'
import type { Account } from '../../route/affinity.ts'
import { type Attempt, gathersStream } from './attempt.ts'
import { fitVendor } from './fit-vendor.ts'
import { grantedCap, readOutputCap, withGrantedCap } from './output-cap.ts'
import { withOwnNames } from './own-names.ts'
import { type Steered, steerBody } from './steer.ts'
import { withoutSystemRole, withSystemPrompt } from './system-prompt.ts'
import {
  changeForm,
  type DecodedRequest,
  describeTranslation,
  type FormChange,
  type Translation,
  translateRequest,
} from './translation.ts'

/** Formats with `stream_options`. */
const hasStreamUsage = (wire: Codec): boolean => wire.id === 'openai-chat' || wire.operation === 'completion'

/** Whether the usage of a stream must be requested, because the vendor requires it and the client does not ask. */
export const mustAskUsage = ({ asked, call, type, wire }: Attempt): boolean =>
  call.isStream &&
  type.streamUsageOption &&
  hasStreamUsage(wire) &&
  !(wire.id === asked.inbound.codec.id && asked.admitted.facts.wantsStreamUsage)

/** The body of one attempt, and how its answer is translated into the client's protocol. */
export interface WrittenBody {
  readonly body: string | Buffer
  readonly contentType: string
  readonly translation: Translation | FormChange | undefined
  /** The cap on output tokens in the body, over all choices, before an administrator's override. */
  readonly sentOutputCap: number | undefined
  /** Members that were removed because they would change the model or the price. */
  readonly stripped: readonly string[]
  /** Members that the vendor charges extra for. */
  readonly priced: readonly string[]
}

/**
 * Writes the body of one attempt.
 *
 * @param decoded the request in the neutral form, if it has to be translated
 * @param asksUsage ask for the stream's usage although the client does not
 * @throws AppError `translation_unsupported`, `translation_lossy`, `steering_refused`, `vendor_tool_unpriced`
 */
export function writeBody(
  attempt: Attempt,
  decoded: DecodedRequest | undefined,
  asksUsage: boolean,
): WrittenBody {
  const { asked, type, wire, call } = attempt
  if (attempt.passesBytes) return passBody(attempt, decoded, asksUsage)
  if (!wire.upstream || !decoded) {
    const change = changeForm(asked.admitted, asked.inbound.codec, wire, call.model)
    const { body, stripped, priced } = steer(change.body, attempt)
    const fitted = fitVendor(body, call, type)
    const losses = [...new Set([...change.losses, ...fitted.changed])]
    refuseLosses(losses, call)
    const text = JSON.stringify(overridden(fitted.body, call))
    return { ...json(text, { ...change, losses }, undefined), stripped, priced }
  }
  const granted = capped(decoded, grantedCap(attempt))
  const { body: translated, translation } = translateRequest(attempt, granted)
  const { body, stripped, priced } = steer(translated, attempt)
  const complete = asksUsage ? { ...body, stream_options: { include_usage: true } } : body
  const fitted = fitVendor(complete, call, type)
  const losses = [...new Set([...translation.losses, ...fitted.changed])]
  refuseLosses(losses, call)
  return {
    ...json(
      JSON.stringify(overridden(fitted.body, call)),
      { ...translation, losses },
      readOutputCap(fitted.body),
    ),
    stripped: [...stripped, ...addedSound(asked.admitted.body, fitted.body)],
    priced: stillIn(fitted.body, priced),
  }
}

/** @throws AppError `translation_lossy` if the channel allows no losses */
function refuseLosses(losses: readonly string[], { channel }: Call): void {
  if (!channel.setting.refuseLossyTranslation || losses.length === 0) return
  throw new AppError('translation_lossy', {
    field: losses[0] ?? '',
    values: { fields: losses.join(', ') },
  })
}

/** Removes from the request what its client may not decide, and replaces names that could belong to other users. */
function steer(body: JsonObject, { asked, type, call }: Attempt): Steered {
  const { caller } = asked.admitted
  const acceptsUnpriced = caller.acceptsUnpriced || asked.snapshot.options.SelfUseModeEnabled
  const steered = steerBody(body, type, call, { acceptsUnpriced })
  refuseLosses(steered.stripped, call)
  return { ...steered, body: withOwnNames(steered.body, type, caller) }
}

/** Sets the cap that the hold requires. */
const capped = (decoded: DecodedRequest, cap: number | undefined): DecodedRequest =>
  cap === undefined ? decoded : { ...decoded, request: { ...decoded.request, outputTokensMax: cap } }

const json = (
  body: string | Buffer,
  translation: WrittenBody['translation'],
  sentOutputCap: number | undefined,
): Omit<WrittenBody, 'stripped' | 'priced'> => ({
  body,
  contentType: 'application/json',
  translation,
  sentOutputCap,
})

/** Passes the client's own bytes to an upstream of the same protocol, with as few changes as possible. */
function passBody(attempt: Attempt, decoded: DecodedRequest | undefined, asksUsage: boolean): WrittenBody {
  const { inbound, admitted } = attempt.asked
  const { model } = attempt.call
  if (!admitted.multipart) {
    const { text, sentOutputCap, stripped, priced } = passJson(attempt, asksUsage)
    // A vendor that only streams gets the request as it is; its stream is gathered into one answer in the neutral form.
    const isGathered = gathersStream(attempt) && decoded
    const translation = isGathered ? describeTranslation(attempt, decoded) : undefined
    return { ...json(text, translation, sentOutputCap), stripped, priced }
  }
  const isAsSent = model === admitted.body.model && !admitted.pathMembers.includes('model')
  return {
    stripped: [],
    priced: [],
    body: isAsSent ? inbound.body : withField(admitted.multipart, 'model', model),
    contentType: inbound.headers['content-type'] ?? '',
    translation: undefined,
    sentOutputCap: undefined,
  }
}

/**
 * Writes the body for an upstream of the same format. Only changed members are rewritten. A body with a repeated name
 * is rewritten completely, because parsers differ in which one they use, and only one of them was checked.
 */
function passJson(
  attempt: Attempt,
  asksUsage: boolean,
): { readonly text: string | Buffer } & Pick<WrittenBody, 'sentOutputCap' | 'stripped' | 'priced'> {
  const { asked, call, type } = attempt
  const { body, bodyText, pathMembers } = asked.admitted
  const { body: addressed, stripped: steered, priced: named } = steer(address(attempt, asksUsage), attempt)
  const passesThrough =
    asked.snapshot.options['global.pass_through_request_enabled'] ||
    call.channel.setting.passThroughBodyEnabled
  const { body: shaped, changed } = passesThrough
    ? { body: addressed, changed: [] }
    : fitVendor(instruct(addressed, call), call, type)
  const sentOutputCap = readOutputCap(shaped)
  refuseLosses(changed, call)
  const stripped = [...steered, ...changed, ...addedSound(addressed, shaped)]
  const priced = stillIn(shaped, named)
  let final = passesThrough ? shaped : overridden(shaped, call)
  // Both sides use the same format, but the client's own path may say more than the vendor's.
  if (asked.inbound.codec.isAddressedByPath) for (const name of pathMembers) final = without(final, name)
  if (hasRepeatedMembers(bodyText)) return { text: JSON.stringify(final), sentOutputCap, stripped, priced }
  const original = pathMembers.reduce(without, body)
  const edits = topLevelEdits(original, final)
  const text = edits.size === 0 ? asked.inbound.body : editTopLevel(bodyText, edits)
  return { text, sentOutputCap, stripped, priced }
}

/** Members that were removed are not charged for. */
const stillIn = (body: JsonObject, names: readonly string[]): readonly string[] =>
  names.filter((name) => body[name] !== undefined)

/**
 * Reports audio output that was added. Google's speech models answer with audio whether asked to or not, so we ask for
 * it and tell the client.
 */
function addedSound(before: JsonObject, after: JsonObject): readonly string[] {
  if (after === before) return []
  const saysSound = ({ generationConfig, generation_config: snake, modalities }: JsonObject): boolean =>
    /"audio"/i.test(
      JSON.stringify([
        asObject(generationConfig)?.responseModalities ?? null,
        asObject(snake)?.response_modalities ?? null,
        modalities ?? null,
      ]),
    )
  return saysSound(after) && !saysSound(before) ? ['responseModalities: AUDIO'] : []
}

/** Makes the changes that the gateway itself needs: upstream model name, usage chunk, the playground's own members. */
function address(attempt: Attempt, asksUsage: boolean): JsonObject {
  const { asked, call, type, wire } = attempt
  const { admitted } = asked
  const { body, facts } = admitted
  const asAsked = recallable(attempt)
  const isForeign = wire.id === 'openai-chat' && !type.speaksMistral
  let result = withGrantedCap(isForeign ? inOpenAiWords(asAsked) : asAsked, attempt)
  if (call.model !== body.model) result = { ...result, model: call.model }
  if (facts.isStream !== call.isStream && !wire.isAddressedByPath) {
    result = without(without(result, 'stream'), 'stream_options')
    if (call.isStream) result = { ...result, stream: true }
  }
  // Set explicitly, because servers of this format differ in their default.
  if (wire.streamsByDefault && result.stream !== call.isStream) result = { ...result, stream: call.isStream }
  if (asksUsage)
    result = {
      ...result,
      stream_options: {
        ...(isObject(body.stream_options) ? body.stream_options : {}),
        include_usage: true,
      },
    }
  else if (facts.isStream && !type.streamUsageOption && hasStreamUsage(wire))
    result = without(result, 'stream_options')
  return admitted.caller.tokenId === 0 ? withoutPlayground(result) : result
}

/** Changes the client's body so that the next request can continue from its answer. */
function recallable(attempt: Attempt): JsonObject {
  const { asked, call } = attempt
  const { sealedBy, keeping, inbound, admitted } = asked
  const isReplayed =
    keeping?.as.conversationId !== undefined ||
    // Only the connection will remember the answer.
    (inbound.memory !== undefined && admitted.body.store === false)
  const asksReasoning = isReplayed && takesReasoning(call.model)
  if (sealedBy) return replayFor(attempt, sealedBy, asksReasoning)
  return asksReasoning && inbound.memory ? withReasoning(admitted.body) : admitted.body
}

/** Adapts what was inserted from stored responses to the account of this attempt. */
function replayFor(
  { asked, call, key }: Attempt,
  sealedBy: ReadonlyMap<string, Account>,
  asksReasoning: boolean,
): JsonObject {
  const isOthers = ({ channelId, key: theirs }: Account) => channelId !== call.channel.id || theirs !== key
  const canRead = (name: string): boolean => {
    const account = sealedBy.get(name)
    return account === undefined || !isOthers(account)
  }
  return replayed(asked.admitted.body, canRead, asksReasoning)
}

/** The playground names its group, and sends 0 for no cap, which upstreams would refuse. */
function withoutPlayground(body: JsonObject): JsonObject {
  const result = without(body, 'group')
  return result.max_tokens === 0 ? without(result, 'max_tokens') : result
}

function without(body: JsonObject, name: string): JsonObject {
  if (body[name] === undefined) return body
  const { [name]: _dropped, ...rest } = body
  return rest
}

/**
 * Adds the channel's own instructions, and converts the client's to a role that the model accepts. Returns the same
 * object if there is nothing to change.
 */
function instruct(body: JsonObject, { channel, operation }: Call): JsonObject {
  let result = body
  const isCall = operation !== 'models' && operation !== 'files' && operation !== 'batches'
  if (channel.systemPrompt !== '' && isCall)
    result = withSystemPrompt(result, channel.systemPrompt, operation)
  return channel.setting.systemRoleToUser && operation === 'chat' ? withoutSystemRole(result) : result
}

const overridden = (body: JsonObject, { channel }: Call): JsonObject =>
  channel.paramOverride ? overlay(body, channel.paramOverride) : body

/** Merges deeply; null deletes the key. Keys that could reach the prototype are never copied. */
function overlay(base: JsonObject, override: JsonObject): JsonObject {
  const result: JsonObject = { ...base }
  for (const [key, value] of Object.entries(override)) {
    if (key === '__proto__' || key === 'constructor' || key === 'prototype') continue
    const known = result[key]
    if (value === null) delete result[key]
    else if (isObject(value) && isObject(known)) result[key] = overlay(known, value)
    else result[key] = value
  }
  return result
}
