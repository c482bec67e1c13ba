import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A bad network between two parts: everything passes until told otherwise. */
export interface TcpProxy {
  readonly port: number
  /** Connections that are open now. */
  readonly connections: number
  /** Bytes stop in both directions, connections stay open: a pulled cable. `resume` lets them flow again. */
  stall(): void
  resume(): void
  /** Ends every open connection: `fin` in order, `reset` with RST. */
  cut(how: 'fin' | 'reset'): void
  /** Refuses new connections, or takes them again. */
  refuse(isRefusing: boolean): void
  close(): Promise<void>
}

/** @param target where connections are passed on to */
export const startTcpProxy = async (target: {
  readonly host: string
  readonly port: number
}): Promise<TcpProxy> => {
  const sockets = new Set<Socket>()
  let isStalled = false
  let isRefusing = false

  const keep = (socket: Socket) => {
    sockets.add(socket)
    // What breaks here is what the test wants to break.
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
