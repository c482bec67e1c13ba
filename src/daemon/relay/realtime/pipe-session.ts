import type { WebSocket as UpstreamSocket } from 'undici'
import type { WebSocket as ClientSocket } from 'ws'
import type { RealtimeMeter } from '../../protocols/openai/realtime.ts'

/** A peer that does not take what is sent to it for so many bytes is cut. */
const BUFFERED_BYTES_MAX = 16 * 1024 * 1024

export type SessionEnd = 'complete' | 'cut-by-client' | 'cut-by-upstream' | 'cut-by-quota' | 'cut-by-shutdown'

export interface PipeDeps {
  readonly meter: RealtimeMeter
  /** Frames that came from the client while the upstream was being opened. */
  readonly early: readonly string[]
  /** A response ended. */
  readonly onResponse: () => void
  /** Receives the function that ends the session early. */
  readonly onStop: (stop: (why: 'cut-by-quota' | 'cut-by-shutdown') => void) => void
}

/** Copies frames both ways until one side ends. Resolves when the upstream is closed; the client is the caller's. */
export function pipeSession(
  client: ClientSocket,
  upstream: UpstreamSocket,
  { meter, early, onResponse, onStop }: PipeDeps,
): Promise<SessionEnd> {
  return new Promise((resolve) => {
    let isOver = false
    const finish = (ended: SessionEnd) => {
      if (isOver) return
      isOver = true
      upstream.close()
      resolve(ended)
    }
    const toUpstream = (text: string) => {
      if (isOver) return
      meter.noteClient(text)
      upstream.send(text)
      if (upstream.bufferedAmount > BUFFERED_BYTES_MAX) finish('cut-by-upstream')
    }
    for (const text of early) toUpstream(text)
    client.on('message', (data) => toUpstream(data.toString()))
    client.on('close', () => finish('cut-by-client'))
    client.on('error', () => finish('cut-by-client'))
    upstream.addEventListener('message', ({ data }) => {
      if (isOver || typeof data !== 'string') return
      const hasEnded = meter.noteServer(data)
      client.send(data)
      if (hasEnded) onResponse()
      if (client.bufferedAmount > BUFFERED_BYTES_MAX) finish('cut-by-client')
    })
    upstream.addEventListener('close', ({ code }) =>
      finish(code === 1000 || code === 1001 || code === 1005 ? 'complete' : 'cut-by-upstream'),
    )
    upstream.addEventListener('error', () => finish('cut-by-upstream'))
    onStop(finish)
  })
}
