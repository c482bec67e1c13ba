import type { Call, Channel, ChannelType, SpokenFormat } from '../channel-types/types.ts'
import { readModelAdapters } from '../channels/model-adapters.ts'
import { reasons } from '../errors/reasons.ts'
import { textsOf } from '../errors/render-envelope.ts'
import type { Language } from '../language.ts'
import type { Options } from '../options/registry.ts'
import type { OperationName, UpstreamFailure } from '../protocols/types.ts'
import type { Answer, FailedAnswer } from '../relay/call/answer.ts'
import { callUpstream } from '../relay/call/call-upstream.ts'
import { refusedBeforehand } from '../relay/call/failed-answer.ts'
import { saysAddressIsUnknown } from '../relay/call/other-format.ts'
import { CredentialRefusal, type CredentialStore } from '../upstream/credentials.ts'
import type { Dispatchers } from '../upstream/dispatchers.ts'
import { TransportError, type UpstreamRequest } from '../upstream/exchange.ts'
import { redact } from '../upstream/redact.ts'
import { type ExchangeReport, reportExchange } from './exchange-report.ts'
import { chooseTestWire, writeTestBody } from './test-request.ts'
import { watchExchange } from './watched-exchange.ts'

const TIMEOUT_MS = 30_000

/** Longer upstream messages are cut to this length. */
const PROBLEM_CHARS_MAX = 300

export interface TestCallDeps {
  readonly dispatchers: Dispatchers
  readonly credentials: CredentialStore
  readonly clock: { now(): number }
  readonly version: string
  options(): Options
}

export interface TestProblem {
  /** Text for people; the upstream's own words are not translated. */
  readonly text: Readonly<Record<Language, string>>
  /** 0 if the upstream was not reached. */
  readonly status: number
  readonly failure: UpstreamFailure
}

/** Inputs of a channel test. */
export interface Tested {
  /** The model's name at the upstream. */
  readonly model: string
  /** Absent = the usual format for the model. */
  readonly format?: SpokenFormat
}

export interface TestCall {
  readonly operation: OperationName
  /** True if the upstream responded as if it did not have this operation's URL. */
  readonly lacksAddress: boolean
  /** undefined = the upstream responded as expected. */
  readonly problem: TestProblem | undefined
  /**
   * Returns the exchange, safe to show; undefined = nothing was sent.
   * @param showsAll for the super administrator. If a response is not a vendor's, others see only its error message: a
   * user who may set a channel's URL must not be able to read arbitrary pages through it
   */
  report(showsAll: boolean): Promise<ExchangeReport | undefined>
}

/**
 * Sends one tiny request with the URL, signature, framing and response parsing of the relay.
 *
 * @throws AppError `channel_test_unsupported`, `channel_misconfigured`
 */
export async function makeTestCall(
  channel: Channel,
  type: ChannelType,
  { model, format }: Tested,
  deps: TestCallDeps,
): Promise<TestCall> {
  const wire = chooseTestWire(type, channel, model, format)
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
    return { problem, operation: wire.operation, lacksAddress: false, report: async () => undefined }
  }
  const call = credential === undefined ? streamed : { ...streamed, credential }
  const { body, contentType } = writeTestBody(wire, type, call)
  const target = type.target(call)
  const headers = {
    'content-type': contentType,
    accept: wire.answers ? '*/*' : 'application/json, text/event-stream',
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
    problem: answer.kind === 'failed' ? namingAddress(describeProblem(answer)) : undefined,
    operation: wire.operation,
    lacksAddress: answer.kind === 'failed' && saysAddressIsUnknown(answer, body.toString()),
    report: async (showsAll) => {
      const secrets = [...channel.keys, ...(credential ? [credential] : [])]
      const whole = reportExchange(request, await received?.(), secrets)
      return showsAll || isVendorAnswer(answer) ? whole : withoutDocument(whole, answer)
    },
  }
}

/** Reports whether a response is of the requested kind. Status 200 and JSON alone prove nothing. */
const isVendorAnswer = (answer: Answer): boolean =>
  answer.kind !== 'failed' &&
  (answer.hasOutput || (answer.kind === 'plain' && answer.usage.kind === 'stated'))

/** Replaces the body of a report with the error that the response contains, if any. */
function withoutDocument(report: ExchangeReport, answer: Answer): ExchangeReport {
  if (!report.response) return report
  const body = answer.kind === 'failed' ? describeProblem(answer).failure.message : ''
  return { ...report, response: { ...report.response, body: body.slice(0, PROBLEM_CHARS_MAX), is_cut: true } }
}

/** Tells an administrator to check the channel's URL, where clients are told to try again later. */
const namingAddress = (problem: TestProblem): TestProblem =>
  problem.failure.code === 'unreachable' ? { ...problem, text: reasons.channelUnreachable } : problem

/** Describes a failure. An upstream that is unreachable or does not respond says nothing about the key. */
function describeProblem(answer: FailedAnswer): TestProblem {
  const { error, failure, prepared } = answer
  if (answer.isTransport || !failure) {
    const code = (error.options.detail as { fault?: string } | undefined)?.fault ?? error.code
    return {
      text: textsOf(error),
      status: 0,
      failure: { message: '', type: '', code, param: null },
    }
  }
  const about = { keys: prepared.call.channel.keys, url: prepared.request.url }
  const safe = (text: string): string => redact(text, about)
  const withStatus = (text: string): string =>
    `${answer.upstreamStatus} ${safe(text)}`.trim().slice(0, PROBLEM_CHARS_MAX)
  const { message, texts } = failure
  return {
    text: { en: withStatus(message), zh: withStatus(texts?.zh ?? message) },
    status: answer.upstreamStatus,
    failure: { ...failure, message: safe(message) },
  }
}
