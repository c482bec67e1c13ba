import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Behaviour } from './behaviour.ts'

/** A response before its behaviour is applied: whole, or event by event. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly pieces: Iterable<Buffer>
  /** Known for whole bodies: sent as Content-Length. */
  readonly bytes?: number
}

/** Where a held exchange waits; `at` is `headers`, `body` or an event's index. */
export type Hold = (at: 'headers' | 'body' | number) => Promise<void>

const slices = function* (piece: Buffer, size: number | undefined): Generator<Buffer> {
  if (!size) {
    yield piece
    return
  }
  for (let at = 0; at < piece.length; at += size) yield piece.subarray(at, at + size)
}

const pause = async (ms: number | undefined): Promise<void> => {
  if (ms) await sleep(ms)
}

/**
 * Writes and waits until the system has accepted the bytes, so that the next step (a reset, for instance) cannot
 * overtake them.
 */
const write = async (response: ServerResponse, bytes: Buffer): Promise<void> => {
  if (bytes.length > 0) await new Promise<void>((resolve) => response.write(bytes, () => resolve()))
}

/** Ends an exchange as no healthy server would; resolves when the connection is closed. */
export const breakOff = async (response: ServerResponse, how: 'fin' | 'reset' | 'stall'): Promise<void> => {
  const { socket } = response
  if (!socket || socket.destroyed) return
  if (how === 'reset') socket.resetAndDestroy()
  if (how === 'fin') socket.destroySoon()
  if (!socket.closed) await once(socket, 'close')
}

/** Delivers the response up to the cut. @returns whether it was cut, or the client disconnected */
const deliverBody = async (response: ServerResponse, answer: Answer, behaviour: Behaviour, hold: Hold) => {
  let left = behaviour.cutAfterBytes ?? Number.POSITIVE_INFINITY
  let index = 0
  for (const piece of answer.pieces) {
    if (response.destroyed) return 'gone'
    if (index === behaviour.cutAfterEvents) return 'cut'
    if (index > 0) await pause(behaviour.chunkDelayMs)
    await hold(index)
    for (const slice of slices(piece, behaviour.chunkBytes)) {
      if (response.destroyed) return 'gone'
      await write(response, slice.subarray(0, left))
      left -= slice.length
      if (left <= 0) return 'cut'
      // Wait for the next turn of the event loop, so that separate writes arrive as separate segments.
      if (behaviour.chunkBytes) await new Promise(setImmediate)
    }
    index += 1
  }
  return 'whole'
}

const unaskedAnswer = (): string => {
  const body = JSON.stringify({ id: 'chatcmpl-unasked', choices: [], unasked: true })
  return `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
}

/** Sends the response with every requested delay, cut and fault. */
export const deliver = async (
  response: ServerResponse,
  answer: Answer,
  behaviour: Behaviour,
  hold: Hold,
): Promise<void> => {
  await pause(behaviour.headersDelayMs)
  await hold('headers')
  if (behaviour.refuse) return breakOff(response, behaviour.refuse)
  const length =
    answer.bytes === undefined
      ? {}
      : { 'content-length': String(answer.bytes + (behaviour.contentLengthError ?? 0)) }
  response.writeHead(answer.status, { ...answer.headers, ...length, ...behaviour.headers })
  response.flushHeaders()
  await pause(behaviour.firstByteDelayMs)
  await hold('body')
  const { socket } = response
  const outcome = await deliverBody(response, answer, behaviour, hold)
  if (outcome === 'cut') return breakOff(response, behaviour.cut ?? 'fin')
  if (outcome === 'gone') return
  response.end()
  if (behaviour.unaskedAfterMs !== undefined) {
    await pause(behaviour.unaskedAfterMs)
    socket?.write(unaskedAnswer())
  }
  if (behaviour.closeAfterMs !== undefined) {
    await pause(behaviour.closeAfterMs)
    socket?.destroySoon()
  }
}
