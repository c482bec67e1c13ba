import { connect, type Socket } from 'node:net'

/** A raw connection, over which a test sends and receives bytes directly. */
export interface RawConnection {
  readonly socket: Socket
  send(bytes: string | Uint8Array): void
  /** Returns everything received so far. */
  received(): string
  /** Resolves with everything received, once `isEnough` returns true or the connection ends. */
  until(isEnough: (received: string) => boolean): Promise<string>
  close(): void
}

export const connectTo = (url: string): RawConnection => {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const waiting = new Set<() => void>()
  const pieces: Buffer[] = []
  let text = ''
  let isClosed = false
  const received = () => {
    if (pieces.length > 0) text += Buffer.concat(pieces.splice(0)).toString('latin1')
    return text
  }
  const look = () => {
    for (const each of waiting) each()
  }
  socket.on('data', (bytes: Buffer) => {
    pieces.push(bytes)
    look()
  })
  socket.on('error', () => undefined)
  socket.on('close', () => {
    isClosed = true
    look()
  })
  return {
    socket,
    send: (bytes) => void socket.write(bytes),
    received,
    until: (isEnough) =>
      new Promise((resolve) => {
        const check = () => {
          if (!isClosed && !isEnough(received())) return
          waiting.delete(check)
          resolve(received())
        }
        waiting.add(check)
        check()
      }),
    close: () => socket.destroy(),
  }
}

/** Builds the bytes of a chat request. */
export const chatRequest = (key: string, body: string, headers: readonly string[] = []): string =>
  [
    'POST /v1/chat/completions HTTP/1.1',
    'host: gateway',
    `authorization: Bearer ${key}`,
    'content-type: application/json',
    ...(headers.some((each) => /^(content-length|transfer-encoding)/i.test(each))
      ? []
      : [`content-length: ${Buffer.byteLength(body)}`]),
    ...headers,
    '',
    body,
  ].join('\r\n')

export const statusesOf = (received: string): number[] =>
  [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
