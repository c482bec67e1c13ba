import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { limitConnections } from '../../../src/daemon/http/limit-connections.ts'

let server: Server
let clients: Socket[]
let warnings: [unknown, unknown?][]
let now: number

/** Starts a server that greets every client it accepts. */
const listen = async (trustProxy: readonly string[]): Promise<void> => {
  clients = []
  warnings = []
  now = 1_000_000
  server = createServer()
  limitConnections(server, {
    config: { connectionsMax: 8, trustProxy },
    log: { warn: (...warning: [unknown, unknown?]) => void warnings.push(warning) },
    clock: { now: () => now },
  })
  server.on('connection', (socket) => {
    if (!socket.destroyed) socket.write('hello')
    socket.on('error', () => undefined)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
}
afterEach(() => {
  for (const client of clients) client.destroy()
  server.close()
})

/** Opens a connection. @returns undefined if the server closed it at once */
const open = async (from = '127.0.0.1'): Promise<Socket | undefined> => {
  const { port } = server.address() as AddressInfo
  const client = connect({ port, host: '127.0.0.1', localAddress: from })
  clients.push(client)
  client.on('error', () => undefined)
  await Promise.race([once(client, 'data'), once(client, 'close')])
  return client.destroyed ? undefined : client
}

it('one network gets a quarter of all connections, again once some are closed, and others get theirs', async () => {
  await listen(['10.0.0.0/8'])
  const [first, second, third] = [await open(), await open(), await open()]
  expect([first, second, third].map(Boolean)).toEqual([true, true, false])
  expect(Boolean(await open('127.0.0.2'))).toBe(true)
  expect(warnings).toEqual([
    [{ network: '127.0.0.1', connections: 2 }, 'too many connections from one network: new ones are closed'],
  ])
  first?.destroy()
  await expect.poll(async () => Boolean(await open())).toBe(true)
})

it('a trusted proxy may have all connections, and no more, and the log says so once a minute', async () => {
  await listen([])
  for (let index = 0; index < 8; index += 1) expect(Boolean(await open())).toBe(true)
  for (let index = 0; index < 3; index += 1) expect(await open()).toBe(undefined)
  const warning = [{ TOLLGATE_CONNECTIONS_MAX: 8 }, 'too many connections: new ones are closed']
  expect(warnings).toEqual([warning])
  now += 60_000
  expect(await open()).toBe(undefined)
  expect(warnings).toEqual([warning, warning])
})
