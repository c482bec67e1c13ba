import type { Socket } from 'node:net'
import type { WebSocket as ClientSocket, RawData } from 'ws'
import { AppError } from '../../errors/app-error.ts'
import type { BodyBudget } from '../../http/body-budget.ts'
import { type BodyPace, bodyPace, longestArrivalMs } from '../../http/read-body.ts'

/** Bytes of each connection that are not counted: those of one read, and the frames around earlier messages. */
const FREE_BYTES = 65_536
/** Messages up to this size may arrive slowly: they cost hardly more than the connection itself. */
const HURRIED_BYTES_MIN = 262_144
/** The most that is read after we have closed the connection: frames that were already on their way. */
const LATE_BYTES_MAX = 1_048_576
/** Header and mask of the control frames that clients send. */
const CONTROL_HEAD_BYTES = 6

export interface ArrivalOptions {
  readonly bodies: BodyBudget
  readonly pace?: BodyPace
  /** Sends the error to the client and closes the connection. */
  readonly refuse: (error: AppError) => void
}

/**
 * Applies the rules for request bodies to the messages of a WebSocket while they arrive: they use the same memory
 * budget and must keep arriving. The library keeps the fragments of a message until it is complete, however long that
 * takes.
 */
export function watchArrival(
  socket: ClientSocket,
  connection: Socket,
  { bodies, pace = bodyPace, refuse }: ArrivalOptions,
): void {
  const lease = bodies.lease()
  /** Bytes of the message that is arriving, and sometimes a few of the frames around earlier ones. */
  let arrived = 0
  let chunkBytes = 0
  let timer: NodeJS.Timeout | undefined
  const stopTimer = () => {
    clearTimeout(timer)
    timer = undefined
  }
  const leased = (bytes: number) => Math.max(0, bytes - FREE_BYTES)
  const shrinkTo = (bytes: number) => {
    lease.giveBack(leased(arrived) - leased(bytes))
    arrived = bytes
  }
  const stop = (error: AppError) => {
    stopTimer()
    refuse(error)
    socket.pause()
  }
  const startTimer = () => {
    let startedMs = performance.now()
    const check = () => {
      if (socket.isPaused) startedMs = performance.now()
      const leftMs = longestArrivalMs(arrived, pace) - (performance.now() - startedMs)
      if (leftMs <= 0) return stop(new AppError('body_too_slow'))
      timer = setTimeout(check, leftMs).unref()
    }
    timer = setTimeout(check, pace.graceMs).unref()
  }
  const isOpen = () => socket.readyState === socket.OPEN
  const onData = (chunk: Buffer) => {
    chunkBytes = chunk.length
    try {
      lease.take(leased(arrived + chunkBytes) - leased(arrived))
      arrived += chunkBytes
    } catch (error) {
      return isOpen() ? stop(error as AppError) : socket.pause()
    }
    if (!isOpen()) {
      if (arrived > LATE_BYTES_MAX) socket.pause()
    } else if (timer === undefined && arrived > HURRIED_BYTES_MIN) startTimer()
  }
  const onMessage = (data: RawData) => {
    stopTimer()
    // The remaining bytes came with the chunk that ended the message.
    shrinkTo(Math.max(0, Math.min(arrived - (data as Buffer).length, chunkBytes)))
  }
  const onControl = (data: Buffer) => shrinkTo(Math.max(0, arrived - data.length - CONTROL_HEAD_BYTES))
  // Runs before the library reads the chunk.
  connection.prependListener('data', onData)
  socket.on('message', onMessage).on('ping', onControl).on('pong', onControl)
  socket.once('close', () => {
    stopTimer()
    connection.off('data', onData)
    lease.end()
  })
}
