import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { AppError } from '../../errors/app-error.ts'
import { isBehindOthers } from '../../http/answering.ts'
import { bodyPace, longestArrivalMs } from '../../http/read-body.ts'

export interface UploadOptions {
  readonly bytesMax: number
  /** The limit for the whole file, if this is a part of one. */
  readonly siteBytesMax?: number
  /** Called when more data has arrived. */
  onArrival(chunk: Buffer): void
}

const MEGABYTE = 1_048_576
/** How often to check whether the client is still sending. */
const CHECK_MS = 1_000

/**
 * Reads a body as a stream that is passed on: no faster than its receiver takes it, and never kept. The time limit
 * counts only the time that we wait for the client, and starts when all earlier requests on the connection have been
 * answered. The stream fails with AppError `file_too_large`, `body_too_slow` or `body_incomplete`.
 */
export function readUpload(
  source: IncomingMessage,
  { bytesMax, siteBytesMax = bytesMax, onArrival }: UploadOptions,
): Readable {
  let bytes = 0
  let waitedMs = 0
  let isWaiting = false
  const watch = setInterval(() => {
    if (isWaiting && !isBehindOthers(source)) waitedMs += CHECK_MS
    if (waitedMs > longestArrivalMs(bytes, bodyPace)) upload.destroy(new AppError('body_too_slow'))
  }, CHECK_MS)
  const upload = new Readable({
    read() {
      isWaiting = true
      source.resume()
    },
    destroy(error, done) {
      clearInterval(watch)
      source.off('data', onData).off('end', onEnd).off('error', onGone).off('close', onGone)
      // Whatever else arrives is dropped once the client has its answer.
      source.pause()
      done(error)
    },
  })
  const onData = (chunk: Buffer): void => {
    bytes += chunk.length
    if (bytes > bytesMax) {
      const megabytes = Math.floor(siteBytesMax / MEGABYTE)
      upload.destroy(new AppError('file_too_large', { values: { megabytes } }))
      return
    }
    onArrival(chunk)
    if (upload.push(chunk)) return
    isWaiting = false
    source.pause()
  }
  const onEnd = (): void => {
    isWaiting = false
    clearInterval(watch)
    upload.push(null)
  }
  const onGone = (): void => {
    if (!source.complete) upload.destroy(new AppError('body_incomplete'))
  }
  source.on('data', onData).on('end', onEnd).on('error', onGone).on('close', onGone)
  source.pause()
  return upload
}
