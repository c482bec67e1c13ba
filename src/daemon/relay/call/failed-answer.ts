import type { IncomingHttpHeaders } from 'node:http'
import { isKeyDead } from '../../channel-types/key-death.ts'
import { AppError } from '../../errors/app-error.ts'
import { readContextOverflow } from '../../protocols/context-overflow.ts'
import { parseJson } from '../../protocols/parse-json.ts'
import type { Codec, UpstreamFailure } from '../../protocols/types.ts'
import type { CredentialRefusal } from '../../upstream/credentials.ts'
import { TransportError, type UpstreamExchange } from '../../upstream/exchange.ts'
import type { FailedAnswer } from './answer.ts'
import type { Arrival } from './arrival.ts'
import type { PreparedCall } from './prepare/prepare.ts'
import { describeTransportFault, describeUpstreamFailure, isPromptTooLong } from './upstream-errors.ts'

/** A call that was never made: the vendor gave no token for the key, or could not be reached for one. */
export function refusedBeforehand(
  unsent: Omit<PreparedCall, 'translation' | 'hidesUsageChunk' | 'request'>,
  fault: CredentialRefusal | TransportError,
): FailedAnswer {
  const { channel } = unsent.call
  const prepared: PreparedCall = {
    ...unsent,
    translation: undefined,
    hidesUsageChunk: false,
    request: {
      method: 'POST',
      url: channel.baseUrl,
      headers: {},
      body: null,
      firstByteTimeoutMs: 0,
      idleTimeoutMs: 0,
    },
  }
  if (fault instanceof TransportError) return transportFailure(prepared, fault)
  const { status, failure } = fault
  return {
    kind: 'failed',
    prepared,
    ...describeUpstreamFailure(status, failure, prepared, {
      hides: prepared.hidesErrors,
      retryAfterSeconds: undefined,
    }),
    status: channel.statusCodeMapping.get(status) ?? status,
    upstreamStatus: status,
    failure,
    isTransport: false,
    retryAfterSeconds: undefined,
  }
}

/** What an upstream said instead of an answer. */
export interface Refusal {
  /** As the upstream sent it, before any mapping. */
  readonly status: number
  readonly failure: UpstreamFailure
  /** Read from its headers. */
  readonly retryAfterSeconds: number | undefined
}

export function refusal(prepared: PreparedCall, refused: Refusal): FailedAnswer {
  const { status: upstreamStatus, failure } = refused
  const isOverflow = isPromptTooLong(upstreamStatus, failure)
  const status =
    prepared.call.channel.statusCodeMapping.get(upstreamStatus) ?? (isOverflow ? 400 : upstreamStatus)
  const wait = refused.retryAfterSeconds ?? failure.retryAfterSeconds
  // The administrator mapped this status and wants the mapped one to count.
  const isDead = status === upstreamStatus && isKeyDead(prepared.type, upstreamStatus, failure, '')
  return {
    kind: 'failed',
    prepared,
    ...describeUpstreamFailure(status, failure, prepared, {
      hides: prepared.hidesErrors,
      retryAfterSeconds: BUSY.has(upstreamStatus) ? wait : undefined,
      isKeyDead: isDead,
      overflows: isOverflow ? prepared.call.model : undefined,
    }),
    isKeyDead: isDead,
    status,
    upstreamStatus,
    failure,
    isTransport: false,
    // Channels rest after 429 only.
    retryAfterSeconds: upstreamStatus === 429 ? wait : undefined,
  }
}

/** Vendors send `Retry-After` with these statuses. Only Anthropic uses 529. */
const BUSY: ReadonlySet<number> = new Set([429, 503, 529])

/** @param status what the response has, or should have had: see {@link disguisedStatus} */
export const refusalOf = (
  { prepared, exchange }: Arrival,
  status: number,
  failure: UpstreamFailure,
  clock: { now(): number },
): FailedAnswer =>
  refusal(prepared, {
    status,
    failure,
    retryAfterSeconds: readRetryAfter(exchange.headers, clock.now()),
  })

export function transportFailure(prepared: PreparedCall, fault: TransportError): FailedAnswer {
  return noAnswer(prepared, describeTransportFault(fault))
}

/** A call whose bytes stopped coming, on their side or on ours. */
export const brokenOff = (
  prepared: PreparedCall,
  { isSent }: Pick<UpstreamExchange, 'isSent'>,
  fault: TransportError,
): FailedAnswer => ({
  ...transportFailure(prepared, fault),
  isAbandoned: isSent && fault.fault === 'aborted',
})

/** What came instead of an answer. The log stores these words. */
export type Malformed =
  | 'a compressed stream'
  | 'a web page'
  | 'not JSON'
  | 'a stream nobody asked for'
  | 'a stream that broke off'

export function malformed({ prepared, exchange }: Arrival, what: Malformed): FailedAnswer {
  exchange.abort()
  return noAnswer(prepared, new AppError('upstream_malformed', { detail: { what } }))
}

/** The upstream said nothing that could be read: neither a status of its own nor why it failed. */
export function noAnswer(prepared: PreparedCall, error: AppError): FailedAnswer {
  return {
    kind: 'failed',
    prepared,
    error,
    status: error.status,
    upstreamStatus: error.status,
    failure: undefined,
    isTransport: true,
    isContentPolicy: false,
    retryAfterSeconds: undefined,
  }
}

/** What an event of a stream says that tells of a failure. */
export function readStreamFailure(wire: Codec, data: string): UpstreamFailure {
  const document = parseJson(data)
  return (document !== undefined && wire.readDisguisedFailure(document)) || wire.readFailure(502, data)
}

/** A stream that had begun to answer when its upstream said why it breaks off. */
export const brokenStream = (prepared: PreparedCall, failure: UpstreamFailure): FailedAnswer =>
  refusal(prepared, { status: disguisedStatus(failure), failure, retryAfterSeconds: undefined })

/** Errors inside a 200 often carry the status they should have had. */
export function disguisedStatus(failure: UpstreamFailure): number {
  if (failure.status !== undefined) return failure.status
  const code = Number(failure.code)
  if (Number.isInteger(code) && code >= 400 && code <= 599) return code
  if (readContextOverflow(failure)) return 400
  return STATUS_OF_WORDS.get(failure.code) ?? STATUS_OF_WORDS.get(failure.type) ?? 502
}

/** What vendors write into streams instead of a status; anything else counts as a fault of theirs (502). */
const STATUS_OF_WORDS: ReadonlyMap<string, number> = new Map([
  ['rate_limit_exceeded', 429],
  ['rate_limit_error', 429],
  ['insufficient_quota', 429],
  ['RESOURCE_EXHAUSTED', 429],
  ['throttlingException', 429],
  ['overloaded_error', 503],
  ['invalid_request_error', 400],
  ['invalid_prompt', 400],
  ['validationException', 400],
  ['authentication_error', 401],
  ['billing_error', 402],
  ['permission_error', 403],
  ['not_found_error', 404],
])

/** Seconds, from `Retry-After` in either form (RFC 9110, 10.2.3) or OpenAI's `retry-after-ms`. */
export function readRetryAfter(headers: IncomingHttpHeaders, nowMs: number): number | undefined {
  const milliseconds = Number(headers['retry-after-ms'] ?? Number.NaN)
  if (milliseconds >= 0) return milliseconds / 1000
  const text = headers['retry-after']
  if (text === undefined) return undefined
  const seconds = Number(text)
  if (seconds >= 0) return seconds
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : Math.max(0, (at - nowMs) / 1000)
}
