import { once } from 'node:events'
import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Hold } from './deliver.ts'
import type { Complaint, StreamEvent, Turn } from './protocol.ts'
import { spark } from './spark.ts'
import { streamBytes } from './wire.ts'

interface SocketService {
  /** Returns why a handshake is refused; its code is the status. */
  refusal(request: IncomingMessage): Complaint | undefined
  /** Responds to the only frame that a client sends. */
  serve(socket: WebSocket, request: IncomingMessage, frame: Buffer): Promise<void>
}

/** Recognizes the paths of other websockets, which this server does not have. */
const isForeign = ({ url = '' }: IncomingMessage): boolean => /\/realtime(\?|$)/.test(url)

const refusalHead = ({ status: usual, code, message }: Complaint): string => {
  const status = Number(code) || usual
  const body = JSON.stringify({ message })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}

/** Accepts websocket handshakes on any path. */
export const openSparkSocket = (server: Server, service: SocketService): WebSocketServer => {
  const sockets = new WebSocketServer({ noServer: true })
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => undefined)
    const refusal = isForeign(request) ? { status: 404, message: 'not here' } : service.refusal(request)
    if (refusal) return void socket.end(refusalHead(refusal))
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      webSocket.on('error', () => undefined)
      webSocket.once('message', (data) => {
        const frame = Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Buffer)
        service.serve(webSocket, request, frame).catch(() => webSocket.terminate())
      })
    })
  })
  return sockets
}

const eventsOf = (turn: Turn, complaint: Complaint | undefined): Iterable<StreamEvent> => {
  const { behaviour, received } = turn
  const status = complaint?.status ?? behaviour.status ?? 200
  if (status < 400) return spark.stream?.(turn) ?? []
  const error = complaint ? { message: complaint.message, code: complaint.code ?? null } : behaviour.error
  const plain = spark.error(status, error, received)
  return 'json' in plain ? [{ data: JSON.stringify(plain.json) }] : []
}

/** Ends a connection as no healthy server would; resolves when it is closed. */
const breakOff = async (socket: WebSocket, how: 'fin' | 'reset' | 'stall'): Promise<void> => {
  if (how !== 'stall') socket.terminate()
  if (socket.readyState !== socket.CLOSED) await once(socket, 'close')
}

/** Sends the frames of one response with the requested delays and cuts, then closes. */
export const answerSocket = async (
  socket: WebSocket,
  turn: Turn,
  complaint: Complaint | undefined,
  hold: Hold,
): Promise<void> => {
  const { behaviour } = turn
  if (behaviour.headersDelayMs) await sleep(behaviour.headersDelayMs)
  await hold('headers')
  if (behaviour.refuse) return breakOff(socket, behaviour.refuse)
  await hold('body')
  const stream = {
    events: eventsOf(turn, complaint),
    errorEvent: () => spark.errorEvent(behaviour.error),
    terminator: undefined,
    afterEnd: [],
    wire: { contentType: 'application/json', frame: ({ data }: StreamEvent) => data },
  }
  let index = 0
  for (const frame of streamBytes(stream, behaviour)) {
    if (socket.readyState !== socket.OPEN) return
    if (index === behaviour.cutAfterEvents) return breakOff(socket, behaviour.cut ?? 'fin')
    if (index > 0 && behaviour.chunkDelayMs) await sleep(behaviour.chunkDelayMs)
    await hold(index)
    await new Promise<void>((resolve) => socket.send(frame.toString('utf8'), () => resolve()))
    index += 1
  }
  socket.close(1000)
}
