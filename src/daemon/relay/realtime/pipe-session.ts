import type { WebSocket as ClientSocket, RawData } from 'ws'
import type { SessionMeter } from '../../protocols/openai/realtime-meter.ts'
import type { Ended, StopReason } from '../deliver/ended.ts'
import { LateLeaver } from '../deliver/late-leaver.ts'
import { pingSocket } from '../inbound/socket-life.ts'
import { readFrame } from './early-frames.ts'
import type { Frame, UpstreamSocket } from './upstream-socket.ts'

/** A peer with this much unsent data is disconnected: it is minutes behind. */
const BUFFERED_BYTES_MAX = 16 * 1024 * 1024
/** The close codes of a normal end, of going away, and of a close without a code. */
const ORDERLY_CLOSES: ReadonlySet<number> = new Set([1000, 1001, 1005])

export interface PipeDeps {
  readonly meter: SessionMeter
  /** Returns the frame to send to the vendor; undefined if it must not be sent, and the client was sent an error. */
  readonly check: (frame: Frame) => Frame | undefined
  /** Frames that the client sent while the upstream was being opened. */
  readonly early: readonly Frame[]
  /** Whether a vendor's frame is passed on to the client. */
  readonly shows: (frame: Frame) => boolean
  /** Returns the event that cancels a response; undefined = responses of this kind run to their end. */
  readonly cancel: (id: string) => string | undefined
  /** Called when something that costs quota has been used. */
  readonly onCharge: () => void
  /** Receives the function that ends the session early. */
  readonly onStop: (stop: (why: StopReason) => void) => void
  /** How long to wait, after the client has left, until a running response ends and states its usage. */
  readonly drainMs: number
}

/**
 * Copies frames both ways until one side ends; `check` may change or stop those of the client. Resolves once; by then
 * the upstream is closing, and the caller decides what to tell the client.
 */
export function pipeSession(
  client: ClientSocket,
  upstream: UpstreamSocket,
  { meter, check, early, shows, cancel, onCharge, onStop, drainMs }: PipeDeps,
): Promise<Ended> {
  return new Promise((resolve) => {
    let isOver = false
    const leaver = new LateLeaver(drainMs, () => finish('cut-by-client'))
    const finish = (ended: Ended) => {
      if (isOver) return
      isOver = true
      leaver.close()
      stopPinging()
      client.off('message', onMessage)
      upstream.close()
      resolve(ended)
    }
    const toUpstream = (said: Frame) => {
      const frame = isOver ? undefined : check(said)
      if (frame === undefined) return
      meter.noteClient(frame)
      upstream.send(frame)
      if (upstream.bufferedBytes <= BUFFERED_BYTES_MAX) return
      upstream.destroy()
      finish('cut-by-upstream')
    }
    const toClient = (frame: Frame) => {
      if (isOver) return
      const isCharged = meter.noteServer(frame)
      if (leaver.hasLeft) leaver.read(frame.length)
      else if (shows(frame)) client.send(frame)
      if (isCharged) onCharge()
      if (leaver.hasLeft) return meter.running.size > 0 ? undefined : finish('cut-by-client')
      if (client.bufferedAmount <= BUFFERED_BYTES_MAX) return
      client.terminate()
      leave()
    }
    const onMessage = (data: RawData, isBinary: boolean) => toUpstream(readFrame(data, isBinary))
    // The vendor states the usage of a response at its end, even if it was cancelled.
    const leave = () => {
      if (isOver || leaver.hasLeft) return
      if (meter.running.size === 0) return finish('cut-by-client')
      client.off('message', onMessage)
      for (const id of meter.running) {
        const event = cancel(id)
        if (event !== undefined) upstream.send(event)
      }
      leaver.leave()
    }
    const stopPinging = pingSocket(client)
    onStop(finish)
    // The client may have left before the listener was added.
    if (client.readyState !== client.OPEN) return leave()
    client.on('close', leave)
    client.on('error', leave)
    for (const frame of early) toUpstream(frame)
    client.on('message', onMessage)
    upstream.listen({
      frame: toClient,
      closed: (code) =>
        finish(leaver.hasLeft ? 'cut-by-client' : ORDERLY_CLOSES.has(code) ? 'complete' : 'cut-by-upstream'),
    })
  })
}
