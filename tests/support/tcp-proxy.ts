import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A faulty network between two parties: everything passes until a fault is set. */
export interface TcpProxy {
  readonly port: number
  /** The number of open connections. */
  readonly connections: number
  /** Stops bytes in both directions but leaves connections open, like a pulled cable. `resume` lets them flow again. */
  stall(): void
  resume(): void
  /** Ends every open connection: `fin` normally, `reset` with RST. */
  cut(how: 'fin' | 'reset'): void
  /** Refuses new connections, or accepts them again. */
  refuse(isRefusing: boolean): void
  close(): Promise<void>
}

/** Starts a proxy. @param target the address to forward connections to */
export const startTcpProxy = async (target: {
  readonly host: string
  readonly port: number
}): Promise<TcpProxy> => {
  const sockets = new Set<Socket>()
  let isStalled = false
  let isRefusing = false

  const keep = (socket: Socket) => {
    sockets.add(socket)
    // The test breaks these connections on purpose.
    socket.on('error', () => undefined)
    socket.once('close', () => sockets.delete(socket))
    if (isStalled) socket.pause()
  }
  const pass = (from: Socket, to: Socket) => {
    from.on('data', (bytes) => {
      if (!to.write(bytes)) {
        from.pause()
        to.once('drain', () => {
          if (!isStalled) from.resume()
        })
      }
    })
    from.on('end', () => to.end())
    from.on('close', () => to.destroy())
  }
  const server = createServer({ allowHalfOpen: true }, (near) => {
    if (isRefusing) {
      near.resetAndDestroy()
      return
    }
    const far = connect({ ...target, allowHalfOpen: true })
    for (const socket of [near, far]) keep(socket)
    pass(near, far)
    pass(far, near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    get connections() {
      return sockets.size / 2
    },
    stall: () => {
      isStalled = true
      for (const socket of sockets) socket.pause()
    },
    resume: () => {
      isStalled = false
      for (const socket of sockets) socket.resume()
    },
    cut: (how) => {
      for (const socket of sockets) {
        if (how === 'reset') socket.resetAndDestroy()
        else socket.end()
      }
    },
    refuse: (value) => {
      isRefusing = value
    },
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
