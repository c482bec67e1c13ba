import { traitsOf } from '../channel-types/traits.ts'
import type { Call, Channel, ChannelType } from '../channel-types/types.ts'
import { readModelAdapters } from '../channels/model-adapters.ts'
import { AppError } from '../errors/app-error.ts'
import { phraseOf } from '../errors/render-envelope.ts'
import type { Language } from '../language.ts'
import type { Options } from '../options/registry.ts'
import { LossList } from '../protocols/conversation/losses.ts'
import type { Codec, JsonObject, OperationName, UpstreamFailure } from '../protocols/types.ts'
import type { Answer, FailedAnswer } from '../relay/call/answer.ts'
import { callUpstream } from '../relay/call/call-upstream.ts'
import { refusedBeforehand } from '../relay/call/failed-answer.ts'
import { codecOf } from '../relay/route/wire.ts'
import { CredentialRefusal, type CredentialStore } from '../upstream/credentials.ts'
import type { Dispatchers } from '../upstream/dispatchers.ts'
import { TransportError, type UpstreamRequest } from '../upstream/exchange.ts'
import { redact } from '../upstream/redact.ts'
import { type ExchangeReport, reportExchange } from './exchange-report.ts'
import { watchExchange } from './watched-exchange.ts'

const TIMEOUT_MS = 30_000

/** Of what an upstream says went wrong. */
const PROBLEM_CHARS_MAX = 300

/** Tried in this order unless the model's name implies one. */
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
  /** To show to people; the upstream's text is not translated. */
  readonly text: Readonly<Record<Language, string>>
  /** 0 if the upstream was not reached. */
  readonly status: number
  readonly failure: UpstreamFailure
}

export interface TestCall {
  /** undefined = the upstream answered as expected. */
  readonly problem: TestProblem | undefined
  /**
   * The exchange, safe to show; undefined = nothing was sent.
   * @param showsAll for the super administrator. Others see of an answer that is no vendor's only what it says went wrong:
   *   who may set an address must not read what lies there
   */
  report(showsAll: boolean): Promise<ExchangeReport | undefined>
}

/**
 * Sends one tiny request like any other: address, signature, framing and reading are those of the relay.
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
  const shown = { type, wire, hidesErrors: false, wantsStream: false }
  let credential: string | undefined
  try {
    credential = type.credential && (await deps.credentials.get(type.credential, streamed))
  } catch (fault) {
    if (!(fault instanceof CredentialRefusal || fault instanceof TransportError)) throw fault
    const problem = describeProblem(refusedBeforehand({ ...shown, call: streamed }, fault))
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
  const answer = await callUpstream(
    { ...shown, call, translation: undefined, hidesUsageChunk: false, request },
    (exchange) => {
      received = watchExchange(exchange)
    },
    deps,
  )
  return {
    problem: answer.kind === 'failed' ? describeProblem(answer) : undefined,
    report: async (showsAll) => {
      const secrets = [...channel.keys, ...(credential ? [credential] : [])]
      const whole = reportExchange(request, await received?.(), secrets)
      return showsAll || isVendorAnswer(answer) ? whole : withoutDocument(whole, answer)
    },
  }
}

/** Whether an answer is the kind that was asked for; status 200 and JSON alone prove nothing. */
const isVendorAnswer = (answer: Answer): boolean =>
  answer.kind !== 'failed' &&
  (answer.hasOutput || (answer.kind === 'plain' && answer.usage.kind === 'stated'))

/** What an answer says went wrong, in place of the answer. */
function withoutDocument(report: ExchangeReport, answer: Answer): ExchangeReport {
  if (!report.response) return report
  const body = answer.kind === 'failed' ? describeProblem(answer).failure.message : ''
  return { ...report, response: { ...report.response, body: body.slice(0, PROBLEM_CHARS_MAX), is_cut: true } }
}

/** Embedding and rerank models cannot chat; they are recognised by name. */
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

/** Channel types rename the cap for models that call it something else. */
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

/** An upstream that cannot be reached or does not answer says nothing about the key. */
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
  const text = `${answer.upstreamStatus} ${message}`.trim().slice(0, PROBLEM_CHARS_MAX)
  return {
    text: { en: text, zh: text },
    status: answer.upstreamStatus,
    failure: { ...failure, message },
  }
}
