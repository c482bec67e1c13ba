import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * A proxy between a daemon and PostgreSQL that catches the moment after a commit when the daemon does not know of it
 * yet.
 */
export interface CommitWatch {
  /** The URL for the daemon under test. */
  readonly databaseUrl: string
  /**
   * Lets the next transaction that has this text in one of its statements commit, but withholds the confirmation from
   * the daemon.
   *
   * @param caught called at that moment
   */
  catchNext(text: string, caught: () => void): void
  close(): void
}

/** PostgreSQL's reply to a commit: https://www.postgresql.org/docs/current/protocol-message-formats.html */
const COMMITTED = Buffer.from('COMMIT\0')

export async function startCommitWatch(databaseUrl: string): Promise<CommitWatch> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let wanted: { readonly text: string; readonly caught: () => void } | undefined
  const server = createServer((near) => {
    const far = connect({ host: target.hostname, port: Number(target.port || 5432) })
    for (const socket of [near, far]) {
      sockets.add(socket)
      // A killed daemon breaks its connections.
      socket.on('error', () => undefined)
      socket.once('close', () => sockets.delete(socket))
    }
    let isWanted = false
    near.on('data', (bytes: Buffer) => {
      if (wanted !== undefined && bytes.includes(wanted.text)) isWanted = true
      far.write(bytes)
    })
    far.on('data', (bytes: Buffer) => {
      if (!isWanted || wanted === undefined || !bytes.includes(COMMITTED)) return void near.write(bytes)
      const { caught } = wanted
      wanted = undefined
      caught()
    })
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = new URL(databaseUrl)
  address.hostname = '127.0.0.1'
  address.port = String((server.address() as AddressInfo).port)
  return {
    databaseUrl: address.href,
    catchNext: (text, caught) => {
      wanted = { text, caught }
    },
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
