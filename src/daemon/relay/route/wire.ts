import { lacksFormat } from '../../channel-types/spoken-formats.ts'
import type { Asks, Channel, ChannelType } from '../../channel-types/types.ts'
import { mayCarryTaggedState } from '../../protocols/conversation/opaque-state.ts'
import { asArray, asObject, asText, objectsOf } from '../../protocols/json-access.ts'
import { openaiCompaction } from '../../protocols/responses/index.ts'
import type { Codec, JsonObject, JsonValue, OperationName, RequestFacts } from '../../protocols/types.ts'
import { stripPrefix } from './model-name.ts'
import type { Snapshot } from './snapshot.ts'

/** The conversation formats, in the order in which they are tried if the vendor does not support the client's own. */
const CONVERSATIONS: readonly OperationName[] = ['chat', 'messages', 'generate', 'responses']

/** Inputs for choosing the format in which a channel is called. */
export interface Wanted {
  /** The client's protocol. */
  readonly codec: Codec
  /** The requested name: some vendors use different formats for different models. */
  readonly model: string
  /** The request uses something that only vendors of the client's own protocol store for their clients. */
  readonly needsOwn?: boolean
  /** The client's request; undefined = there is none, or its body must be passed unchanged. */
  readonly body?: JsonObject | undefined
}

/** The parts of an admitted request that the format depends on. */
interface Admitted {
  readonly inbound: { readonly codec: Codec }
  readonly admitted: { readonly body: JsonObject; readonly facts: Pick<RequestFacts, 'model'> }
  readonly snapshot: Pick<Snapshot, 'options'>
}

/**
 * Chooses the format in which a channel is called: the client's own if the vendor supports it, because the bytes then
 * pass through; otherwise one that the client's can be translated into. undefined = the channel cannot serve the
 * request.
 */
export function chooseWire(type: ChannelType, channel: Channel, wanted: Wanted): Codec | undefined {
  const { codec: client, needsOwn = false } = wanted
  const upstreamModel = upstreamModelOf(channel, wanted.model)
  const asks = readAsks(channel, wanted)
  const own = codecFor(type, channel, client.operation, { upstreamModel, asks })
  if (client.id === openaiCompaction.id && own && compacts(type, channel, wanted)) return client
  if (own?.id === client.id) return needsOwn && lacksThreads(type, client) ? undefined : own
  if (!client.client) return own && isFormOf(own, client) ? own : undefined
  if (needsOwn) return undefined
  for (const operation of CONVERSATIONS) {
    const codec = codecFor(type, channel, operation, { upstreamModel, asks })
    if (codec?.upstream) return codec
  }
  return undefined
}

/** Whether the vendor itself compacts the conversation. */
function compacts(type: ChannelType, channel: Channel, { codec, body, needsOwn }: Wanted): boolean {
  // Only the vendor can shorten a conversation that it stores.
  if (needsOwn || (body && codec.needsOwnProtocol?.(body))) return true
  // A vendor cannot read what Tollgate wrote for other vendors' models, such as a summary.
  return type.compacts?.(channel) === true && !(body && hasOwnState(body))
}

/** Cached, because the same body, which may be long, is checked for each channel. */
const ownStates = new WeakMap<JsonObject, boolean>()

function hasOwnState(body: JsonObject): boolean {
  const known = ownStates.get(body)
  if (known !== undefined) return known
  const found = mayCarryTaggedState(JSON.stringify(body))
  ownStates.set(body, found)
  return found
}

/** Whether the vendor stores no threads. Most vendors of Anthropic's format do not; others store what they need. */
const lacksThreads = (type: ChannelType, client: Codec): boolean =>
  client.operation === 'messages' && type.keepsThreads !== true

/** Reads what decides between the formats of a vendor; undefined = nothing is known about the request. */
function readAsks({ setting, paramOverride }: Channel, { codec, body }: Wanted): Asks | undefined {
  if (!body || setting.passThroughBodyEnabled) return undefined
  const usesTools = hasEntries(body.tools) || hasEntries(body.functions)
  // Other formats are translated anyway, and only Responses keeps the model's reasoning between its calls.
  if (codec.operation !== 'chat') return { usesTools, effort: 'high', searches: searchesWeb(body) }
  const { reasoning_effort: effort } =
    paramOverride && 'reasoning_effort' in paramOverride ? paramOverride : body
  return { usesTools, effort: asText(effort) ?? asText(asObject(body.reasoning)?.effort) }
}

/** Anthropic's and OpenAI's tools are recognized by their type, Google's by the name of their only member. */
const searchesWeb = ({ tools }: JsonObject): boolean =>
  objectsOf(tools).some(
    (tool) => asText(tool.type)?.startsWith('web_search') === true || Object.keys(tool).some(isGoogleSearch),
  )

const isGoogleSearch = (member: string): boolean => /^google_?search/i.test(member)

const hasEntries = (list: JsonValue | undefined): boolean => (asArray(list)?.length ?? 0) > 0

/** Returns the format for calling an operation, if the vendor supports it for this model. */
export const codecOf = (
  type: ChannelType,
  channel: Channel,
  operation: OperationName,
  upstreamModel: string,
): Codec | undefined => codecFor(type, channel, operation, { upstreamModel, asks: undefined })

/** Returns the format for calling an operation, which may depend on the request. */
function codecFor(
  type: ChannelType,
  channel: Channel,
  operation: OperationName,
  { upstreamModel, asks }: { readonly upstreamModel: string; readonly asks: Asks | undefined },
): Codec | undefined {
  const codec = type.serves[operation]
  if (!codec || lacksFormat(type, channel, operation)) return undefined
  if (type.speaks?.(operation, upstreamModel, channel, asks) === false) return undefined
  return type.codecFor?.(operation, channel, upstreamModel) ?? codec
}

/** Describes an admitted request for choosing the format. */
export const wantedBy = ({ inbound, admitted, snapshot }: Admitted): Wanted => ({
  codec: inbound.codec,
  model: admitted.facts.model,
  body: snapshot.options['global.pass_through_request_enabled'] ? undefined : admitted.body,
})

/** Whether bodies and answers can be converted between two formats of an operation. */
const isFormOf = (wire: Codec, client: Codec): boolean => wire.form !== undefined || client.form !== undefined

/** Returns the model name for the channel's upstream: without prefix, after mapping. */
export function upstreamModelOf(channel: Channel, requestedModel: string): string {
  const model = stripPrefix(requestedModel, channel.modelPrefix)
  return channel.modelMapping.get(model) ?? model
}
