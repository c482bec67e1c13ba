import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import type { Channel } from '../channel-types/types.ts'
import { AppError } from '../errors/app-error.ts'
import type { Codec, JsonValue, UpstreamFailure } from '../protocols/types.ts'
import type { Dispatchers } from '../upstream/dispatchers.ts'
import { type Exchange, openExchange, TransportError } from '../upstream/exchange.ts'
import { parseJson } from './parse-json.ts'
import type { PreparedCall } from './prepare.ts'
import { openStream, type StreamOpening } from './stream-opening.ts'
import { describeTransportFault, describeUpstreamFailure } from './upstream-errors.ts'

/** Bodies are bounded: an upstream decides neither our memory nor our log's size. */
export const ANSWER_BYTES_MAX = 64 * 1024 * 1024
const ERROR_BYTES_MAX = 256 * 1024

/** A complete answer, read and parsed once. */
export interface PlainAnswer {
  readonly kind: 'plain'
  readonly prepared: PreparedCall
  readonly status: number
  readonly contentType: string
  readonly body: Buffer
  readonly document: JsonValue
  readonly hasOutput: boolean
  readonly firstByteMs: number
}

/** A stream whose first content has arrived (or that ended without any). */
export interface StreamAnswer {
  readonly kind: 'stream'
  readonly prepared: PreparedCall
  readonly contentType: string
  readonly opening: StreamOpening
  readonly hasOutput: boolean
  readonly firstByteMs: number
}

/** One attempt that gave nothing a client could use. */
export interface FailedAnswer {
  readonly kind: 'failed'
  readonly prepared: PreparedCall
  readonly error: AppError
  /** After the channel's status mapping; 502 or 504 for faults of transport. */
  readonly status: number
  /** As the upstream sent it, before any mapping; the same as `status` for faults of transport. */
  readonly upstreamStatus: number
  readonly failure: UpstreamFailure | undefined
  readonly isTransport: boolean
  readonly isContentPolicy: boolean
  readonly retryAfterSeconds: number | undefined
}

export type Answer = PlainAnswer | StreamAnswer | FailedAnswer

export interface AttemptDeps {
  readonly dispatchers: Dispatchers
  readonly now: () => number
  /** Told the exchange as soon as it exists, so that a client who leaves can abort it. */
  readonly onExchange: (exchange: Exchange) => void
  readonly hidesUpstreamErrors: boolean
}

/** Makes one call and reads it up to the point where the client would see something. Never rejects. */
export async function attempt(
  prepared: PreparedCall,
  channel: Channel,
  codec: Codec,
  deps: AttemptDeps,
): Promise<Answer> {
  const startedMs = deps.now()
  const exchange = openExchange(deps.dispatchers.of(channel, prepared.request.url), prepared.request)
  deps.onExchange(exchange)
  try {
    await exchange.started
    const firstByteMs = deps.now() - startedMs
    if (exchange.status >= 300) return await readRefusal(exchange, prepared, codec, deps)
    const contentType = readHeader(exchange, 'content-type') ?? 'application/json'
    if (prepared.call.isStream && contentType.includes('event-stream')) {
      if (isEncoded(exchange)) return malformed(prepared, exchange, 'a compressed stream')
      return await readStream(exchange, prepared, codec, contentType, startedMs, deps)
    }
    return await readPlain(exchange, prepared, codec, contentType, firstByteMs, deps)
  } catch (error) {
    if (!(error instanceof TransportError)) throw error
    return transportFailure(prepared, error)
  }
}

async function readPlain(
  exchange: Exchange,
  prepared: PreparedCall,
  codec: Codec,
  contentType: string,
  firstByteMs: number,
  deps: AttemptDeps,
): Promise<Answer> {
  const body = await decodeContent(exchange, await exchange.readAll(ANSWER_BYTES_MAX))
  const document = body && parseJson(body.toString('utf8'))
  if (!body || document === undefined) return malformed(prepared, exchange, 'not JSON')
  const disguised = codec.readDisguisedFailure(document)
  if (disguised) return refusal(prepared, exchange, disguisedStatus(disguised), disguised, deps)
  const { hasOutput } = codec.readOutput(document)
  return {
    kind: 'plain',
    prepared,
    status: exchange.status,
    contentType,
    body,
    document,
    hasOutput,
    firstByteMs,
  }
}

