import type { Call, Channel, ChannelType } from '../channel-types/types.ts'
import type { Options } from '../options/registry.ts'
import { editTopLevel, hasRepeatedMembers, topLevelEdits } from '../protocols/json-members.ts'
import type { JsonObject, JsonValue } from '../protocols/types.ts'
import type { UpstreamRequest } from '../upstream/exchange.ts'
import type { Admitted } from './admit.ts'
import type { Inbound } from './inbound.ts'

/** One attempt made ready: what goes on the wire, and what must be undone on the way back. */
export interface PreparedCall {
  readonly call: Call
  readonly type: ChannelType
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

/** Name of the loop guard: every gateway a request passed through. */
export const HOP_HEADER = 'x-tollgate-hop'

/**
 * Builds the upstream request of one attempt. Where nothing but `model` and `stream_options` has to change, the client's
 * text is edited in place and every other byte stays as it came; only a channel that rewrites bodies gets a new one.
 *
 * @throws AppError `channel_misconfigured` when the channel's columns do not make an address
 */
export function prepare(
  admitted: Admitted,
  inbound: Inbound,
  channel: Channel,
  type: ChannelType,
  key: string,
  settings: PrepareSettings,
): PreparedCall {
  const model = stripPrefix(admitted.facts.model, channel.modelPrefix)
  const upstreamModel = channel.modelMapping.get(model) ?? model
  const call: Call = {
    channel,
    key,
    operation: inbound.codec.operation,
    path: inbound.path,
    model: upstreamModel,
    isStream: admitted.facts.isStream && channel.setting.streamSupport !== 'NON_STREAM_ONLY',
    query: inbound.query,
  }
  const asksUsage =
    call.isStream && type.streamUsageOption && !admitted.facts.wantsStreamUsage && hasStreamUsage(call)
  const target = type.target(call)
  return {
    call,
    type,
    upstreamModel,
    hidesUsageChunk: asksUsage,
    request: {
      method: 'POST',
      url: target.url,
      headers: buildHeaders(target.headers, inbound, settings),
      body: buildBody(admitted, inbound, call, type, asksUsage, settings.options),
      firstByteTimeoutMs: settings.firstByteTimeoutMs,
      idleTimeoutMs: settings.idleTimeoutMs,
    },
  }
}

/** The name a channel knows: without its own prefix. */
export const stripPrefix = (model: string, prefix: string): string =>
  prefix !== '' && model.startsWith(prefix) ? model.slice(prefix.length) : model

const hasStreamUsage = (call: Call): boolean => call.operation === 'chat' || call.operation === 'completion'

/** Built fresh: nothing of the client's headers goes upstream but the content type, which is always JSON here. */
function buildHeaders(own: Readonly<Record<string, string>>, inbound: Inbound, settings: PrepareSettings) {
  const hops = inbound.headers[HOP_HEADER]
  return {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'accept-encoding': 'identity',
    'user-agent': `tollgate/${settings.version}`,
    [HOP_HEADER]:
      typeof hops === 'string' ? `${hops.slice(0, 200)},${settings.instanceId}` : settings.instanceId,
    'x-request-id': inbound.requestId,
    ...own,
  }
}

/**
 * The body as this upstream gets it. Only members that change are written anew; a body with a repeated name is written
 * whole, because parsers differ in which one they take and ours has judged only one of them.
 */
function buildBody(
  admitted: Admitted,
  inbound: Inbound,
  call: Call,
  type: ChannelType,
  asksUsage: boolean,
  options: Options,
): string | Buffer {
  const { body, bodyText } = admitted
  const addressed = address(admitted, call, type, asksUsage)
  const passesThrough =
    options['global.pass_through_request_enabled'] || call.channel.setting.passThroughBodyEnabled
  const final = passesThrough ? addressed : rewrite(addressed, call, type)
  if (hasRepeatedMembers(bodyText)) return JSON.stringify(final)
  if (final === body && !admitted.modelIsFromPath) return inbound.body
  const edits = topLevelEdits(body, final)
  if (admitted.modelIsFromPath) edits.set('model', JSON.stringify(final.model))
  return edits.size === 0 ? inbound.body : editTopLevel(bodyText, edits)
}

/** What the gateway itself must say or take out: the model's name here, the usage chunk, our own `group`. */
function address(admitted: Admitted, call: Call, type: ChannelType, asksUsage: boolean): JsonObject {
  const { body, facts } = admitted
  let result = body
  if (call.model !== body.model) result = { ...result, model: call.model }
  if (facts.isStream && !call.isStream) result = without(without(result, 'stream'), 'stream_options')
  else if (asksUsage)
    result = { ...result, stream_options: { ...readObject(body.stream_options), include_usage: true } }
  else if (facts.isStream && !type.streamUsageOption) result = without(result, 'stream_options')
  return admitted.caller.tokenId === 0 ? without(result, 'group') : result
}

function without(body: JsonObject, name: string): JsonObject {
  if (body[name] === undefined) return body
  const { [name]: _dropped, ...rest } = body
  return rest
}

/** Applies what the channel and its type change; the same object when that is nothing. Never mutates its input. */
function rewrite(body: JsonObject, call: Call, type: ChannelType): JsonObject {
  const { channel } = call
  let result = body
  if (channel.systemPrompt !== '' && call.operation === 'chat')
    result = withSystemPrompt(result, channel.systemPrompt)
  if (channel.setting.systemRoleToUser && call.operation === 'chat') result = withoutSystemRole(result)
  result = type.shapeRequest?.(result, call) ?? result
  return channel.paramOverride ? overlay(result, channel.paramOverride) : result
}

function withSystemPrompt(body: JsonObject, prompt: string): JsonObject {
  const messages = Array.isArray(body.messages) ? body.messages : []
  const first = readObject(messages[0])
  if (first.role !== 'system' && first.role !== 'developer')
    return { ...body, messages: [{ role: 'system', content: prompt }, ...messages] }
  const content = Array.isArray(first.content)
    ? [{ type: 'text', text: prompt }, ...first.content]
    : `${prompt}\n\n${typeof first.content === 'string' ? first.content : ''}`
  return { ...body, messages: [{ ...first, content }, ...messages.slice(1)] }
}

function withoutSystemRole(body: JsonObject): JsonObject {
  if (!Array.isArray(body.messages)) return body
  const messages = body.messages.map((each): JsonValue => {
    const message = readObject(each)
    if (message.role !== 'system' && message.role !== 'developer') return each
    if (typeof message.content !== 'string') return { ...message, role: 'user' }
    return { ...message, role: 'user', content: `<system>\n${message.content}\n</system>` }
  })
  return { ...body, messages }
}

/** Deep merge; null deletes the key. Keys that reach for the prototype are never copied. */
function overlay(base: JsonObject, override: JsonObject): JsonObject {
  const result: JsonObject = { ...base }
  for (const [key, value] of Object.entries(override)) {
    if (key === '__proto__' || key === 'constructor' || key === 'prototype') continue
    if (value === null) delete result[key]
    else if (isObject(value) && isObject(result[key])) result[key] = overlay(readObject(result[key]), value)
    else result[key] = value
  }
  return result
}

const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const readObject = (value: JsonValue | undefined): JsonObject => (isObject(value) ? value : {})
