import { WebSocket } from 'ws'
import { type RealtimePeer, realtimePeer } from './realtime-peer.ts'

/** An event on a WebSocket of the Responses API. */
export interface SocketEvent {
  readonly type: string
  readonly stream_id?: string
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly error?: {
    readonly type: string
    readonly code: string
    readonly message: string
    readonly param: string | null
  }
  readonly response?: {
    readonly id: string
    readonly status: string
    readonly store?: boolean
    readonly output: readonly { readonly type: string; readonly [member: string]: unknown }[]
    readonly usage?: { readonly total_tokens: number } | null
  }
  readonly [member: string]: unknown
}

/** One connection under the control of a test. */
export interface ResponseSocketClient extends Omit<RealtimePeer, 'event'> {
  readonly opened: Promise<void>
  event(): Promise<SocketEvent>
  /** Sends `response.create`. */
  create(body: object): void
  /** Reads up to the end of a response: its last event, or an error. */
  ending(): Promise<SocketEvent>
  /** Sends `response.create` and reads up to the end of the response. */
  ask(body: object): Promise<SocketEvent>
}

const ENDS: ReadonlySet<string> = new Set([
  'response.completed',
  'response.incomplete',
  'response.failed',
  'error',
])

export interface ResponseSocketOptions {
  readonly key?: string
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Opens a WebSocket of the Responses API at a gateway. */
export function openResponseSocket(
  url: string,
  { key, path = '/v1/responses', headers = {} }: ResponseSocketOptions,
): ResponseSocketClient {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}${path}`, {
    headers: { ...(key === undefined ? {} : { authorization: `Bearer ${key}` }), ...headers },
  })
  const opened = new Promise<void>((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  const peer = realtimePeer(socket)
  const event = () => peer.event<SocketEvent>()
  const ending = async (): Promise<SocketEvent> => {
    for (;;) {
      const each = await event()
      if (ENDS.has(each.type)) return each
    }
  }
  const create = (body: object) => peer.say({ type: 'response.create', ...body })
  return {
    ...peer,
    event,
    opened,
    create,
    ending,
    ask: async (body) => {
      await opened
      create(body)
      return ending()
    },
  }
}
