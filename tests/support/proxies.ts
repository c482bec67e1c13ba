import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** A proxy that an operator might put in front of a vendor. */
export interface RunningProxy {
  /** Its address as `host:port`. */
  readonly place: string
  /** The requested targets, as `host:port`. */
  readonly targets: readonly string[]
  /** The received names and passwords, as `name:password`. */
  readonly credentials: readonly string[]
  close(): Promise<void>
}

/** Starts an HTTP proxy for tunnels, which only accepts `CONNECT` (RFC 9110, 9.3.6). */
export async function startHttpProxy(): Promise<RunningProxy> {
  const targets: string[] = []
  const credentials: string[] = []
  const note = (target: string, authorization: string | undefined) => {
    targets.push(target)
    const [, text] = /^Basic (.+)$/.exec(authorization ?? '') ?? []
    if (text !== undefined) credentials.push(Buffer.from(text, 'base64').toString('utf8'))
  }
  const server = createHttpServer()
  server.on('connect', (request, socket: Socket, early: Buffer) => {
    note(request.url ?? '', request.headers['proxy-authorization'])
    tunnel(socket, request.url ?? '', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      return early
    })
  })
  return listening(server, targets, credentials)
}

const METHOD = { none: 0, password: 2 } as const
const ADDRESS = { ipv4: 1, name: 3 } as const

/** Starts a proxy that speaks SOCKS 5 (RFC 1928), optionally with user name and password (RFC 1929). */
export async function startSocksProxy({ asksPassword = false } = {}): Promise<RunningProxy> {
  const targets: string[] = []
  const credentials: string[] = []
  const server = createServer((socket) => {
    const take = reader(socket)
    const serve = async () => {
      const [version, methods = 0] = await take(2)
      if (version !== 5) return void socket.destroy()
      await take(methods)
      socket.write(Buffer.from([5, asksPassword ? METHOD.password : METHOD.none]))
      if (asksPassword) {
        const name = await take((await take(2))[1] ?? 0)
        const password = await take((await take(1))[0] ?? 0)
        credentials.push(`${name}:${password}`)
        socket.write(Buffer.from([1, 0]))
      }
      const kind = (await take(4))[3]
      const address = await take(kind === ADDRESS.ipv4 ? 4 : ((await take(1))[0] ?? 0))
      const host = kind === ADDRESS.ipv4 ? address.join('.') : address.toString('utf8')
      const target = `${host}:${(await take(2)).readUInt16BE()}`
      targets.push(target)
      tunnel(socket, target, () => {
        socket.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]))
        return take.rest()
      })
    }
    void serve()
  })
  return listening(server, targets, credentials)
}

/** Returns functions to read a number of bytes. `rest` stops reading and returns the remaining bytes. */
function reader(socket: Socket) {
  let read = Buffer.alloc(0)
  let wake = () => {}
  const onData = (chunk: Buffer) => {
    read = Buffer.concat([read, chunk])
    wake()
  }
  socket.on('data', onData)
  const take = async (bytes: number): Promise<Buffer> => {
    while (read.length < bytes)
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    const taken = read.subarray(0, bytes)
    read = read.subarray(bytes)
    return taken
  }
  const rest = () => {
    socket.off('data', onData)
    return read
  }
  return Object.assign(take, { rest })
}

/**
 * Connects client and target.
 * @param open confirms the tunnel to the client and returns what the client sent before that
 */
function tunnel(client: Socket, target: string, open: () => Buffer): void {
  const [host, port] = target.split(':')
  const server = connect(Number(port), host, () => {
    server.write(open())
    client.pipe(server).pipe(client)
  })
  server.on('error', () => client.destroy())
  client.on('error', () => server.destroy())
}

async function listening(
  server: Server,
  targets: readonly string[],
  credentials: readonly string[],
): Promise<RunningProxy> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    place: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    targets,
    credentials,
    async close() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
