import type { WebSocket as ClientSocket, RawData } from 'ws'
import type { Frame } from './upstream-socket.ts'

/** The most that is buffered from a client before the upstream is open; the rest waits in the client's own socket. */
const EARLY_BYTES_MAX = 1_048_576

export interface EarlyFrames {
  /** Stops buffering and returns the frames. */
  take(): readonly Frame[]
  /**
   * Searches the buffered frames, and then each new one, for something that the session needs to begin.
   * @returns undefined if too much else arrives, if the client leaves or when `signal` aborts
   */
  find<Found>(read: (frame: Frame) => Found | undefined, signal: AbortSignal): Promise<Found | undefined>
}

/**
 * Converts a client's frame to the form that is sent upstream. Events are text. An event in a binary frame is converted to text,
 * because some vendors read it anyway and Tollgate only checks and counts text. For the same reason, a byte order mark
 * is removed.
 */
export const readFrame = (data: RawData, isBinary: boolean): Frame => {
  if (!isBinary) return withoutMark(data.toString())
  const bytes = Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Buffer)
  return looksLikeJson(bytes) ? withoutMark(bytes.toString()) : bytes
}

const withoutMark = (text: string): string => (text.startsWith('\ufeff') ? text.slice(1) : text)

/** Bytes that can precede JSON: spaces, byte order marks, and the zero bytes of characters in UTF-16 and UTF-32. */
const BEFORE_JSON: ReadonlySet<number> = new Set([0x00, 0x09, 0x0a, 0x0d, 0x20, 0xbb, 0xbf, 0xef, 0xfe, 0xff])

function looksLikeJson(bytes: Buffer): boolean {
  for (const byte of bytes) if (!BEFORE_JSON.has(byte)) return byte === 0x7b || byte === 0x5b
  return false
}

/** Buffers what the client sends from now on, and stops reading if there is too much of it. */
export function gatherEarly(client: ClientSocket): EarlyFrames {
  const frames: Frame[] = []
  let bytes = 0
  let look: ((frame: Frame | undefined) => void) | undefined
  const keep = (data: RawData, isBinary: boolean) => {
    const frame = readFrame(data, isBinary)
    frames.push(frame)
    bytes += frame.length
    look?.(frame)
    if (bytes <= EARLY_BYTES_MAX) return
    client.pause()
    look?.(undefined)
  }
  client.on('message', keep)
  return {
    take: () => {
      client.off('message', keep)
      client.resume()
      return frames
    },
    find: (read, signal) => {
      for (const frame of frames) {
        const found = read(frame)
        if (found !== undefined) return Promise.resolve(found)
      }
      if (signal.aborted || bytes > EARLY_BYTES_MAX || client.readyState !== client.OPEN)
        return Promise.resolve(undefined)
      return new Promise((resolve) => {
        const giveUp = () => end(undefined)
        const end = (found: ReturnType<typeof read>) => {
          look = undefined
          client.off('close', giveUp)
          signal.removeEventListener('abort', giveUp)
          resolve(found)
        }
        look = (frame) => {
          const found = frame === undefined ? undefined : read(frame)
          if (frame === undefined || found !== undefined) end(found)
        }
        client.once('close', giveUp)
        signal.addEventListener('abort', giveUp)
      })
    },
  }
}
