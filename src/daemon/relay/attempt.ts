import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import { isKeyDead } from '../channel-types/key-death.ts'
import type { Call, Channel, ChannelType } from '../channel-types/types.ts'
import { AppError } from '../errors/app-error.ts'
import type { ConversationAnswer } from '../protocols/conversation/types.ts'
import { createFramer } from '../protocols/framers.ts'
import type {
  Codec,
  JsonValue,
  OutputFacts,
  StreamEvent,
  UpstreamFailure,
  UsageReading,
} from '../protocols/types.ts'
import type { CredentialRefusal } from '../upstream/credentials.ts'
import type { Dispatchers } from '../upstream/dispatchers.ts'
import { openExchange, TransportError, type UpstreamExchange } from '../upstream/exchange.ts'
import { openWebSocketExchange } from '../upstream/websocket-exchange.ts'
import { parseJson } from './parse-json.ts'
import type { PreparedCall } from './prepare.ts'
import { readUsage, readUsageOfStream } from './read-usage.ts'
import { openStream, type StreamOpening } from './stream-opening.ts'
import { assembleStream } from './translation.ts'
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
  /** null when the answer is no JSON (audio, subtitles). */
  readonly document: JsonValue
  /** The answer in the neutral form, where the call is translated. */
  readonly conversation: ConversationAnswer | undefined
  readonly usage: UsageReading
  readonly output: OutputFacts
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
  /** The vendor said that the key is of no use, whatever status it gave that: another channel may do better. */
  readonly isKeyDead?: boolean
  readonly retryAfterSeconds: number | undefined
}

export type Answer = PlainAnswer | StreamAnswer | FailedAnswer

export interface AttemptDeps {
  readonly dispatchers: Dispatchers
  readonly now: () => number
  /** Told the exchange as soon as it exists, so that a client who leaves can abort it. */
  readonly onExchange: (exchange: UpstreamExchange) => void
  readonly hidesUpstreamErrors: boolean
  /** False = the client waits for one answer: a stream is gathered. */
  readonly wantsStream: boolean
}

/** Makes one call and reads it up to the point where the client would see something. Never rejects. */
export async function attempt(prepared: PreparedCall, channel: Channel, deps: AttemptDeps): Promise<Answer> {
  const { call, wire, request, type } = prepared
  const startedMs = deps.now()
  const exchange = open(channel, request, deps)
  deps.onExchange(exchange)
  try {
    await exchange.started
    const firstByteMs = deps.now() - startedMs
    if (exchange.status >= 300) return await readRefusal(exchange, prepared, wire, deps)
    const contentType = readHeader(exchange, 'content-type') ?? 'application/json'
    if (call.isStream && isStreamType(contentType)) {
      if (isEncoded(exchange)) return malformed(prepared, exchange, 'a compressed stream')
      const framing = type.framing?.(call) ?? wire.framing ?? 'sse'
      if (!deps.wantsStream) return await gather(exchange, prepared, framing, firstByteMs, deps)
      return await readStream(exchange, prepared, wire, framing, startedMs, deps)
    }
    return await readPlain(exchange, prepared, contentType, firstByteMs, deps)
  } catch (error) {
    if (!(error instanceof TransportError)) throw error
    return transportFailure(prepared, error)
  }
}

/** An address of `ws:` or `wss:` is spoken to over a WebSocket, on a connection made like any other. */
function open(channel: Channel, request: PreparedCall['request'], deps: AttemptDeps): UpstreamExchange {
  if (!request.url.startsWith('ws')) return openExchange(deps.dispatchers.of(channel, request.url), request)
  return openWebSocketExchange(deps.dispatchers.of(channel, request.url.replace(/^ws/, 'http')), request)
}

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

const isStreamType = (contentType: string): boolean =>
  /event-stream|amazon\.eventstream|ndjson|jsonlines/.test(contentType)

async function readPlain(
  exchange: UpstreamExchange,
  prepared: PreparedCall,
  contentType: string,
  firstByteMs: number,
  deps: AttemptDeps,
): Promise<Answer> {
  const { wire, type, translation } = prepared
  const body = await decodeContent(exchange, await exchange.readAll(ANSWER_BYTES_MAX))
  const plain = { kind: 'plain' as const, prepared, status: exchange.status, contentType, firstByteMs }
  if (body && isBinary(wire, contentType))
    return {
      ...plain,
      body,
      document: null,
      conversation: undefined,
      usage: { kind: 'none' },
      output: { text: readTextAnswer(wire, contentType, body), hiddenText: '', hasOutput: body.length > 0 },
      hasOutput: body.length > 0,
    }
  const document = body && parseJson(body.toString('utf8'))
  if (!body || document === undefined) return malformed(prepared, exchange, 'not JSON')
  const disguised = wire.readDisguisedFailure(document)
  if (disguised) return refusal(prepared, exchange, disguisedStatus(disguised), disguised, deps)
  const output = wire.readOutput(document)
  const usage = readUsage(type, wire, document)
  const decoded =
    translation?.kind === 'conversation' ? translation.upstream.decodeAnswer(document) : undefined
  return {
    ...plain,
    body,
    document,
    // The client is told what is charged, also where only the type knows how to read it.
    conversation: decoded && usage.kind === 'stated' ? { ...decoded, usage: usage.usage } : decoded,
    usage,
    output,
    hasOutput: output.hasOutput,
  }
}

