import type { IncomingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import type { Logger } from 'pino'
import type { WebSocket as ClientSocket, RawData } from 'ws'
import { AppError } from '../../errors/app-error.ts'
import type { BodyBudget, BodyLease } from '../../http/body-budget.ts'
import { asText } from '../../protocols/json-access.ts'
import { openaiResponses } from '../../protocols/responses/index.ts'
import type { JsonObject } from '../../protocols/types.ts'
import { watchArrival } from '../inbound/arriving-messages.ts'
import { Client } from '../inbound/client.ts'
import type { Dialect, Inbound, RememberedResponse } from '../inbound/inbound.ts'
import { type RefuseDeps, refuse } from '../inbound/refuse.ts'
import { toAppError } from '../inbound/render-error.ts'
import { newRequestId } from '../inbound/request-id.ts'
import { closeSocket, pingSocket } from '../inbound/socket-life.ts'
import { readLastResponse } from '../stored/keep-response.ts'
import { EventsAsMessages, type MessageSink } from './events-as-messages.ts'
import { Lanes } from './lanes.ts'
import { type CreateMessage, readMessage } from './read-message.ts'
import { LaneMemory, type RememberedResponses } from './remembered-responses.ts'

/** OpenAI's own limits for one connection. */
const MINUTES_MAX = 60
const NAMED_LANES_MAX = 32
const RUNNING_MAX = 16
const STREAM_ID = /^[\w.-]{1,256}$/

/** Limits for waiting messages. Above them, the socket is not read. */
const WAITING_MAX = 64
const WAITING_BYTES_MAX = 1_048_576
/** If more than this is waiting to be sent, the upstreams are not read. */
const UNSENT_BYTES_MAX = 262_144

/** The handshake's data that every request of the connection shares. */
export interface SocketHead {
  /** The headers of every request on the connection, without those of the handshake itself. */
  readonly headers: IncomingHttpHeaders
  readonly query: Readonly<Record<string, string>>
  readonly dialect: Dialect | undefined
  readonly address: string
}

/** One `response.create`, ready to be answered as if it had been sent to `POST /v1/responses`. */
export interface Create {
  readonly inbound: Inbound
  readonly isWarmUp: boolean
  readonly wantsBackground: boolean
}

export interface ResponseSocketDeps extends RefuseDeps {
  readonly clock: { now(): number }
  readonly log: Logger
  readonly bodies: BodyBudget
  readonly bodyBytesMax: number
  readonly remembered: RememberedResponses
  /** Registers what to do when the daemon takes no new requests. @returns a function that unregisters it */
  readonly onDrain: (stop: () => void) => () => void
  /** Answers one request completely, including its charge. Never rejects. */
  readonly answer: (create: Create) => Promise<void>
}

/** A message that is waiting for its turn or being answered. */
interface Pending {
  readonly lane: string
  readonly streamId: string | undefined
  readonly message: CreateMessage
  readonly bytes: number
  readonly lease: BodyLease
}

/**
 * Serves one WebSocket of the Responses API until it closes. Each message from the client is a request, answered with
 * events. An error is an event too, and the connection stays open.
 */
export function serveResponseSocket(
  socket: ClientSocket,
  line: Socket,
  head: SocketHead,
  deps: ResponseSocketDeps,
): void {
  const connection = new ResponseSocket(socket, head, deps)
  watchArrival(socket, line, { bodies: deps.bodies, refuse: (error) => connection.breakOff(error) })
  socket.on('message', (data: RawData, isBinary: boolean) => connection.receive(data as Buffer, isBinary))
  const stopPinging = pingSocket(socket)
  const timer = setTimeout(() => connection.expire(), MINUTES_MAX * 60_000).unref()
  const forgetDrain = deps.onDrain(() => connection.drain())
  socket.once('close', () => {
    clearTimeout(timer)
    stopPinging()
    forgetDrain()
    connection.closed()
  })
}

/** Why a connection accepts no more requests. */
interface Ending {
  readonly error: AppError
  readonly code: number
  /** Whether to send the error even if the client is not waiting for an answer. */
  readonly isTold: boolean
}

class ResponseSocket implements MessageSink {
  readonly #socket: ClientSocket
  readonly #head: SocketHead
  readonly #deps: ResponseSocketDeps
  readonly #memory: LaneMemory
  readonly #lanes: Lanes<Pending>
  readonly #named = new Set<string>()
  readonly #outlets = new Set<EventsAsMessages>()
  /** Resolves when the messages so far have been read; they are read in order. */
  #reading: Promise<void> = Promise.resolve()
  #waiting = 0
  #waitingBytes = 0
  #isFull = false
  #ending: Ending | undefined

  constructor(socket: ClientSocket, head: SocketHead, deps: ResponseSocketDeps) {
    this.#socket = socket
    this.#head = head
    this.#deps = deps
    this.#memory = new LaneMemory(deps.remembered)
    this.#lanes = new Lanes({
      run: (pending) => this.#run(pending),
      onIdle: () => this.#mayClose(),
      runningMax: RUNNING_MAX,
    })
  }

  receive(data: Buffer, isBinary: boolean): void {
    this.#waits(1, data.length)
    this.#reading = this.#reading.then(() => this.#take(data, isBinary))
  }

  /** Ends the connection because it has reached its time limit. */
  expire(): void {
    const error = new AppError('websocket_connection_limit_reached', { values: { minutes: MINUTES_MAX } })
    this.#end({ error, code: 1000, isTold: true })
  }

  /** Ends the connection because the daemon stops: running requests may finish, and none begins. */
  drain(): void {
    const error = new AppError('shutting_down', { retryAfterSeconds: 5 })
    this.#end({ error, code: 1001, isTold: false })
  }

  /** Closes the connection because a message of the client cannot be received. */
  breakOff(error: AppError): void {
    this.#refuse(error, undefined)
    closeSocket(this.#socket, 1008, error.code)
  }

  closed(): void {
    for (const { lease } of this.#lanes.clear()) lease.end()
    for (const outlet of this.#outlets) outlet.closed()
    this.#memory.clear()
  }

  send(text: string): boolean {
    if (this.#socket.readyState !== this.#socket.OPEN) return true
    this.#socket.send(text, () => this.#sent())
    if (this.#socket.bufferedAmount > UNSENT_BYTES_MAX) this.#isFull = true
    return !this.#isFull
  }

  terminate(): void {
    this.#socket.terminate()
  }

  #sent(): void {
    if (!this.#isFull || this.#socket.bufferedAmount > UNSENT_BYTES_MAX) return
    this.#isFull = false
    for (const outlet of this.#outlets) outlet.drained()
  }

  /** Reads one message and puts it into its lane. Never rejects. */
  async #take(data: Buffer, isBinary: boolean): Promise<void> {
    const lease = this.#deps.bodies.lease()
    let streamId: string | undefined
    try {
      if (isBinary) throw new AppError('message_not_text')
      if (data.length > this.#deps.bodyBytesMax) throw new AppError('body_too_large')
      lease.take(data.length)
      const message = await readMessage(data)
      if (this.#socket.readyState !== this.#socket.OPEN || message.kind !== 'create') {
        if (message.kind === 'steer') this.#refuseSteer(message.steer)
        lease.end()
        return this.#waits(-1, -data.length)
      }
      streamId = readStreamId(message)
      if (this.#ending) throw this.#ending.error
      this.#useLane(streamId)
      this.#lanes.add(streamId ?? '', {
        lane: streamId ?? '',
        streamId,
        message,
        bytes: data.length,
        lease,
      })
    } catch (error) {
      lease.end()
      this.#waits(-1, -data.length)
      this.#refuse(toAppError(error), streamId)
    }
  }

  /** @throws AppError `websocket_stream_limit_reached` */
  #useLane(streamId: string | undefined): void {
    if (streamId === undefined) return
    if (!this.#named.has(streamId) && this.#named.size >= NAMED_LANES_MAX)
      throw new AppError('websocket_stream_limit_reached', {
        field: 'stream_id',
        values: { max: NAMED_LANES_MAX },
      })
    this.#named.add(streamId)
  }

  /** Answers one message. Never rejects. */
  async #run(pending: Pending): Promise<void> {
    const { lane, streamId, message, lease } = pending
    this.#waits(-1, -pending.bytes)
    const previousId = asText(message.body.previous_response_id)
    const previous = previousId === undefined ? undefined : this.#memory.find(previousId)
    const outlet = new EventsAsMessages(this, streamId)
    this.#outlets.add(outlet)
    const { isWarmUp, wantsBackground } = message
    const inbound = { ...this.#inbound(outlet, message.body, previous), bodyLease: lease }
    try {
      await this.#deps.answer({ inbound, isWarmUp, wantsBackground })
      const response = inbound.client.isGone ? undefined : readLastResponse(outlet.last)
      if (response && isWhole(response)) this.#memory.note(lane, { body: message.body, response, previous })
    } catch (error) {
      this.#deps.log.error({ err: error, requestId: inbound.requestId }, 'a message was not answered')
    } finally {
      this.#outlets.delete(outlet)
      lease.end()
    }
  }

  #inbound(outlet: EventsAsMessages, body: JsonObject, previous: RememberedResponse | undefined): Inbound {
    const nowMs = this.#deps.clock.now()
    const requestId = newRequestId(nowMs)
    return {
      requestId,
      startedMs: nowMs,
      path: openaiResponses.path,
      codec: openaiResponses,
      ...this.#head,
      body: Buffer.from(JSON.stringify(body)),
      pathMembers: {},
      client: new Client(outlet, requestId),
      memory: { find: (id) => (id === body.previous_response_id ? previous : undefined) },
    }
  }

  /** Sends an error that belongs to no running request. */
  #refuse(error: AppError, streamId: string | undefined): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    refuse(this.#inbound(new EventsAsMessages(this, streamId), {}, undefined), error, this.#deps)
  }

  /** Refuses more input for a running response: vendors do not accept it over HTTP. */
  #refuseSteer(steer: JsonObject): void {
    const error = {
      type: 'invalid_request_error',
      code: 'steering_not_supported',
      message:
        'A response cannot be steered here. Send the input with response.create when the response has ended.',
    }
    this.send(JSON.stringify({ type: 'response.steer.failed', sequence_number: 0, error, steer }))
  }

  #end(ending: Ending): void {
    if (this.#ending) return
    this.#ending = ending
    for (const { streamId, bytes, lease } of this.#lanes.clear()) {
      lease.end()
      this.#waits(-1, -bytes)
      this.#refuse(ending.error, streamId)
    }
    this.#mayClose()
  }

  /** Closes the connection once all running requests have been answered. */
  #mayClose(): void {
    const { readyState, OPEN } = this.#socket
    if (!this.#ending || readyState !== OPEN || !this.#lanes.isIdle) return
    const { error, code, isTold } = this.#ending
    if (isTold) this.#refuse(error, undefined)
    closeSocket(this.#socket, code, error.code)
  }

  /** Counts messages that have arrived but not begun. */
  #waits(messages: number, bytes: number): void {
    this.#waiting += messages
    this.#waitingBytes += bytes
    const isTooMuch = this.#waiting > WAITING_MAX || this.#waitingBytes > WAITING_BYTES_MAX
    if (isTooMuch && !this.#socket.isPaused) this.#socket.pause()
    if (!isTooMuch && this.#socket.isPaused) this.#socket.resume()
  }
}

/** @throws AppError `invalid_stream_id` */
function readStreamId({ streamId }: CreateMessage): string | undefined {
  if (streamId === undefined) return undefined
  if (typeof streamId === 'string' && STREAM_ID.test(streamId)) return streamId
  throw new AppError('invalid_stream_id', { field: 'stream_id' })
}

/** Whether a conversation can continue from this response. */
const isWhole = ({ status }: JsonObject): boolean => status === 'completed' || status === 'incomplete'
