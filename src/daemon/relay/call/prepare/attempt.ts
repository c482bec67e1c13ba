import { channelTypes } from '../../../channel-types/index.ts'
import { traitsOf } from '../../../channel-types/traits.ts'
import type { Call, Channel, ChannelType } from '../../../channel-types/types.ts'
import { readModelAdapters } from '../../../channels/model-adapters.ts'
import { AppError } from '../../../errors/app-error.ts'
import { claudeFamily } from '../../../protocols/anthropic/model-families.ts'
import { mayCarryTaggedState } from '../../../protocols/conversation/opaque-state.ts'
import { asArray } from '../../../protocols/json-access.ts'
import { asksCompaction, usesClientTools } from '../../../protocols/responses/index.ts'
import type { Codec, JsonObject, OperationName } from '../../../protocols/types.ts'
import type { Asked } from '../../admit/asked.ts'
import type { InboundRequest } from '../../inbound/inbound.ts'
import { chooseWire, upstreamModelOf, wantedBy } from '../../route/wire.ts'
import { steerHead } from './steer.ts'

/** One attempt on one channel: the request, where it goes, and the format it is sent in. */
export interface Attempt {
  readonly asked: Asked
  readonly channel: Channel
  readonly type: ChannelType
  /** The format spoken to the upstream. */
  readonly wire: Codec
  /** The channel's key that was picked for this attempt. */
  readonly key: string
  /** The call as channel types see it. */
  readonly call: Call
  /** Whether the client's bytes can go upstream unchanged: see {@link passesBytes}. */
  readonly passesBytes: boolean
  /** Headers and query parameters left out because they would change the model or the price. */
  readonly strippedOfHead: readonly string[]
}

/** Client headers that an upstream of the same protocol may need. */
const HANDED_ON = ['anthropic-version', 'anthropic-beta', 'openai-beta'] as const

/** Starts an attempt. @throws AppError `channel_misconfigured` if the channel cannot serve the request */
export function startAttempt(asked: Asked, channel: Channel, key: string): Attempt {
  const { inbound, admitted, snapshot } = asked
  const { codec } = inbound
  const { model, isStream } = admitted.facts
  const type = channelTypes.get(channel.type)
  const wire = type && chooseWire(type, channel, wantedBy(asked))
  if (!type || !wire)
    throw new AppError('channel_misconfigured', { detail: { channelId: channel.id, type: channel.type } })
  const asGiven: Call = {
    channel,
    key,
    operation: wire.operation,
    // One format may have several endpoints, which are told apart by the client's own path.
    path: wire.id === codec.id ? inbound.path : wire.path,
    model: upstreamModelOf(channel, model),
    isStream: isStream && channel.setting.streamSupport !== 'NON_STREAM_ONLY',
    query: inbound.query,
    headers: readHandedOn(inbound, admitted.body),
    credential: undefined,
    adapters: readModelAdapters(snapshot.options),
  }
  const { call: described, stripped: strippedOfHead } = steerHead(type, asGiven)
  const streaming = hasNoStream(codec, wire) ? 'never' : (type.streaming?.(described) ?? 'both')
  const call = streaming === 'both' ? described : { ...described, isStream: streaming === 'always' }
  const isPassed = passesBytes(asked, type, wire, call)
  return { asked, channel, type, wire, key, call, passesBytes: isPassed, strippedOfHead }
}

/** Only conversations are translated event by event: otherwise, a stream is written once the answer is complete. */
const hasNoStream = (client: Codec, wire: Codec): boolean => wire.id !== client.id && !client.client

/** Adds a token that was derived from the attempt's key. */
export const withCredential = (attempt: Attempt, credential: string | undefined): Attempt =>
  credential === undefined ? attempt : { ...attempt, call: { ...attempt.call, credential } }

/** Whether the upstream streams although the client waits for one answer, so that its stream must be gathered. */
export const gathersStream = ({ call, asked }: Attempt): boolean =>
  call.isStream && !asked.admitted.facts.isStream

/**
 * Whether the client's bytes can go upstream: both sides use the same format, and the bytes contain no state that we
 * tagged for another vendor, no link that this vendor's variant does not follow, and no request for a compaction
 * or for tools that only OpenAI has. Scans the body's text.
 */
function passesBytes(asked: Asked, type: ChannelType, wire: Codec, call: Call): boolean {
  if (wire.id !== asked.inbound.codec.id) return false
  if (!wire.upstream) return true
  const { bodyText } = asked.admitted
  const link = LINKS[wire.operation]
  const followsLinks = !link || traitsOf(type, call).takesMediaUrls !== false
  const isOurs = mayCarryTaggedState(bodyText) && !dropsForeignThinking(asked, wire, call)
  if (wire.operation === 'responses' && !type.compacts?.(call.channel) && asksCompaction(asked.admitted.body))
    return false
  if (
    wire.operation === 'responses' &&
    traitsOf(type, call).origin !== 'openai' &&
    usesClientTools(asked.admitted.body)
  )
    return false
  return !isOurs && (followsLinks || !link.test(bodyText))
}

/** Whether the request will be adapted to a Claude model. That step also removes the thinking of other vendors. */
function dropsForeignThinking({ snapshot }: Asked, wire: Codec, { model, channel }: Call): boolean {
  const isFitted = !(
    snapshot.options['global.pass_through_request_enabled'] || channel.setting.passThroughBodyEnabled
  )
  return isFitted && wire.operation === 'messages' && claudeFamily(model).isClaude
}

/**
 * How each format gives a picture or document by link. Google's own is not listed: Google itself must follow its links,
 * and does so for YouTube videos and for its own files.
 */
const LINKS: Readonly<Partial<Record<OperationName, RegExp>>> = {
  chat: /"image_url"\s*:\s*(?:\{[^{}]*"url"\s*:\s*)?"https?:/i,
  messages: /"type"\s*:\s*"url"/,
  responses: /"(?:image_url|file_url)"\s*:\s*(?:\{[^{}]*"url"\s*:\s*)?"https?:/i,
}

function readHandedOn(
  { headers }: InboundRequest,
  { anthropic_beta: inBody }: JsonObject,
): Readonly<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const name of HANDED_ON) {
    const value = headers[name]
    if (typeof value === 'string' && HANDED_ON_TEXT.test(value)) found[name] = value
  }
  // Anthropic's packages for Vertex AI and Bedrock list beta features in the body.
  const betas = [found['anthropic-beta'], ...(asArray(inBody) ?? [])].filter(
    (each): each is string => typeof each === 'string' && each !== '',
  )
  const joined = betas.join(',')
  if (betas.length > 0 && HANDED_ON_TEXT.test(joined)) found['anthropic-beta'] = joined
  return found
}

const HANDED_ON_TEXT = /^[\x20-\x7e]{1,1000}$/
