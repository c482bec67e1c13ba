import { lacksFormat } from '../../channel-types/spoken-formats.ts'
import type { Asks, Channel, ChannelType } from '../../channel-types/types.ts'
import { mayCarryTaggedState } from '../../protocols/conversation/opaque-state.ts'
import { asArray, asObject, asText, objectsOf } from '../../protocols/json-access.ts'
import { openaiCompaction } from '../../protocols/responses/index.ts'
import type { Codec, JsonObject, JsonValue, OperationName, RequestFacts } from '../../protocols/types.ts'
import { stripPrefix } from './model-name.ts'
import type { Snapshot } from './snapshot.ts'

/** The conversation formats, in the order they are tried when the vendor does not speak the client's own. */
const CONVERSATIONS: readonly OperationName[] = ['chat', 'messages', 'generate', 'responses']

/** What decides which format a channel is called in. */
export interface Wanted {
  /** The client's protocol. */
  readonly codec: Codec
  /** The name the client asks for: some vendors speak different formats for different models. */
  readonly model: string
  /** The request uses something that only a vendor of the client's own protocol keeps for its clients. */
  readonly needsOwn?: boolean
  /** The client's request; undefined = the question is about none, or its body must go as it came. */
  readonly body?: JsonObject | undefined
}

/** As much of an admitted request as the format depends on. */
interface Admitted {
  readonly inbound: { readonly codec: Codec }
  readonly admitted: { readonly body: JsonObject; readonly facts: Pick<RequestFacts, 'model'> }
  readonly snapshot: Pick<Snapshot, 'options'>
}

/**
 * The format a channel is called in: the client's own where the vendor speaks it, because bytes pass through then;
 * otherwise one that the client's can be translated into. undefined = the channel cannot serve the request.
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

/** Whether the vendor itself makes the conversation shorter. */
function compacts(type: ChannelType, channel: Channel, { codec, body, needsOwn }: Wanted): boolean {
  // Only the vendor can shorten a conversation that it stores.
  if (needsOwn || (body && codec.needsOwnProtocol?.(body))) return true
  // A vendor cannot read what Tollgate wrote for other vendors' models, such as a summary.
  return type.compacts?.(channel) === true && !(body && hasOwnState(body))
}

/** We ask this about the same body for each channel, and the body may be long. */
const ownStates = new WeakMap<JsonObject, boolean>()

function hasOwnState(body: JsonObject): boolean {
  const known = ownStates.get(body)
  if (known !== undefined) return known
  const found = mayCarryTaggedState(JSON.stringify(body))
  ownStates.set(body, found)
  return found
}

/** Most vendors of Anthropic's format keep no conversations. Vendors of other formats keep what those formats need. */
const lacksThreads = (type: ChannelType, client: Codec): boolean =>
  client.operation === 'messages' && type.keepsThreads !== true

/** What is asked for that decides between the formats of a vendor; undefined = nothing is known of it. */
function readAsks({ setting, paramOverride }: Channel, { codec, body }: Wanted): Asks | undefined {
  if (!body || setting.passThroughBodyEnabled) return undefined
  const usesTools = hasEntries(body.tools) || hasEntries(body.functions)
  // Others are translated anyway, and only Responses keeps what a model thought between its calls.
  if (codec.operation !== 'chat') return { usesTools, effort: 'high', searches: searchesWeb(body) }
  const { reasoning_effort: effort } =
    paramOverride && 'reasoning_effort' in paramOverride ? paramOverride : body
  return { usesTools, effort: asText(effort) ?? asText(asObject(body.reasoning)?.effort) }
}

/** Anthropic's and OpenAI's tools say it in their type, Google's are named by their only member. */
const searchesWeb = ({ tools }: JsonObject): boolean =>
  objectsOf(tools).some(
    (tool) => asText(tool.type)?.startsWith('web_search') === true || Object.keys(tool).some(isGoogleSearch),
  )

const isGoogleSearch = (member: string): boolean => /^google_?search/i.test(member)

const hasEntries = (list: JsonValue | undefined): boolean => (asArray(list)?.length ?? 0) > 0

/** The format an operation is asked in, where the vendor takes it for this model. */
export const codecOf = (
  type: ChannelType,
  channel: Channel,
  operation: OperationName,
  upstreamModel: string,
): Codec | undefined => codecFor(type, channel, operation, { upstreamModel, asks: undefined })

/** The same for a request. */
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

/** What an admitted request wants of a channel. */
export const wantedBy = ({ inbound, admitted, snapshot }: Admitted): Wanted => ({
  codec: inbound.codec,
  model: admitted.facts.model,
  body: snapshot.options['global.pass_through_request_enabled'] ? undefined : admitted.body,
})

/** Whether bodies and answers can be changed from one form of an operation to another. */
const isFormOf = (wire: Codec, client: Codec): boolean => wire.form !== undefined || client.form !== undefined

/** The name the channel's upstream knows: prefix removed, mapping followed. */
export function upstreamModelOf(channel: Channel, requestedModel: string): string {
  const model = stripPrefix(requestedModel, channel.modelPrefix)
  return channel.modelMapping.get(model) ?? model
}
