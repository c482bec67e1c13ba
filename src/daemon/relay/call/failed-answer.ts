import { isKeyDead } from '../../channel-types/key-death.ts'
import type { Call, ChannelType } from '../../channel-types/types.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Codec, UpstreamFailure } from '../../protocols/types.ts'
import type { CredentialRefusal } from '../../upstream/credentials.ts'
import { TransportError, type UpstreamExchange } from '../../upstream/exchange.ts'
import { readHeader } from '../../upstream/upstream-body.ts'
import type { FailedAnswer } from './answer.ts'
import type { AttemptDeps } from './attempt.ts'
import type { PreparedCall } from './prepare/prepare.ts'
import { describeTransportFault, describeUpstreamFailure } from './upstream-errors.ts'

/** A call that was never made: the vendor gave no token for the key, or could not be reached for one. */
export function refusedBeforehand(
  call: Call,
  type: ChannelType,
  wire: Codec,
  fault: CredentialRefusal | TransportError,
  hides: boolean,
): FailedAnswer {
  const request = { method: 'POST' as const, url: call.channel.baseUrl, headers: {}, body: null }
  const prepared: PreparedCall = {
    call,
    type,
    wire,
    translation: undefined,
    upstreamModel: call.model,
    hidesUsageChunk: false,
    request: { ...request, firstByteTimeoutMs: 0, idleTimeoutMs: 0 },
  }
  if (fault instanceof TransportError) return transportFailure(prepared, fault)
  const { status, failure } = fault
  return {
    kind: 'failed',
    prepared,
    ...describeUpstreamFailure(status, failure, prepared, { hides, retryAfterSeconds: undefined }),
    status: call.channel.statusCodeMapping.get(status) ?? status,
    upstreamStatus: status,
    failure,
    isTransport: false,
    retryAfterSeconds: undefined,
  }
}

export function refusal(
  prepared: PreparedCall,
  exchange: UpstreamExchange,
  upstreamStatus: number,
  failure: UpstreamFailure,
  deps: AttemptDeps,
): FailedAnswer {
  const status = prepared.call.channel.statusCodeMapping.get(upstreamStatus) ?? upstreamStatus
  const retryAfterSeconds = upstreamStatus === 429 ? readRetryAfter(exchange, deps.now()) : undefined
  // A status that the administrator mapped is what the administrator wants to be seen.
  const isDead = status === upstreamStatus && isKeyDead(prepared.type, upstreamStatus, failure, '')
  return {
    kind: 'failed',
    prepared,
    ...describeUpstreamFailure(status, failure, prepared, {
      hides: deps.hidesUpstreamErrors,
      retryAfterSeconds,
      isKeyDead: isDead,
    }),
    isKeyDead: isDead,
    status,
    upstreamStatus,
    failure,
    isTransport: false,
    retryAfterSeconds,
  }
}

export function transportFailure(prepared: PreparedCall, fault: TransportError): FailedAnswer {
  return noAnswer(prepared, describeTransportFault(fault))
}

export function malformed(prepared: PreparedCall, exchange: UpstreamExchange, what: string): FailedAnswer {
  exchange.abort()
  return noAnswer(prepared, new AppError('upstream_malformed', { detail: { what } }))
}

/** The upstream said nothing that could be read: neither a status of its own nor a failure to look into. */
function noAnswer(prepared: PreparedCall, error: AppError): FailedAnswer {
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

/** Errors inside a 200 often carry the status they should have had. */
export function disguisedStatus(failure: UpstreamFailure): number {
  if (failure.status !== undefined) return failure.status
  const code = Number(failure.code)
  if (Number.isInteger(code) && code >= 400 && code <= 599) return code
  return STATUS_OF_WORDS.get(failure.code) ?? STATUS_OF_WORDS.get(failure.type) ?? 502
}

/** What vendors write into streams in place of a status; what is not here is their own trouble. */
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
function readRetryAfter(exchange: UpstreamExchange, nowMs: number): number | undefined {
  const milliseconds = Number(readHeader(exchange, 'retry-after-ms') ?? Number.NaN)
  if (milliseconds >= 0) return milliseconds / 1000
  const text = readHeader(exchange, 'retry-after')
  if (text === undefined) return undefined
  const seconds = Number(text)
  if (seconds >= 0) return seconds
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : Math.max(0, (at - nowMs) / 1000)
}
