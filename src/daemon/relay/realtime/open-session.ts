import type { WebSocket as ClientSocket } from 'ws'
import { AppError } from '../../errors/app-error.ts'
import type { Dispatchers } from '../../upstream/dispatchers.ts'
import { TransportError } from '../../upstream/exchange.ts'
import type { Asked } from '../admit/asked.ts'
import type { FailedAnswer } from '../call/answer.ts'
import { readRetryAfter, refusal, transportFailure } from '../call/failed-answer.ts'
import type { Attempt } from '../call/prepare/attempt.ts'
import { describeAttempt, ownHeaders, type PrepareDeps, type PreparedCall } from '../call/prepare/prepare.ts'
import { type Tried, type TryDeps, tryInTurn } from '../call/try-in-turn.ts'
import type { InboundRequest } from '../inbound/inbound.ts'
import type { Plan } from '../route/plan.ts'
import { isTranscription, TRANSCRIPTION } from './session-kind.ts'
import { HandshakeRefusal, openUpstreamSocket, type UpstreamSocket } from './upstream-socket.ts'

export interface OpenDeps extends TryDeps, PrepareDeps {
  readonly dispatchers: Dispatchers
  /** Registers what to do when the daemon must end now. @returns a function that unregisters it */
  readonly onShutdown: (stop: () => void) => () => void
}

/** The vendor's side of a session; treated as a stream for retries, log and charge. */
export interface OpenSession {
  readonly kind: 'stream'
  readonly hasOutput: true
  readonly prepared: PreparedCall
  readonly upstream: UpstreamSocket
  readonly firstByteMs: number
}

/**
 * Opens a session at the first candidate that accepts it, unless the client leaves or the daemon stops. The usual retry
 * rules apply until the session is open.
 *
 * @throws AppError `no_available_channel`, `channel_misconfigured`
 */
export async function openSession(
  client: ClientSocket,
  asked: Asked,
  plan: Plan,
  deps: OpenDeps,
): Promise<Tried<OpenSession | FailedAnswer>> {
  const unwanted = new AbortController()
  const { signal } = unwanted
  const leave = () => unwanted.abort()
  let isStopping = false
  const forgetStop = deps.onShutdown(() => {
    isStopping = true
    leave()
  })
  client.on('close', leave)
  if (client.readyState !== client.OPEN) leave()
  try {
    const ask = (attempt: Attempt) => dial(prepareHandshake(attempt, deps), signal, deps)
    const tried = await tryInTurn(asked, plan, { ask, isAbandoned: () => signal.aborted }, deps)
    if (!isStopping || tried.answer.kind !== 'failed') return tried
    const error = new AppError('shutting_down', { retryAfterSeconds: 5 })
    return { ...tried, answer: { ...tried.answer, error } }
  } finally {
    forgetStop()
    client.off('close', leave)
  }
}

/** @throws AppError `channel_misconfigured` if no URL can be built from the channel's columns */
function prepareHandshake(attempt: Attempt, deps: PrepareDeps): PreparedCall {
  const { asked, type, call } = attempt
  const target = type.target(call)
  const { firstByteTimeoutMs, idleTimeoutMs } = deps
  return {
    ...describeAttempt(attempt),
    translation: undefined,
    hidesUsageChunk: false,
    request: {
      method: 'GET',
      url: isTranscription(asked.inbound) ? forTranscription(target.url) : withModel(target.url, call.model),
      headers: { ...ownHeaders(attempt, deps), ...betaHeader(asked.inbound), ...target.headers },
      body: null,
      firstByteTimeoutMs,
      idleTimeoutMs,
    },
  }
}

async function dial(
  prepared: PreparedCall,
  signal: AbortSignal,
  { dispatchers, clock }: Pick<OpenDeps, 'dispatchers' | 'clock'>,
): Promise<OpenSession | FailedAnswer> {
  const { url, headers } = prepared.request
  const dispatcher = dispatchers.of(prepared.call.channel, url)
  const startedMs = clock.now()
  try {
    const upstream = await openUpstreamSocket({ dispatcher, url, headers, signal })
    return { kind: 'stream', hasOutput: true, prepared, upstream, firstByteMs: clock.now() - startedMs }
  } catch (error) {
    if (error instanceof TransportError) return transportFailure(prepared, error)
    if (error instanceof HandshakeRefusal) return handshakeFailure(prepared, error, clock)
    throw error
  }
}

function handshakeFailure(
  prepared: PreparedCall,
  refused: HandshakeRefusal,
  clock: { now(): number },
): FailedAnswer {
  const { status, body, headers } = refused
  // Neither a session nor an error (a page, a redirect): this URL does not serve sessions.
  if (status < 400) return transportFailure(prepared, new TransportError('unreachable', refused))
  const { type, wire } = prepared
  const failure = type.readFailure?.(status, body) ?? wire.readFailure(status, body)
  return refusal(prepared, { status, failure, retryAfterSeconds: readRetryAfter(headers, clock.now()) })
}

/** Adds the model to the query, for vendors whose URL does not name it yet. */
function withModel(url: string, model: string): string {
  const address = new URL(url)
  if (!address.searchParams.has('deployment') && !address.searchParams.has('model'))
    address.searchParams.set('model', model)
  return address.href
}

/** A transcription session gets its model once it is open; OpenAI refuses one in the URL. */
function forTranscription(url: string): string {
  const address = new URL(url)
  address.searchParams.set('intent', TRANSCRIPTION)
  address.searchParams.delete('model')
  return address.href
}

/** Beta sessions have different event names, so the client's choice is passed to the upstream. */
const betaHeader = (inbound: InboundRequest): Record<string, string> =>
  asksForBeta(inbound) ? { 'openai-beta': 'realtime=v1' } : {}

export const asksForBeta = ({ headers }: Pick<InboundRequest, 'headers'>): boolean =>
  String(headers['openai-beta'] ?? '').includes('realtime=v1') ||
  (headers['sec-websocket-protocol'] ?? '').includes('openai-beta.realtime-v1')
