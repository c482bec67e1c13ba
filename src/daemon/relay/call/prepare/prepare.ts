import { traitsOf } from '../../../channel-types/traits.ts'
import type { Call, Channel, ChannelType, Target } from '../../../channel-types/types.ts'
import { readModelAdapters } from '../../../channels/model-adapters.ts'
import { AppError } from '../../../errors/app-error.ts'
import type { Options } from '../../../options/registry.ts'
import { mayCarryTaggedState } from '../../../protocols/conversation/opaque-state.ts'
import { isObject } from '../../../protocols/json-access.ts'
import { editTopLevel, hasRepeatedMembers, topLevelEdits } from '../../../protocols/json-members.ts'
import { withField } from '../../../protocols/openai/multipart.ts'
import type { Codec, JsonObject } from '../../../protocols/types.ts'
import type { UpstreamRequest } from '../../../upstream/exchange.ts'
import type { Admitted } from '../../admit/admit.ts'
import type { InboundRequest } from '../../inbound/inbound.ts'
import { upstreamModelOf } from '../../route/wire.ts'
import { lostByShaping } from './lost-by-shaping.ts'
import { withoutSystemRole, withSystemPrompt } from './system-prompt.ts'
import {
  changeForm,
  type DecodedRequest,
  describeTranslation,
  type FormChange,
  type Translation,
  translateRequest,
} from './translation.ts'

/** One attempt made ready: what goes on the wire, and what must be undone on the way back. */
export interface PreparedCall {
  readonly call: Call
  readonly type: ChannelType
  /** The format spoken upstream. */
  readonly wire: Codec
  /** How the answer gets back into the client's protocol; undefined = its bytes pass through. */
  readonly translation: Translation | FormChange | undefined
  readonly request: UpstreamRequest
  readonly upstreamModel: string
  /** We asked for the usage chunk although the client did not: it is kept from the client. */
  readonly hidesUsageChunk: boolean
}

export interface PrepareSettings {
  readonly options: Options
  readonly instanceId: string
  readonly version: string
  readonly firstByteTimeoutMs: number
  readonly idleTimeoutMs: number
}

/** Where one attempt goes: a channel, the key whose turn it is, and the format it is spoken to. */
export interface Destination {
  readonly channel: Channel
  readonly type: ChannelType
  readonly wire: Codec
  readonly key: string
}

/** Name of the loop guard: every gateway a request passed through. */
export const HOP_HEADER = 'x-tollgate-hop'

/** Headers of the client that an upstream of its own protocol may want to see. */
const HANDED_ON = ['anthropic-version', 'anthropic-beta', 'openai-beta'] as const

/** The call as channel types see it, before credentials are known. */
export function describeCall(
  { channel, type, wire, key }: Destination,
  admitted: Admitted,
  inbound: InboundRequest,
  options: Options,
): Call {
  const call: Call = {
    channel,
    key,
    operation: wire.operation,
    path: wire.path,
    model: upstreamModelOf(channel, admitted.facts.model),
    isStream: admitted.facts.isStream && channel.setting.streamSupport !== 'NON_STREAM_ONLY',
    query: inbound.query,
    headers: readHandedOn(inbound),
    credential: undefined,
    adapters: readModelAdapters(options),
  }
  const streaming = type.streaming?.(call) ?? 'both'
  return streaming === 'both' ? call : { ...call, isStream: streaming === 'always' }
}

/**
 * Whether the client's bytes can go upstream: both speak the same format, nothing in them was made by us for another
 * vendor's eyes, and no link is in them that this vendor's variant does not follow.
 */
export function speaksSame(
  { type, wire }: Pick<Destination, 'type' | 'wire'>,
  call: Call,
  inbound: InboundRequest,
  { bodyText }: Admitted,
): boolean {
  if (wire.id !== inbound.codec.id) return false
  if (!wire.upstream) return true
  const followsLinks = wire.operation !== 'messages' || traitsOf(type, call).takesMediaUrls !== false
  return !mayCarryTaggedState(bodyText) && (followsLinks || !LINKED_SOURCE.test(bodyText))
}

