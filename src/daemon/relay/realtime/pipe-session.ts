import type { WebSocket as ClientSocket, RawData } from 'ws'
import type { RealtimeMeter } from '../../protocols/openai/realtime-meter.ts'
import type { Ended, StopReason } from '../deliver/ended.ts'
import { pingSocket } from '../inbound/socket-life.ts'
import { readFrame } from './early-frames.ts'
import type { Frame, UpstreamSocket } from './upstream-socket.ts'

/** A peer with so many bytes waiting for it is cut: it is minutes behind. */
const BUFFERED_BYTES_MAX = 16 * 1024 * 1024
/** A normal end, going away, and an end without a reason. */
const ORDERLY_CLOSES: ReadonlySet<number> = new Set([1000, 1001, 1005])

export interface PipeDeps {
  readonly meter: RealtimeMeter
  /** Frames that came from the client while the upstream was being opened. */
  readonly early: readonly Frame[]
  /** Something was used that is paid for. */
  readonly onCharge: () => void
  /** Receives the function that ends the session early. */
  readonly onStop: (stop: (why: StopReason) => void) => void
}

/**
 * Copies frames both ways, unchanged, until one side ends. Resolves once; from then on the upstream is closing, and the
 * caller decides what the client is told.
 */
export function pipeSession(
  client: ClientSocket,
  upstream: UpstreamSocket,
  { meter, early, onCharge, onStop }: PipeDeps,
): Promise<Ended> {
  return new Promise((resolve) => {
    let isOver = false
    const finish = (ended: Ended) => {
      if (isOver) return
      isOver = true
      stopPinging()
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
    const stopPinging = pingSocket(client)
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
