import { traitsOf } from '../channel-types/traits.ts'
import type { Call, Channel, ChannelType } from '../channel-types/types.ts'
import { AppError } from '../errors/app-error.ts'
import { phraseOf } from '../errors/render-envelope.ts'
import type { Options } from '../options/registry.ts'
import { LossList } from '../protocols/conversation/losses.ts'
import type { Codec, JsonObject, OperationName, UpstreamFailure } from '../protocols/types.ts'
import type { FailedAnswer } from '../relay/answer.ts'
import { attempt } from '../relay/attempt.ts'
import { readModelAdapters } from '../relay/model-adapters.ts'
import { codecOf } from '../relay/wire.ts'
import type { CredentialStore } from './credentials.ts'
import type { Dispatchers } from './dispatchers.ts'
import { redact } from './redact.ts'

const TIMEOUT_MS = 30_000

/** In this order where the model's name does not say more. */
const TESTED: readonly OperationName[] = [
  'chat',
  'messages',
  'generate',
  'responses',
  'embedding',
  'completion',
  'moderation',
  'rerank',
]

export interface TestCallDeps {
  readonly dispatchers: Dispatchers
  readonly credentials: CredentialStore
  readonly clock: { now(): number }
  readonly version: string
  options(): Options
}

export interface TestProblem {
  readonly text: string
  /** 0 when the upstream was not reached. */
  readonly status: number
  readonly failure: UpstreamFailure
}

/**
 * One tiny request in the way every other goes: address, signature, framing and reading are those of the relay.
 *
 * @param model the upstream's name
 * @returns undefined when the upstream answered
 * @throws AppError `channel_test_unsupported`, `channel_misconfigured`
 */
export async function makeTestCall(
  channel: Channel,
  type: ChannelType,
  model: string,
  deps: TestCallDeps,
): Promise<TestProblem | undefined> {
  const wire = chooseTestWire(type, channel, model)
  const bare: Call = {
    channel,
    key: channel.keys[0] ?? '',
    operation: wire.operation,
    path: wire.path,
    model,
    isStream: false,
    query: {},
    headers: {},
    credential: undefined,
    adapters: readModelAdapters(deps.options()),
  }
  const streamed = type.streaming?.(bare) === 'always' ? { ...bare, isStream: true } : bare
  const credential = type.credential ? await deps.credentials.get(type.credential, streamed) : undefined
  const call = credential === undefined ? streamed : { ...streamed, credential }
  const asked = testBody(wire, type, call)
  const body = JSON.stringify(type.shapeRequest?.(asked, call) ?? asked)
  const target = type.target(call)
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'accept-encoding': 'identity',
    'user-agent': `tollgate/${deps.version}`,
    ...target.headers,
  }
  const unsigned = { url: target.url, headers, body, now: new Date(deps.clock.now()) }
  const answer = await attempt(
    {
      call,
      type,
      wire,
      translation: undefined,
      upstreamModel: model,
      hidesUsageChunk: false,
      request: {
        method: 'POST',
        url: type.finishUrl?.(unsigned, call) ?? target.url,
        headers: type.sign ? { ...headers, ...type.sign(unsigned, call) } : headers,
        body,
        firstByteTimeoutMs: TIMEOUT_MS,
        idleTimeoutMs: TIMEOUT_MS,
      },
    },
    channel,
    {
      dispatchers: deps.dispatchers,
      now: () => deps.clock.now(),
      onExchange: () => {},
      hidesUpstreamErrors: false,
      wantsStream: false,
    },
  )
  return answer.kind === 'failed' ? describeProblem(answer) : undefined
}

/** Embedding and rerank models cannot chat; their names give them away. */
function chooseTestWire(type: ChannelType, channel: Channel, model: string): Codec {
  const wanted: readonly OperationName[] = /rerank/i.test(model)
    ? ['rerank']
    : /embedding|embed|bge-|^m3e/i.test(model)
      ? ['embedding']
      : []
  for (const operation of [...wanted, ...TESTED]) {
    const codec = codecOf(type, channel, operation, model)
    if (codec) return codec
  }
  throw new AppError('channel_test_unsupported', { values: { type: type.label } })
}

/** Types rename the cap where their models know another name for it. */
function testBody(wire: Codec, type: ChannelType, call: Call): JsonObject {
  const { model, isStream } = call
  const outputTokensMax = model.includes('thinking') ? 50 : model.startsWith('gemini') ? 300 : 10
  const losses = new LossList()
  if (wire.id === 'openai-chat')
    return {
      model,
      messages: [{ role: 'user', content: 'hi' }],
      stream: isStream,
      max_tokens: outputTokensMax,
    }
  if (wire.upstream)
    return wire.upstream.encodeRequest(
      {
        model,
        isStream,
        turns: [{ role: 'user', parts: [{ kind: 'text', text: 'hi' }] }],
        tools: [],
        outputTokensMax,
      },
      { model, isStream, traits: traitsOf(type, call), adapters: call.adapters, losses },
    )
  const form = formBody(wire.operation, model)
  return wire.form?.encodeRequest?.(form, losses) ?? form
}

function formBody(operation: OperationName, model: string): JsonObject {
  switch (operation) {
    case 'embedding':
      return { model, input: ['hello world'] }
    case 'moderation':
      return { model, input: 'hi' }
    case 'completion':
      return { model, prompt: 'hi', max_tokens: 10 }
    case 'rerank':
      return { model, query: 'hi', documents: ['hello world'] }
    default:
      throw new AppError('channel_test_unsupported', { values: { type: operation } })
  }
}

/** Nobody there, or nobody answering, says nothing about the key. */
function describeProblem(answer: FailedAnswer): TestProblem {
  const { error, failure, prepared } = answer
  if (answer.isTransport || !failure) {
    const code = (error.options.detail as { fault?: string } | undefined)?.fault ?? error.code
    return { text: phraseOf(error, 'en'), status: 0, failure: { message: '', type: '', code, param: null } }
  }
  const message = redact(failure.message, { keys: prepared.call.channel.keys, url: prepared.request.url })
  return {
    text: `${answer.upstreamStatus} ${message}`.trim().slice(0, 300),
    status: answer.upstreamStatus,
    failure: { ...failure, message },
  }
}
