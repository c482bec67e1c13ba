import { traitsOf } from '../channel-types/traits.ts'
import type { Call, Channel, ChannelType } from '../channel-types/types.ts'
import { readModelAdapters } from '../channels/model-adapters.ts'
import { AppError } from '../errors/app-error.ts'
import { phraseOf } from '../errors/render-envelope.ts'
import type { Language } from '../language.ts'
import type { Options } from '../options/registry.ts'
import { LossList } from '../protocols/conversation/losses.ts'
import type { Codec, JsonObject, OperationName, UpstreamFailure } from '../protocols/types.ts'
import type { FailedAnswer } from '../relay/call/answer.ts'
import { attempt } from '../relay/call/attempt.ts'
import { refusedBeforehand } from '../relay/call/failed-answer.ts'
import { codecOf } from '../relay/route/wire.ts'
import { CredentialRefusal, type CredentialStore } from '../upstream/credentials.ts'
import type { Dispatchers } from '../upstream/dispatchers.ts'
import { TransportError, type UpstreamRequest } from '../upstream/exchange.ts'
import { redact } from '../upstream/redact.ts'
import { type ExchangeReport, reportExchange } from './exchange-report.ts'
import { watchExchange } from './watched-exchange.ts'

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
  /** For people; what the upstream said is the same in every language. */
  readonly text: Readonly<Record<Language, string>>
  /** 0 when the upstream was not reached. */
  readonly status: number
  readonly failure: UpstreamFailure
}

export interface TestCall {
  /** undefined = the upstream answered as it should. */
  readonly problem: TestProblem | undefined
  /** What went over the wire, fit to be shown; undefined = nothing was sent. */
  report(): Promise<ExchangeReport | undefined>
}

/**
 * One tiny request in the way every other goes: address, signature, framing and reading are those of the relay.
 *
 * @param model the upstream's name
 * @throws AppError `channel_test_unsupported`, `channel_misconfigured`
 */
export async function makeTestCall(
  channel: Channel,
  type: ChannelType,
  model: string,
  deps: TestCallDeps,
): Promise<TestCall> {
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
  let credential: string | undefined
  try {
    credential = type.credential && (await deps.credentials.get(type.credential, streamed))
  } catch (fault) {
    if (!(fault instanceof CredentialRefusal || fault instanceof TransportError)) throw fault
    const problem = describeProblem(refusedBeforehand(streamed, type, wire, fault, false))
    return { problem, report: async () => undefined }
  }
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
  const request: UpstreamRequest = {
    method: 'POST',
    url: type.finishUrl?.(unsigned, call) ?? target.url,
    headers: type.sign ? { ...headers, ...type.sign(unsigned, call) } : headers,
    body,
    firstByteTimeoutMs: TIMEOUT_MS,
    idleTimeoutMs: TIMEOUT_MS,
  }
  let received: ReturnType<typeof watchExchange> | undefined
  const answer = await attempt(
    {
      call,
      type,
      wire,
      translation: undefined,
      upstreamModel: model,
      hidesUsageChunk: false,
      request,
    },
    channel,
    {
      dispatchers: deps.dispatchers,
      now: () => deps.clock.now(),
      onExchange: (exchange) => {
        received = watchExchange(exchange)
      },
      hidesUpstreamErrors: false,
      wantsStream: false,
    },
  )
  return {
    problem: answer.kind === 'failed' ? describeProblem(answer) : undefined,
    report: async () =>
      reportExchange(request, await received?.(), [...channel.keys, ...(credential ? [credential] : [])]),
  }
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
    return {
      text: { en: phraseOf(error, 'en'), zh: phraseOf(error, 'zh') },
      status: 0,
      failure: { message: '', type: '', code, param: null },
    }
  }
  const message = redact(failure.message, { keys: prepared.call.channel.keys, url: prepared.request.url })
  const text = `${answer.upstreamStatus} ${message}`.trim().slice(0, 300)
  return {
    text: { en: text, zh: text },
    status: answer.upstreamStatus,
    failure: { ...failure, message },
  }
}
