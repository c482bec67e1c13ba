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

/** Describes a call that was never made, because the vendor issued no token for the key or could not be reached. */
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

/** An upstream's error response. */
export interface Refusal {
  /** The status sent by the upstream, before any mapping. */
  readonly status: number
  readonly failure: UpstreamFailure
  /** Read from the response headers. */
  readonly retryAfterSeconds: number | undefined
}

export function refusal(prepared: PreparedCall, refused: Refusal): FailedAnswer {
  const { status: upstreamStatus, failure } = refused
  const isOverflow = isPromptTooLong(upstreamStatus, failure)
  const status =
    prepared.call.channel.statusCodeMapping.get(upstreamStatus) ?? (isOverflow ? 400 : upstreamStatus)
  const wait = refused.retryAfterSeconds ?? failure.retryAfterSeconds
  // If the administrator has mapped this status, the mapped one counts.
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
    // Channels only cool down after 429.
    retryAfterSeconds: upstreamStatus === 429 ? wait : undefined,
  }
}

/** Vendors send `Retry-After` with these statuses. Only Anthropic uses 529. */
const BUSY: ReadonlySet<number> = new Set([429, 503, 529])

/** @param status the status of the response, or the one it should have had: see {@link disguisedStatus} */
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

/** Describes a call whose connection broke off, on either side. */
export const brokenOff = (
  prepared: PreparedCall,
  { isSent }: Pick<UpstreamExchange, 'isSent'>,
  fault: TransportError,
): FailedAnswer => ({
  ...transportFailure(prepared, fault),
  isAbandoned: isSent && fault.fault === 'aborted',
})

/** What arrived instead of an answer. These words are stored in the log. */
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

/** Describes an attempt whose upstream sent nothing readable: neither a status nor the reason for the failure. */
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

/** Reads the failure from a stream event that reports one. */
export function readStreamFailure(wire: Codec, data: string): UpstreamFailure {
  const document = parseJson(data)
  return (document !== undefined && wire.readDisguisedFailure(document)) || wire.readFailure(502, data)
}

/** Describes a stream whose upstream reported an error after the answer had begun. */
export const brokenStream = (prepared: PreparedCall, failure: UpstreamFailure): FailedAnswer =>
  refusal(prepared, { status: disguisedStatus(failure), failure, retryAfterSeconds: undefined })

/** Returns the status that an error inside a 200 should have had; often the error states it. */
export function disguisedStatus(failure: UpstreamFailure): number {
  if (failure.status !== undefined) return failure.status
  const code = Number(failure.code)
  if (Number.isInteger(code) && code >= 400 && code <= 599) return code
  if (readContextOverflow(failure)) return 400
  return STATUS_OF_WORDS.get(failure.code) ?? STATUS_OF_WORDS.get(failure.type) ?? 502
}

/** The statuses meant by error codes that vendors send in streams; any other code counts as a vendor error (502). */
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

/** Returns the seconds to wait, from `Retry-After` in either form (RFC 9110, 10.2.3) or OpenAI's `retry-after-ms`. */
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
