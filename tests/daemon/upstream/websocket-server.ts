import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** One accepted connection. */
export interface WebSocketPeer {
  readonly request: IncomingMessage
  readonly socket: Duplex
  /** Resolves with the next text frame from the client. */
  receive(): Promise<string>
  /** @returns false when the socket's buffer is full */
  send(text: string): boolean
  /** Sends a close frame with this code, then ends the connection. */
  close(code?: number): void
}

export interface WebSocketServerOptions {
  /** Sent instead of the upgrade: status line, headers and body. */
  readonly refusal?: string
  readonly onPeer?: (peer: WebSocketPeer) => void
}

const MAGIC = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'
const TEXT = 1
const CLOSE = 8

/** Starts a WebSocket server on a free port, with as much of RFC 6455 as a vendor's endpoint uses. */
export async function startWebSocketServer(options: WebSocketServerOptions) {
  const sockets = new Set<Socket>()
  const server = createServer()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.on('upgrade', (request, socket) => {
    if (options.refusal !== undefined) {
      socket.end(options.refusal)
      return
    }
    const accept = createHash('sha1')
      .update(`${request.headers['sec-websocket-key']}${MAGIC}`)
      .digest('base64')
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    )
    socket.on('error', () => undefined)
    // An HTTP server keeps its half of a connection open.
    socket.on('end', () => socket.end())
    options.onPeer?.(peerOf(request, socket))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    openSockets: () => sockets.size,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function peerOf(request: IncomingMessage, socket: Duplex): WebSocketPeer {
  let received = Buffer.alloc(0)
  const texts: string[] = []
  const waiting: ((text: string) => void)[] = []
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk])
    for (;;) {
      const frame = readFrame(received)
      if (!frame) return
      received = received.subarray(frame.bytes)
      if (frame.opcode !== TEXT) continue
      const next = waiting.shift()
      if (next) next(frame.text)
      else texts.push(frame.text)
    }
  })
  return {
    request,
    socket,
    receive: async () => texts.shift() ?? (await new Promise<string>((resolve) => waiting.push(resolve))),
    send: (text) => socket.write(writeFrame(TEXT, Buffer.from(text))),
    close: (code = 1000) => {
      const body = Buffer.alloc(2)
      body.writeUInt16BE(code)
      socket.end(writeFrame(CLOSE, body))
    },
  }
}

/** Reads a frame from a client, which is always masked. */
function readFrame(bytes: Buffer) {
  if (bytes.length < 6) return undefined
  const short = (bytes[1] ?? 0) & 0x7f
  const extra = short === 126 ? 2 : short === 127 ? 8 : 0
  if (bytes.length < 6 + extra) return undefined
  const length = extra === 0 ? short : extra === 2 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2))
  const start = 6 + extra
  if (bytes.length < start + length) return undefined
  const mask = bytes.subarray(start - 4, start)
  const payload = bytes.subarray(start, start + length).map((byte, index) => byte ^ (mask[index % 4] ?? 0))
  return {
    opcode: (bytes[0] ?? 0) & 0x0f,
    text: Buffer.from(payload).toString('utf8'),
    bytes: start + length,
  }
}

function writeFrame(opcode: number, payload: Buffer): Buffer {
  const { length } = payload
  const head =
    length < 126
      ? Buffer.of(0x80 | opcode, length)
      : length < 65_536
        ? Buffer.of(0x80 | opcode, 126, length >> 8, length & 0xff)
        : Buffer.concat([Buffer.of(0x80 | opcode, 127, 0, 0, 0, 0), uint32(length)])
  return Buffer.concat([head, payload])
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