/** Audio and subtitles; an answer that says it is JSON is read as that. */
const isBinary = (wire: Codec, contentType: string): boolean =>
  wire.answers !== undefined && wire.answers !== 'json' && !contentType.includes('json')

const readTextAnswer = (wire: Codec, contentType: string, body: Buffer): string =>
  wire.answers === 'either' && contentType.startsWith('text/') ? body.toString('utf8') : ''

/** Reads a stream whole, for a client that waits for one answer from a vendor that only streams. */
async function gather(
  exchange: UpstreamExchange,
  prepared: PreparedCall,
  framing: Parameters<typeof createFramer>[0],
  firstByteMs: number,
  deps: AttemptDeps,
): Promise<Answer> {
  const { wire, type } = prepared
  const { upstream } = wire
  if (!upstream) return malformed(prepared, exchange, 'a stream nobody asked for')
  const body = await exchange.readAll(ANSWER_BYTES_MAX)
  const framer = createFramer(framing)
  const tail = framer.push(body)
  const last = framer.flush()
  const events: StreamEvent[] = last ? [...tail, last] : tail
  const data = events.map((each) => each.data).filter((each) => each !== '')
  const assembler = assembleStream(upstream, data)
  if (assembler.failure)
    return refusal(prepared, exchange, disguisedStatus(assembler.failure), assembler.failure, deps)
  const conversation = assembler.answer()
  const output = readOutputOf(conversation)
  if (!assembler.isFinished) return malformed(prepared, exchange, 'a stream that broke off')
  const usage: UsageReading = conversation.usage
    ? { kind: 'stated', usage: conversation.usage }
    : readUsageOfStream(type, wire, data)
  const encoded = prepared.translation?.kind === 'conversation' ? '' : data.join('\n')
  return {
    kind: 'plain',
    prepared,
    status: 200,
    contentType: 'application/json',
    body: Buffer.from(encoded),
    document: null,
    conversation,
    usage,
    output,
    hasOutput: output.hasOutput,
    firstByteMs,
  }
}

/** What an answer in the neutral form delivers. */
function readOutputOf(answer: ConversationAnswer): OutputFacts {
  let text = ''
  let hiddenText = ''
  for (const part of answer.parts) {
    if (part.kind === 'text' || part.kind === 'refusal') text += part.text
    else if (part.kind === 'reasoning') hiddenText += part.text
    else if (part.kind === 'tool-call') hiddenText += part.name + part.arguments
  }
  const isTelling = answer.finish === 'length' || answer.finish === 'content-filter'
  return { text, hiddenText, hasOutput: isTelling || answer.parts.length > 0 }
}

async function readStream(
  exchange: UpstreamExchange,
  prepared: PreparedCall,
  codec: Codec,
  framing: Parameters<typeof createFramer>[0],
  startedMs: number,
  deps: AttemptDeps,
): Promise<Answer> {
  const opening = await openStream(exchange, codec, createFramer(framing), deps.now)
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
  const contentType =
    framing === 'sse' && !prepared.translation
      ? (readHeader(exchange, 'content-type') ?? 'text/event-stream')
      : 'text/event-stream'
  return { kind: 'stream', prepared, contentType, opening, hasOutput: opening.hasContent, firstByteMs }
}

async function readRefusal(
  exchange: UpstreamExchange,
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

function malformed(prepared: PreparedCall, exchange: UpstreamExchange, what: string): FailedAnswer {
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

const DECODERS: Readonly<Record<string, (body: Buffer) => Promise<Buffer>>> = {
  gzip: (body) => promisify(gunzip)(body, { maxOutputLength: ANSWER_BYTES_MAX }),
  deflate: (body) => promisify(inflate)(body, { maxOutputLength: ANSWER_BYTES_MAX }),
  br: (body) => promisify(brotliDecompress)(body, { maxOutputLength: ANSWER_BYTES_MAX }),
}

const isEncoded = (exchange: UpstreamExchange): boolean =>
  !['', 'identity'].includes(readHeader(exchange, 'content-encoding')?.trim() ?? '')

/** One encoding at most, although none was asked for. @returns undefined when it cannot be decoded within limits */
async function decodeContent(exchange: UpstreamExchange, body: Buffer): Promise<Buffer | undefined> {
  if (!isEncoded(exchange)) return body
  const decode = DECODERS[readHeader(exchange, 'content-encoding')?.trim().toLowerCase() ?? '']
  try {
    return await decode?.(body)
  } catch {
    return undefined
  }
}

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

function readHeader(exchange: UpstreamExchange, name: string): string | undefined {
  const value = exchange.headers[name]
  return Array.isArray(value) ? value[0] : value
}
