import type { Call, Channel, ChannelType, Target } from '../../../src/daemon/channel-types/types.ts'
import type { Codec, JsonObject, OperationName, StreamFraming } from '../../../src/daemon/protocols/types.ts'
import type { PreparedCall } from '../../../src/daemon/relay/call/prepare/prepare.ts'
import { codecOf } from '../../../src/daemon/relay/route/wire.ts'
import { aChannel, someAdapters } from '../../daemon/channel-types/a-channel.ts'
import { type ChannelExample, type ChannelTypeFixtures, PLAIN_EXAMPLE } from './fixture.ts'

const NOW = new Date('2026-01-02T03:04:05Z')

/** Returns the channel that a fixture is about. */
export function exampleOf(fixtures: ChannelTypeFixtures, variant?: string): ChannelExample {
  const example = { ...PLAIN_EXAMPLE, ...fixtures.example }
  if (variant === undefined) return example
  const changes = fixtures.variants?.[variant]
  if (!changes) throw new Error(`there is no variant '${variant}'`)
  return { ...example, ...changes }
}

export function channelOf(type: ChannelType, example: ChannelExample): Channel {
  const needsAddress = example.baseUrl === '' && type.fields.baseUrl.default === undefined
  return aChannel({
    type: type.type,
    keys: [example.key],
    baseUrl: needsAddress ? 'https://upstream.example' : example.baseUrl,
    other: example.other,
  })
}

/** Builds a call through the example's channel, streamed where the vendor only streams. */
export function callOf(
  type: ChannelType,
  example: ChannelExample,
  operation: Exclude<Call['operation'], 'files' | 'batches'>,
  given: Partial<Call> = {},
): Call {
  const channel = channelOf(type, example)
  const model = operation === 'models' ? '' : (example.models[operation] ?? 'some-model')
  const wire = operation === 'models' ? undefined : codecOf(type, channel, operation, model)
  const call: Call = {
    channel,
    key: example.key,
    operation,
    path: operation === 'models' ? '/v1/models' : (wire?.path ?? '/'),
    model,
    isStream: false,
    query: {},
    headers: {},
    credential: example.credential,
    adapters: someAdapters(),
    ...given,
  }
  return type.streaming?.(call) === 'always' ? { ...call, isStream: true } : call
}

/** Returns the format in which the call's vendor is addressed. */
export function wireOf(type: ChannelType, call: Call): Codec {
  const codec =
    call.operation === 'models' || call.operation === 'files' || call.operation === 'batches'
      ? undefined
      : codecOf(type, call.channel, call.operation, call.model)
  if (!codec) throw new Error(`${type.slug} does not serve ${call.operation} for ${call.model}`)
  return codec
}

export const framingOf = (type: ChannelType, call: Call): StreamFraming =>
  type.framing?.({ ...call, isStream: true }) ?? wireOf(type, call).framing ?? 'sse'

/** Returns everything that is sent besides the body: the final URL, and the headers including the signature. */
export function signedTarget(type: ChannelType, call: Call, body: string): Target {
  const target = type.target(call)
  const headers = { 'content-type': 'application/json', ...target.headers }
  const unsigned = { url: target.url, headers, body, now: NOW }
  return {
    url: type.finishUrl?.(unsigned, call) ?? target.url,
    headers: { ...headers, ...type.sign?.(unsigned, call) },
  }
}

export const operationsOf = (type: ChannelType): OperationName[] =>
  Object.keys(type.serves) as OperationName[]

/** Returns the operations for which a variant of the channel uses another format than the usual one. */
export function otherFormats(
  type: ChannelType,
  fixtures: ChannelTypeFixtures,
  variant: string,
): OperationName[] {
  const example = exampleOf(fixtures, variant)
  return operationsOf(type).filter((operation) => {
    if (example.operations?.includes(operation) === false) return false
    const usual = wireOf(type, callOf(type, exampleOf(fixtures), operation))
    return wireOf(type, callOf(type, example, operation)).id !== usual.id
  })
}

/** A small body in each of the formats that clients use. */
export const PLAIN_BODIES: Readonly<Partial<Record<OperationName, JsonObject>>> = {
  chat: { messages: [{ role: 'user', content: 'hi' }], max_tokens: 5 },
  responses: { input: 'hi', max_output_tokens: 16 },
  messages: { max_tokens: 5, messages: [{ role: 'user', content: 'hi' }] },
  generate: { contents: [{ role: 'user', parts: [{ text: 'hi' }] }] },
  completion: { prompt: 'hi', max_tokens: 5 },
  embedding: { input: ['hi'] },
  moderation: { input: 'hi' },
  image: { prompt: 'a dot' },
  speech: { input: 'hi', voice: 'alloy' },
  rerank: { query: 'hi', documents: ['a', 'b'] },
}

/** Returns a small body for a call; empty for models, files and batches. */
export const plainBodyOf = ({ operation }: Call): JsonObject =>
  operation === 'models' || operation === 'files' || operation === 'batches'
    ? {}
    : (PLAIN_BODIES[operation] ?? {})

/** Builds an attempt of the call as the relay describes it, with its URL signed. */
export function preparedOf(type: ChannelType, call: Call): PreparedCall {
  const body = JSON.stringify(plainBodyOf(call))
  return {
    call,
    type,
    wire: wireOf(type, call),
    translation: undefined,
    hidesUsageChunk: false,
    hidesErrors: false,
    wantsStream: call.isStream,
    request: {
      method: 'POST',
      ...signedTarget(type, call, body),
      body,
      firstByteTimeoutMs: 1,
      idleTimeoutMs: 1,
    },
  }
}
