import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import type { AppError } from '../../../src/daemon/errors/app-error.ts'
import { BodyBudget } from '../../../src/daemon/http/body-budget.ts'
import { type ArrivalOptions, watchArrival } from '../../../src/daemon/relay/inbound/arriving-messages.ts'
import { closeSocket } from '../../../src/daemon/relay/inbound/socket-life.ts'

const MEGABYTE = 1_048_576
const part = Buffer.alloc(MEGABYTE, 0x20)

let server: Server
let sockets: WebSocketServer
let bodies: BodyBudget
let client: WebSocket
let served: WebSocket
let line: Socket

beforeEach(async () => {
  server = createServer()
  sockets = new WebSocketServer({ server })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  bodies = new BodyBudget(4 * MEGABYTE)
  client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  client.on('error', () => undefined)
  const [[socket, request]] = await Promise.all([once(sockets, 'connection'), once(client, 'open')])
  served = socket
  line = request.socket
})

afterEach(async () => {
  client.terminate()
  for (const each of sockets.clients) each.terminate()
  await new Promise((resolve) => server.close(resolve))
})

const watch = (options: Partial<ArrivalOptions> = {}): AppError[] => {
  const refusals: AppError[] = []
  const refuse = (error: AppError) => {
    refusals.push(error)
    served.send(error.code)
    closeSocket(served, 1008, error.code)
  }
  watchArrival(served, line, { bodies, refuse, ...options })
  return refusals
}

/** Resolves when this many bytes have arrived. */
const arrival = (bytes: number): Promise<void> =>
  new Promise((resolve) => {
    let sum = 0
    const count = (chunk: Buffer) => {
      sum += chunk.length
      if (sum < bytes) return
      line.off('data', count)
      resolve()
    }
    line.on('data', count)
  })

test('parts of a message come out of the budget of bodies until the message is whole', async () => {
  watch()
  const arrived = arrival(2 * MEGABYTE)
  client.send(part, { fin: false })
  client.send(part, { fin: false })
  await arrived
  expect(bodies.taken).toBeGreaterThan(1.9 * MEGABYTE)
  const whole = once(served, 'message')
  client.send('end', { fin: true })
  await whole
  expect(bodies.taken).toBe(0)
})

test('a message beyond the budget closes the connection, which reads nothing more and then gives all back', async () => {
  const refusals = watch()
  const told = once(client, 'message')
  for (let sent = 0; sent < 6; sent += 1) client.send(part, { fin: false })
  expect(String((await told)[0])).toBe('too_many_bodies')
  expect(refusals.map((each) => each.code)).toEqual(['too_many_bodies'])
  expect(served.isPaused).toBe(true)
  expect(bodies.taken).toBeLessThanOrEqual(4 * MEGABYTE)
  const gone = once(served, 'close')
  served.terminate()
  await gone
  expect(bodies.taken).toBe(0)
})

test('a long message that no longer comes closes the connection', async () => {
  const refusals = watch({ pace: { graceMs: 50, bytesPerSecond: 1_000_000_000 } })
  const told = once(client, 'message')
  client.send(part, { fin: false })
  expect(String((await told)[0])).toBe('body_too_slow')
  expect(refusals).toHaveLength(1)
})

test('many messages and pongs on one connection leave nothing of the budget taken', async () => {
  watch()
  for (let count = 0; count < 500; count += 1) {
    client.pong('alive')
    client.send('x'.repeat(count))
  }
  const last = Buffer.alloc(300_000)
  const whole = new Promise<void>((resolve) =>
    served.on('message', (data: Buffer) => data.length === last.length && resolve()),
  )
  client.send(last)
  await whole
  expect(bodies.taken).toBe(0)
})

test('after the connection was closed, a message that goes on is not read to its end', async () => {
  bodies = new BodyBudget(100 * MEGABYTE)
  watch()
  closeSocket(served, 1008, 'no')
  const paused = new Promise<void>((resolve) => line.once('pause', resolve))
  for (let sent = 0; sent < 20; sent += 1) client.send(part, { fin: false })
  await paused
  expect(bodies.taken).toBeLessThan(2 * MEGABYTE)
})