/** Anthropic's way to give a picture or document by link. */
const LINKED_SOURCE = /"type"\s*:\s*"url"/

/**
 * Builds the upstream request of one attempt. Where nothing but `model` and `stream_options` has to change, the client's
 * text is edited in place and every other byte stays as it came; only a channel that rewrites bodies gets a new one.
 *
 * @param decoded the request in the neutral form, when it has to be translated
 * @throws AppError `channel_misconfigured` when the channel's columns do not make an address, `translation_unsupported`,
 *   `translation_lossy`
 */
export function prepare(
  destination: Destination,
  call: Call,
  decoded: DecodedRequest | undefined,
  admitted: Admitted,
  inbound: InboundRequest,
  settings: PrepareSettings,
  clock: { now(): number },
): PreparedCall {
  const { type, wire } = destination
  const asksUsage =
    call.isStream &&
    type.streamUsageOption &&
    hasStreamUsage(wire) &&
    !(wire.id === inbound.codec.id && admitted.facts.wantsStreamUsage)
  const target = type.target(call)
  const { body, contentType, translation } = writeBody(
    destination,
    call,
    decoded,
    asksUsage,
    admitted,
    inbound,
    settings,
  )
  const unsigned = {
    url: target.url,
    headers: buildHeaders(target, contentType, inbound, settings),
    body,
    now: new Date(clock.now()),
  }
  return {
    call,
    type,
    wire,
    translation,
    upstreamModel: call.model,
    hidesUsageChunk: asksUsage,
    request: {
      method: 'POST',
      url: type.finishUrl?.(unsigned, call) ?? target.url,
      headers: type.sign ? { ...unsigned.headers, ...type.sign(unsigned, call) } : unsigned.headers,
      body,
      firstByteTimeoutMs: settings.firstByteTimeoutMs,
      idleTimeoutMs: settings.idleTimeoutMs,
    },
  }
}

const hasStreamUsage = (wire: Codec): boolean => wire.id === 'openai-chat' || wire.operation === 'completion'

function readHandedOn(inbound: InboundRequest): Readonly<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const name of HANDED_ON) {
    const value = inbound.headers[name]
    if (typeof value === 'string' && /^[\x20-\x7e]{1,1000}$/.test(value)) found[name] = value
  }
  return found
}

/** Built fresh: of the client's headers only what a type hands on by itself goes upstream. */
function buildHeaders(
  target: Target,
  contentType: string,
  inbound: InboundRequest,
  settings: PrepareSettings,
) {
  const hops = inbound.headers[HOP_HEADER]
  return {
    'content-type': contentType,
    accept: 'application/json, text/event-stream',
    'accept-encoding': 'identity',
    'user-agent': `tollgate/${settings.version}`,
    [HOP_HEADER]:
      typeof hops === 'string' ? `${hops.slice(0, 200)},${settings.instanceId}` : settings.instanceId,
    'x-request-id': inbound.requestId,
    ...target.headers,
  }
}

interface WrittenBody {
  readonly body: string | Buffer
  readonly contentType: string
  readonly translation: PreparedCall['translation']
}

