import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { AppError } from '../errors/app-error.ts'
import { isBehindOthers } from './answering.ts'
import type { BodyLease } from './body-budget.ts'

/** Minimum speed at which a body has to arrive. */
export interface BodyPace {
  /** Time that every body gets, whatever its length. */
  readonly graceMs: number
  /** Each further second requires this many bytes. */
  readonly bytesPerSecond: number
}

/**
 * A slow mobile connection is four times as fast. 32 MB may take nine minutes, and a connection that sends nothing 20
 * s.
 */
export const bodyPace: BodyPace = { graceMs: 20_000, bytesPerSecond: 64_000 }

/**
 * How long the rest of a refused body may keep arriving. Closing at once could lose the response on its way to the
 * client.
 */
const REST_MS = 10_000
/** Pause between two reads of the rest, of 64 kB each: more than 10 MB in total. */
const REST_PAUSE_MS = 50

/** Returns the longest time that a body of this length may take at the given pace. */
export const longestArrivalMs = (bytes: number, pace: BodyPace = bodyPace): number =>
  pace.graceMs + (bytes / pace.bytesPerSecond) * 1000

export interface ReadBodyOptions {
  readonly bytesMax: number
  readonly lease: BodyLease
  readonly pace?: BodyPace
}

/**
 * Reads a raw body. Its time starts when all earlier requests on the connection have been answered.
 * @throws AppError `body_too_large`, `body_too_slow`, `too_many_bodies`, `body_incomplete`
 */
export function readBody(
  source: Readable,
  contentLength: string | undefined,
  { bytesMax, lease, pace = bodyPace }: ReadBodyOptions,
): Promise<Buffer> {
  if (Number(contentLength) > bytesMax) return Promise.reject(new AppError('body_too_large'))
  if (source.destroyed) return Promise.reject(new AppError('body_incomplete'))
  if (source.readableLength > 0 && source.readableLength === Number(contentLength))
    return readArrived(source, lease)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    let startedMs = performance.now()
    const checkPace = () => {
      if (isBehindOthers(source)) startedMs = performance.now()
      const leftMs = longestArrivalMs(bytes, pace) - (performance.now() - startedMs)
      if (leftMs <= 0) return stop(new AppError('body_too_slow'))
      timer = setTimeout(checkPace, leftMs)
    }
    let timer = setTimeout(checkPace, pace.graceMs)
    const forget = () => {
      clearTimeout(timer)
      source.off('data', onData).off('end', onEnd).off('error', onGone).off('close', onGone)
    }
    const stop = (error: AppError) => {
      forget()
      chunks.length = 0
      reject(error)
    }
    const onData = (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > bytesMax) return stop(new AppError('body_too_large'))
      try {
        lease.take(chunk.length)
      } catch (error) {
        return stop(error as AppError)
      }
      chunks.push(chunk)
    }
    const onEnd = () => {
      forget()
      // Copied, because the chunks are slices of larger socket buffers.
      resolve(Buffer.concat(chunks, bytes))
    }
    const onGone = () => stop(new AppError('body_incomplete'))
    source.on('data', onData).on('end', onEnd).on('error', onGone).on('close', onGone)
  })
}

/**
 * Returns a body that has already arrived: a short one comes in one packet with its head, and a longer one may be complete if
 * the caller had to be looked up first. Since Node.js 26, each read returns one buffered chunk.
 */
async function readArrived(source: Readable, lease: BodyLease): Promise<Buffer> {
  lease.take(source.readableLength)
  const chunks: Buffer[] = []
  for (let chunk = source.read(); chunk !== null; chunk = source.read()) chunks.push(chunk)
  // Copied, because chunks are slices of larger socket buffers.
  return Buffer.concat(chunks)
}

/**
 * Discards the rest of a body whose request is answered without it, slowly and only for a short time, so that strangers
 * who send a lot cannot keep the event loop busy. Must be called before the response is sent, because afterwards
 * Node.js would read the rest by itself, as fast as it can.
 *
 * @returns whether there is a rest
 */
export function dropRest(request: IncomingMessage): boolean {
  if (request.complete || request.destroyed || request.readableFlowing === true) return false
  let pausing: NodeJS.Timeout | undefined
  const ending = setTimeout(() => request.destroy(), REST_MS).unref()
  const forget = () => {
    clearTimeout(ending)
    clearTimeout(pausing)
  }
  const pause = () => {
    request.pause()
    pausing = setTimeout(() => request.resume(), REST_PAUSE_MS).unref()
  }
  request.on('data', pause).on('end', forget).on('close', forget).on('error', forget)
  return true
}
