import type { Channel } from '../../channel-types/types.ts'
import { AppError } from '../../errors/app-error.ts'
import { createFramer } from '../../protocols/framers.ts'
import { parseJson } from '../../protocols/parse-json.ts'
import type { Codec } from '../../protocols/types.ts'
import type { Dispatchers } from '../../upstream/dispatchers.ts'
import { openExchange, TransportError, type UpstreamExchange } from '../../upstream/exchange.ts'
import { decodeContent, ERROR_BYTES_MAX, isEncoded, readHeader } from '../../upstream/upstream-body.ts'
import { openWebSocketExchange } from '../../upstream/websocket-exchange.ts'
import type { Answer } from './answer.ts'
import { disguisedStatus, malformed, refusal, transportFailure } from './failed-answer.ts'
import type { PreparedCall } from './prepare/prepare.ts'
import { gather, readPlain } from './read-plain.ts'
import { openStream } from './stream-opening.ts'

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

const isStreamType = (contentType: string): boolean =>
  /event-stream|amazon\.eventstream|ndjson|jsonlines/.test(contentType)

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
