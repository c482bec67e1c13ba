import type { WebSocket as ClientSocket, RawData } from 'ws'
import type { Frame } from './upstream-socket.ts'

/** Bytes kept of what a client sends before the upstream is open; more of it waits in the client's own socket. */
const EARLY_BYTES_MAX = 1_048_576

export interface EarlyFrames {
  /** Ends the gathering. */
  take(): readonly Frame[]
}

/** A frame of the client as it goes upstream. */
export const readFrame = (data: RawData, isBinary: boolean): Frame => {
  if (!isBinary) return data.toString()
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Buffer)
}

/** Keeps what the client sends from now on, and stops reading when there is too much of it. */
export function gatherEarly(client: ClientSocket): EarlyFrames {
  const frames: Frame[] = []
  let bytes = 0
  const keep = (data: RawData, isBinary: boolean) => {
    const frame = readFrame(data, isBinary)
    frames.push(frame)
    bytes += frame.length
    if (bytes > EARLY_BYTES_MAX) client.pause()
  }
  client.on('message', keep)
  return {
    take: () => {
      client.off('message', keep)
      client.resume()
      return frames
    },
  }
}
