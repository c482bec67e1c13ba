import { WebSocket } from 'ws'
import { type RealtimePeer, realtimePeer } from './realtime-peer.ts'

export interface RealtimeClientOptions {
  readonly key?: string
  readonly protocols?: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
  readonly autoPong?: boolean
  /** Replaces the model's query; includes the `?`. */
  readonly query?: string
}

/** Opens a client of the gateway's realtime route. Frames may be sent once it is `opened`. */
export function openRealtimeClient(
  url: string,
  model: string | undefined,
  {
    key,
    protocols = [],
    headers = {},
    autoPong = true,
    query = model === undefined ? '' : `?model=${model}`,
  }: RealtimeClientOptions,
): RealtimePeer & { readonly opened: Promise<void> } {
  const address = `${url.replace(/^http/, 'ws')}/v1/realtime${query}`
  const socket = new WebSocket(address, [...protocols], {
    headers: { ...(key === undefined ? {} : { authorization: `Bearer ${key}` }), ...headers },
    autoPong,
  })
  const opened = new Promise<void>((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  return { ...realtimePeer(socket), opened }
}
