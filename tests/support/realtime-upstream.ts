import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, STATUS_CODES } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { WebSocketServer } from 'ws'
import { type RealtimePeer, realtimePeer } from './realtime-peer.ts'

/** Tokens in the form that OpenAI states at the end of a response. */
export interface ResponseUsage {
  readonly textIn?: number
  readonly audioIn?: number
  readonly textOut?: number
  readonly audioOut?: number
  readonly cachedText?: number
  readonly cachedAudio?: number
}

/** The upstream's end of a session. */
export interface UpstreamPeer extends RealtimePeer {
  readonly request: IncomingMessage
  /** Sends a whole response of one audio delta, with usage. */
  respond(usage: ResponseUsage): void
  /** Sends audio of this many base64 characters. */
  sayAudio(base64Chars: number): void
  /** Breaks the connection without a close frame. */
  die(): void
}

export interface RealtimeUpstream {
  readonly url: string
  /** The received handshakes in order, including refused ones. */
  readonly handshakes: readonly { readonly url: string; readonly headers: IncomingHttpHeaders }[]
  /** Refuses every handshake from now on with this status; undefined = accepts them again. */
  refuse(status: number | undefined, error?: object, headers?: Readonly<Record<string, string>>): void
  /** Delays handshakes from now on. @returns a function that lets them through */
  stall(): () => void
  /** Resolves with the next session that is opened. */
  session(): Promise<UpstreamPeer>
  /** Resolves with the next handshake that arrives, before it is answered. */
  asked(): Promise<void>
  openSessions(): number
  /** Restores the initial state, except for the recorded handshakes. */
  reset(): void
  close(): Promise<void>
}

export const usageOf = ({
  textIn = 0,
  audioIn = 0,
  textOut = 0,
  audioOut = 0,
  cachedText = 0,
  cachedAudio = 0,
}: ResponseUsage) => ({
  total_tokens: textIn + audioIn + textOut + audioOut,
  input_tokens: textIn + audioIn,
  output_tokens: textOut + audioOut,
  input_token_details: {
    text_tokens: textIn,
    audio_tokens: audioIn,
    image_tokens: 0,
    cached_tokens: cachedText + cachedAudio,
    cached_tokens_details: { text_tokens: cachedText, audio_tokens: cachedAudio, image_tokens: 0 },
  },
  output_token_details: { text_tokens: textOut, audio_tokens: audioOut },
})

/** The vendor's first event, which is sent together with the response to the handshake. */
export const greeting = JSON.stringify({
  type: 'session.created',
  event_id: 'event_1',
  session: {
    type: 'realtime',
    object: 'realtime.session',
    id: 'sess_1',
    model: 'gpt-realtime-2.1',
    audio: {
      input: { format: { type: 'audio/pcm', rate: 24000 }, transcription: null },
      output: { format: { type: 'audio/pcm', rate: 24000 }, voice: 'marin' },
    },
  },
})

/** Starts a vendor of realtime sessions that sends what the test tells it to. */
export async function startRealtimeUpstream(): Promise<RealtimeUpstream> {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 0 })
  const handshakes: { url: string; headers: IncomingHttpHeaders }[] = []
  const opened: UpstreamPeer[] = []
  const waiting: ((peer: UpstreamPeer) => void)[] = []
  const askers: (() => void)[] = []
  let refusal: { status: number; error: object; headers: Readonly<Record<string, string>> } | undefined
  let gate: Promise<void> | undefined

  const open = (request: IncomingMessage, socket: Socket, head: Buffer) => {
    socket.cork()
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      const peer = upstreamPeer(webSocket, request, socket)
      peer.say(greeting)
      socket.uncork()
      const reader = waiting.shift()
      if (reader) reader(peer)
      else opened.push(peer)
    })
  }
  const connections = new Set<Socket>()
  const server = createServer()
  server.on('connection', (socket) => {
    connections.add(socket)
    socket.on('close', () => connections.delete(socket))
  })
  server.on('upgrade', async (request, socket: Socket, head) => {
    socket.on('error', () => undefined)
    handshakes.push({ url: request.url ?? '', headers: request.headers })
    for (const tell of askers.splice(0)) tell()
    await gate
    if (!refusal) return open(request, socket, head)
    const body = JSON.stringify({ error: refusal.error })
    const headers = Object.entries({ ...refusal.headers, 'content-length': Buffer.byteLength(body) })
    const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
    socket.end(
      `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${lines}connection: close\r\n\r\n${body}`,
    )
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    handshakes,
    refuse: (status, error = { message: 'no', type: 'invalid_request_error', code: null }, headers = {}) => {
      refusal = status === undefined ? undefined : { status, error, headers }
    },
    stall: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      gate = promise
      return () => {
        gate = undefined
        resolve()
      }
    },
    session: () => {
      const peer = opened.shift()
      return peer ? Promise.resolve(peer) : new Promise((resolve) => waiting.push(resolve))
    },
    asked: () => new Promise((resolve) => askers.push(resolve)),
    openSessions: () => sockets.clients.size,
    reset: () => {
      refusal = undefined
      gate = undefined
      for (const list of [opened, waiting, askers]) list.length = 0
      for (const each of sockets.clients) each.terminate()
    },
    close: async () => {
      for (const each of connections) each.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function upstreamPeer(
  socket: Parameters<typeof realtimePeer>[0],
  request: IncomingMessage,
  connection: Socket,
): UpstreamPeer {
  const peer = realtimePeer(socket)
  const sayAudio = (base64Chars: number) =>
    peer.say({
      type: 'response.output_audio.delta',
      event_id: 'event_2',
      response_id: 'resp_1',
      item_id: 'item_1',
      output_index: 0,
      content_index: 0,
      delta: 'A'.repeat(base64Chars),
    })
  return {
    ...peer,
    request,
    sayAudio,
    respond: (usage) => {
      sayAudio(64)
      peer.say({
        type: 'response.done',
        event_id: 'event_3',
        response: {
          object: 'realtime.response',
          id: 'resp_1',
          status: 'completed',
          output: [{ id: 'item_1', type: 'message', role: 'assistant', content: [] }],
          usage: usageOf(usage),
        },
      })
    },
    die: () => connection.destroy(),
  }
}
