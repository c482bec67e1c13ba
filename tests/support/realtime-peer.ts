import type { RawData, WebSocket } from 'ws'

/** One end of a realtime session under the control of a test. */
export interface RealtimePeer {
  readonly socket: WebSocket
  /** Sends an event, or a text unchanged. */
  say(event: object | string): void
  /**
   * Returns the next frame as received. Frames are queued until they are read. @throws Error if the session ended
   * before
   */
  frame(): Promise<string | Buffer>
  /** Returns the next frame as an event. */
  event<Event = RealtimeEvent>(): Promise<Event>
  /** Returns the number of unread frames. */
  waiting(): number
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>
}

export interface RealtimeEvent {
  readonly type: string
  readonly [member: string]: unknown
  readonly error?: { readonly type: string; readonly code: string; readonly message: string }
}

const readFrame = (data: RawData, isBinary: boolean): string | Buffer =>
  isBinary ? Buffer.from(data as Buffer) : data.toString()

export function realtimePeer(socket: WebSocket): RealtimePeer {
  const frames: (string | Buffer)[] = []
  const readers: { resolve(frame: string | Buffer): void; reject(error: Error): void }[] = []
  let end: string | undefined
  socket.on('error', () => undefined)
  socket.on('message', (data, isBinary) => {
    const frame = readFrame(data, isBinary)
    const reader = readers.shift()
    if (reader) reader.resolve(frame)
    else frames.push(frame)
  })
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on('close', (code, reason) => {
      end = `The session ended with ${code} ${reason}.`
      for (const reader of readers.splice(0)) reader.reject(new Error(end))
      resolve({ code, reason: String(reason) })
    })
  })
  const frame = () => {
    const kept = frames.shift()
    if (kept !== undefined) return Promise.resolve(kept)
    if (end !== undefined) return Promise.reject(new Error(end))
    return new Promise<string | Buffer>((resolve, reject) => readers.push({ resolve, reject }))
  }
  return {
    socket,
    say: (event) => socket.send(typeof event === 'string' ? event : JSON.stringify(event)),
    frame,
    event: async <Event>() => JSON.parse(String(await frame())) as Event,
    waiting: () => frames.length,
    closed,
  }
}