async function readStream(
  exchange: Exchange,
  prepared: PreparedCall,
  codec: Codec,
  contentType: string,
  startedMs: number,
  deps: AttemptDeps,
): Promise<Answer> {
  const opening = await openStream(exchange, codec, deps.now)
  if (opening.errorData !== undefined) {
    exchange.abort()
    const document = parseJson(opening.errorData)
    const failure =
      (document !== undefined && codec.readDisguisedFailure(document)) ||
      codec.readFailure(502, opening.errorData)
    return refusal(prepared, exchange, disguisedStatus(failure), failure, deps)
  }
  if (!opening.hasContent && opening.ended instanceof TransportError)
    return transportFailure(prepared, opening.ended)
  const firstByteMs = (opening.firstEventMs || deps.now()) - startedMs
  return { kind: 'stream', prepared, contentType, opening, hasOutput: opening.hasContent, firstByteMs }
}

async function readRefusal(
  exchange: Exchange,
  prepared: PreparedCall,
  codec: Codec,
  deps: AttemptDeps,
): Promise<Answer> {
  if (exchange.status < 400) {
    exchange.abort()
    const error = new AppError('upstream_redirect', { detail: { status: exchange.status } })
    return {
      kind: 'failed',
      prepared,
      error,
      status: 502,
      upstreamStatus: 502,
      failure: undefined,
      isTransport: true,
      isContentPolicy: false,
      retryAfterSeconds: undefined,
    }
  }
  const body = await exchange.readAll(ERROR_BYTES_MAX)
  const text = (await decodeContent(exchange, body))?.toString('utf8') ?? ''
  const failure =
    prepared.type.readFailure?.(exchange.status, text) ?? codec.readFailure(exchange.status, text)
  return refusal(prepared, exchange, exchange.status, failure, deps)
}

function refusal(
  prepared: PreparedCall,
  exchange: Exchange,
  upstreamStatus: number,
  failure: UpstreamFailure,
  deps: AttemptDeps,
): FailedAnswer {
  const status = prepared.call.channel.statusCodeMapping.get(upstreamStatus) ?? upstreamStatus
  const retryAfterSeconds = upstreamStatus === 429 ? readRetryAfter(exchange, deps.now()) : undefined
  return {
    kind: 'failed',
    prepared,
    ...describeUpstreamFailure(status, failure, prepared, {
      hides: deps.hidesUpstreamErrors,
      retryAfterSeconds,
    }),
    status,
    upstreamStatus,
    failure,
    isTransport: false,
    retryAfterSeconds,
  }
}

function transportFailure(prepared: PreparedCall, fault: TransportError): FailedAnswer {
  const error = describeTransportFault(fault)
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

function malformed(prepared: PreparedCall, exchange: Exchange, what: string): FailedAnswer {
  exchange.abort()
  const error = new AppError('upstream_malformed', { detail: { what } })
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
function disguisedStatus(failure: UpstreamFailure): number {
  const code = Number(failure.code)
  return Number.isInteger(code) && code >= 400 && code <= 599 ? code : 502
}

const DECODERS: Readonly<Record<string, (body: Buffer) => Promise<Buffer>>> = {
  gzip: (body) => promisify(gunzip)(body, { maxOutputLength: ANSWER_BYTES_MAX }),
  deflate: (body) => promisify(inflate)(body, { maxOutputLength: ANSWER_BYTES_MAX }),
  br: (body) => promisify(brotliDecompress)(body, { maxOutputLength: ANSWER_BYTES_MAX }),
}

const isEncoded = (exchange: Exchange): boolean =>
  !['', 'identity'].includes(readHeader(exchange, 'content-encoding')?.trim() ?? '')

/** One encoding at most, although none was asked for. @returns undefined when it cannot be decoded within limits */
async function decodeContent(exchange: Exchange, body: Buffer): Promise<Buffer | undefined> {
  if (!isEncoded(exchange)) return body
  const decode = DECODERS[readHeader(exchange, 'content-encoding')?.trim().toLowerCase() ?? '']
  try {
    return await decode?.(body)
  } catch {
    return undefined
  }
}

/** Seconds, from `Retry-After` in either form (RFC 9110, 10.2.3) or OpenAI's `retry-after-ms`. */
function readRetryAfter(exchange: Exchange, nowMs: number): number | undefined {
  const milliseconds = Number(readHeader(exchange, 'retry-after-ms') ?? Number.NaN)
  if (milliseconds >= 0) return milliseconds / 1000
  const text = readHeader(exchange, 'retry-after')
  if (text === undefined) return undefined
  const seconds = Number(text)
  if (seconds >= 0) return seconds
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : Math.max(0, (at - nowMs) / 1000)
}

function readHeader(exchange: Exchange, name: string): string | undefined {
  const value = exchange.headers[name]
  return Array.isArray(value) ? value[0] : value
}
