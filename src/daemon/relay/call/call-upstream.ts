import { AppError } from '../../errors/app-error.ts'
import { readEndWordOfEvents } from '../../protocols/end-word.ts'
import { createFramer } from '../../protocols/framers.ts'
import type { StreamFraming } from '../../protocols/types.ts'
import type { AnswerLease } from '../../upstream/answer-room.ts'
import type { Dispatchers } from '../../upstream/dispatchers.ts'
import { openExchange, TransportError, type UpstreamExchange } from '../../upstream/exchange.ts'
import { decodeContent, ERROR_BYTES_MAX, isEncoded, readHeader } from '../../upstream/upstream-body.ts'
import { openWebSocketExchange } from '../../upstream/websocket-exchange.ts'
import type { Answer } from './answer.ts'
import type { Arrival } from './arrival.ts'
import {
  brokenOff,
  disguisedStatus,
  malformed,
  noAnswer,
  readStreamFailure,
  refusalOf,
} from './failed-answer.ts'
import type { PreparedCall } from './prepare/prepare.ts'
import { gather, readPlain } from './read-plain.ts'
import { openStream } from './stream-opening.ts'

export interface CallUpstreamDeps {
  readonly dispatchers: Dispatchers
  readonly clock: { now(): number }
}

/**
 * Makes one call and reads the answer up to the point where the client would see something. An upstream error does not
 * reject: it is returned as an answer.
 *
 * @param onExchange receives the exchange as soon as it exists, so that it can be aborted when the client leaves
 * @param lease reserves memory for a long answer
 */
export async function callUpstream(
  prepared: PreparedCall,
  onExchange: (exchange: UpstreamExchange) => void,
  deps: CallUpstreamDeps,
  lease?: AnswerLease,
): Promise<Answer> {
  const { call, wire, type } = prepared
  const startedMs = deps.clock.now()
  const exchange = open(prepared, deps)
  onExchange(exchange)
  try {
    await exchange.started
    const contentType = readHeader(exchange, 'content-type') ?? 'application/json'
    const firstByteMs = deps.clock.now() - startedMs
    const arrival: Arrival = { prepared, exchange, lease, contentType, startedMs, firstByteMs }
    if (exchange.status >= 300) return await readRefusal(arrival, deps)
    if (call.isStream && (isStreamType(contentType) || (await beginsAsEvents(exchange)))) {
      if (isEncoded(exchange)) return malformed(arrival, 'a compressed stream')
      const framing = type.framing?.(call) ?? wire.framing ?? 'sse'
      if (!prepared.wantsStream) return await gather(arrival, framing, deps)
      return await readStream(arrival, framing, deps)
    }
    return await readPlain(arrival, deps)
  } catch (error) {
    if (!(error instanceof TransportError)) throw error
    return brokenOff(prepared, exchange, error)
  }
}

/** Opens the exchange; a `ws:` or `wss:` URL over a WebSocket, on a connection made like any other. */
function open({ request, call }: PreparedCall, { dispatchers }: CallUpstreamDeps): UpstreamExchange {
  const { channel } = call
  if (!request.url.startsWith('ws')) return openExchange(dispatchers.of(channel, request.url), request)
  return openWebSocketExchange(dispatchers.of(channel, request.url.replace(/^ws/, 'http')), request)
}

const isStreamType = (contentType: string): boolean =>
  /event-stream|amazon\.eventstream|ndjson|jsonlines/i.test(contentType)

/**
 * Whether the body begins like a stream of server-sent events. Some servers and gateways send such a stream as plain
 * text, as JSON or without a content type. Neither JSON nor a web page begins like that.
 */
const beginsAsEvents = async (exchange: UpstreamExchange): Promise<boolean> => {
  const first = await exchange.firstBytes?.()
  return first !== undefined && /^\uFEFF?\s*(?:data|event|id|retry)?:/.test(first.toString('utf8', 0, 256))
}

async function readStream(
  arrival: Arrival,
  framing: StreamFraming,
  { clock }: CallUpstreamDeps,
): Promise<Answer> {
  const { prepared, exchange, startedMs } = arrival
  const { wire } = prepared
  const opening = await openStream(exchange, wire, createFramer(framing), () => clock.now())
  if (opening.errorData !== undefined) {
    exchange.abort()
    const failure = readStreamFailure(wire, opening.errorData)
    return refusalOf(arrival, disguisedStatus(failure), failure, clock)
  }
  if (!opening.hasContent && opening.ended instanceof TransportError)
    return brokenOff(prepared, exchange, opening.ended)
  const firstByteMs = (opening.firstEventMs || clock.now()) - startedMs
  // If a stream has not ended after a megabyte without content, content will follow.
  const hasOutput = opening.hasContent || opening.ended === undefined
  const endedBy = hasOutput ? undefined : readEndWordOfEvents(opening.keptEvents().map(({ data }) => data))
  return { kind: 'stream', prepared, opening, hasOutput, endedBy, firstByteMs }
}

async function readRefusal(arrival: Arrival, { clock }: CallUpstreamDeps): Promise<Answer> {
  const { prepared, exchange } = arrival
  const { type, wire } = prepared
  const { status } = exchange
  if (status < 400) {
    exchange.abort()
    return noAnswer(prepared, new AppError('upstream_redirect', { detail: { status } }))
  }
  const body = await exchange.readAll(ERROR_BYTES_MAX)
  const text = (await decodeContent(exchange, body, ERROR_BYTES_MAX))?.toString('utf8') ?? ''
  const failure = type.readFailure?.(status, text) ?? wire.readFailure(status, text)
  return refusalOf(arrival, status, failure, clock)
}
