import type { WebSocket as ClientSocket, RawData } from 'ws'
import type { RealtimeMeter } from '../../protocols/openai/realtime-meter.ts'
import { readFrame } from './early-frames.ts'
import type { Frame, UpstreamSocket } from './upstream-socket.ts'

/** A peer that does not take what is sent to it for so many bytes is cut: it is minutes behind. */
const BUFFERED_BYTES_MAX = 16 * 1024 * 1024
/** A client that is gone without a word is noticed after two of these. */
const PING_MS = 30_000
/** A normal end, going away, and an end without a reason. */
const ORDERLY_CLOSES: ReadonlySet<number> = new Set([1000, 1001, 1005])

export type SessionEnd = 'complete' | 'cut-by-client' | 'cut-by-upstream' | 'cut-by-quota' | 'cut-by-shutdown'

export interface PipeDeps {
  readonly meter: RealtimeMeter
  /** Frames that came from the client while the upstream was being opened. */
  readonly early: readonly Frame[]
  /** Something was used that is paid for. */
  readonly onCharge: () => void
  /** Receives the function that ends the session early. */
  readonly onStop: (stop: (why: 'cut-by-quota' | 'cut-by-shutdown') => void) => void
}

/**
 * Copies frames both ways, unchanged, until one side ends. Resolves once; from then on the upstream is closing, and what
 * the client is told is the caller's.
 */
export function pipeSession(
  client: ClientSocket,
  upstream: UpstreamSocket,
  { meter, early, onCharge, onStop }: PipeDeps,
): Promise<SessionEnd> {
  return new Promise((resolve) => {
    let isOver = false
    const finish = (ended: SessionEnd) => {
      if (isOver) return
      isOver = true
      clearInterval(pings)
      client.off('message', onMessage)
      upstream.close()
      resolve(ended)
    }
    const toUpstream = (frame: Frame) => {
      if (isOver) return
      meter.noteClient(frame)
      upstream.send(frame)
      if (upstream.bufferedBytes <= BUFFERED_BYTES_MAX) return
      upstream.destroy()
      finish('cut-by-upstream')
    }
    const toClient = (frame: Frame) => {
      if (isOver) return
      const isCharged = meter.noteServer(frame)
      client.send(frame)
      if (isCharged) onCharge()
      if (client.bufferedAmount <= BUFFERED_BYTES_MAX) return
      client.terminate()
      finish('cut-by-client')
    }
    const onMessage = (data: RawData, isBinary: boolean) => toUpstream(readFrame(data, isBinary))
    const leave = () => finish('cut-by-client')
    const pings = keepAlive(client)
    onStop(finish)
    // It may have left before anybody listened here.
    if (client.readyState !== client.OPEN) return leave()
    client.on('close', leave)
    client.on('error', leave)
    for (const frame of early) toUpstream(frame)
    client.on('message', onMessage)
    upstream.listen({
      frame: toClient,
      closed: (code) => finish(ORDERLY_CLOSES.has(code) ? 'complete' : 'cut-by-upstream'),
    })
  })
}

/** A session may be silent for long; a connection that nobody holds any more must not be. */
function keepAlive(client: ClientSocket): NodeJS.Timeout {
  let isAlive = true
  client.on('pong', () => {
    isAlive = true
  })
  return setInterval(() => {
    if (!isAlive) return client.terminate()
    isAlive = false
    client.ping()
  }, PING_MS)
}