function writeBody(
  { type, wire }: Destination,
  call: Call,
  decoded: DecodedRequest | undefined,
  asksUsage: boolean,
  admitted: Admitted,
  inbound: InboundRequest,
  settings: PrepareSettings,
): WrittenBody {
  const json = (
    body: string | Buffer,
    translation: PreparedCall['translation'] = undefined,
  ): WrittenBody => ({
    body,
    contentType: 'application/json',
    translation,
  })
  if (speaksSame({ type, wire }, call, inbound, admitted)) {
    if (!admitted.multipart) {
      const body = passBody(admitted, inbound, call, type, wire, asksUsage, settings.options)
      // A vendor that only streams is asked as it is; its stream becomes one answer in the neutral form.
      const gathers = call.isStream && !admitted.facts.isStream
      return json(
        body,
        gathers && decoded ? describeTranslation(decoded, admitted, inbound, wire, call) : undefined,
      )
    }
    const isRenamed = call.model !== admitted.body.model
    return {
      body: isRenamed ? withField(admitted.multipart, 'model', call.model) : inbound.body,
      contentType: inbound.headers['content-type'] ?? '',
      translation: undefined,
    }
  }
  if (!wire.upstream || !decoded) {
    const change = changeForm(admitted.body, inbound.codec, wire, call.model)
    return json(JSON.stringify(shape(change.body, call, type)), change)
  }
  const { body, translation } = translateRequest(decoded, admitted, inbound, wire, call, traitsOf(type, call))
  const asked = asksUsage ? { ...body, stream_options: { include_usage: true } } : body
  const shaped = type.shapeRequest?.(asked, call) ?? asked
  const losses = [...new Set([...translation.losses, ...lostByShaping(asked, shaped)])]
  if (call.channel.setting.refuseLossyTranslation && losses.length > 0)
    throw new AppError('translation_lossy', {
      field: losses[0] ?? '',
      values: { fields: losses.join(', ') },
    })
  return json(JSON.stringify(overridden(shaped, call)), { ...translation, losses })
}

/**
 * The body as an upstream of the same format gets it. Only members that change are written anew; a body with a repeated
 * name is written whole, because parsers differ in which one they take and ours has judged only one of them.
 */
function passBody(
  admitted: Admitted,
  inbound: InboundRequest,
  call: Call,
  type: ChannelType,
  wire: Codec,
  asksUsage: boolean,
  options: Options,
): string | Buffer {
  const { body, bodyText, pathMembers } = admitted
  const addressed = address(admitted, call, type, wire, asksUsage)
  const passesThrough =
    options['global.pass_through_request_enabled'] || call.channel.setting.passThroughBodyEnabled
  let final = passesThrough ? addressed : rewrite(addressed, call, type)
  if (wire.isAddressedByPath) for (const name of pathMembers) final = without(final, name)
  if (hasRepeatedMembers(bodyText)) return JSON.stringify(final)
  const original = pathMembers.reduce(without, body)
  const edits = topLevelEdits(original, final)
  return edits.size === 0 ? inbound.body : editTopLevel(bodyText, edits)
}

/** What the gateway itself must say or take out: the model's name here, the usage chunk, the playground's own words. */
function address(
  admitted: Admitted,
  call: Call,
  type: ChannelType,
  wire: Codec,
  asksUsage: boolean,
): JsonObject {
  const { body, facts } = admitted
  let result = body
  if (call.model !== body.model) result = { ...result, model: call.model }
  if (facts.isStream !== call.isStream && !wire.isAddressedByPath) {
    result = without(without(result, 'stream'), 'stream_options')
    if (call.isStream) result = { ...result, stream: true }
  }
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

/** The playground says who pays, and that it wants no cap by 0, which upstreams would refuse. */
function withoutPlayground(body: JsonObject): JsonObject {
  const result = without(body, 'group')
  return result.max_tokens === 0 ? without(result, 'max_tokens') : result
}

function without(body: JsonObject, name: string): JsonObject {
  if (body[name] === undefined) return body
  const { [name]: _dropped, ...rest } = body
  return rest
}

/** Applies what the channel and its type change; the same object when that is nothing. Never mutates its input. */
function rewrite(body: JsonObject, call: Call, type: ChannelType): JsonObject {
  const { channel, operation } = call
  let result = body
  if (channel.systemPrompt !== '' && operation !== 'models')
    result = withSystemPrompt(result, channel.systemPrompt, operation)
  if (channel.setting.systemRoleToUser && operation === 'chat') result = withoutSystemRole(result)
  return shape(result, call, type)
}

/** The vendor's last edits, then the administrator's. */
const shape = (body: JsonObject, call: Call, type: ChannelType): JsonObject =>
  overridden(type.shapeRequest?.(body, call) ?? body, call)

const overridden = (body: JsonObject, { channel }: Call): JsonObject =>
  channel.paramOverride ? overlay(body, channel.paramOverride) : body

/** Deep merge; null deletes the key. Keys that reach for the prototype are never copied. */
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
