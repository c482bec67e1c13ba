import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Agent } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AnswerRoom } from '../../../src/daemon/upstream/answer-room.ts'
import { type Exchange, openExchange, type TransportError } from '../../../src/daemon/upstream/exchange.ts'

const MB = 2 ** 20
const NEVER_MS = 3_600_000
const bytesMax = 64 * MB

let server: Server
let agent: Agent
/** Responds with as many megabytes as the path says; `/4/chunked` does so without a content length. */
beforeAll(async () => {
  agent = new Agent({ connections: null })
  server = createServer((request, answer) => {
    const [, megabytes, isChunked] = (request.url ?? '').split('/')
    const body = Buffer.alloc(Number(megabytes) * MB, 'x')
    if (isChunked === undefined) answer.setHeader('content-length', body.length)
    answer.end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(async () => {
  await agent.destroy()
  server.closeAllConnections()
  server.close()
})

async function open(path: string): Promise<Exchange> {
  const exchange = openExchange(agent, {
    method: 'GET',
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    headers: {},
    body: null,
    firstByteTimeoutMs: NEVER_MS,
    idleTimeoutMs: NEVER_MS,
  })
  await exchange.started
  return exchange
}

/** Reads a response, and records the order in which responses were read. */
async function read(path: string, room: AnswerRoom, order: string[] = []) {
  const lease = room.lease()
  const exchange = await open(path)
  const whole = exchange.readAll(bytesMax, lease).then((body) => {
    order.push(path)
    return body.length
  })
  return { lease, whole, exchange }
}

describe('long answers', () => {
  it.each(['/4', '/4/chunked'])('are read one after another where only one has room: %s', async (path) => {
    const room = new AnswerRoom(5 * MB, NEVER_MS)
    const order: string[] = []
    const first = await read(path, room, order)
    expect(await first.whole).toBe(4 * MB)
    const second = await read(path, room, order)
    await expect.poll(() => room.waiting).toBe(1)
    order.push('first client has it')
    first.lease.end()
    expect(await second.whole).toBe(4 * MB)
    expect(order).toEqual([path, 'first client has it', path])
    second.lease.end()
    expect([room.taken, room.waiting]).toEqual([0, 0])
  })

  it('do not hold up short ones', async () => {
    const room = new AnswerRoom(5 * MB, NEVER_MS)
    const long = await read('/5', room)
    await long.whole
    const short = await read('/1', room)
    expect(await short.whole).toBe(MB)
    expect(room.taken).toBe(5 * MB)
  })

  it('have room alone, however long they are', async () => {
    const room = new AnswerRoom(MB, NEVER_MS)
    expect(await (await read('/20', room)).whole).toBe(20 * MB)
    expect(await (await read('/20/chunked', new AnswerRoom(MB, NEVER_MS))).whole).toBe(20 * MB)
  })

  it('that wait for one another all arrive', async () => {
    const room = new AnswerRoom(16 * MB, NEVER_MS)
    const leases = Array.from({ length: 4 }, () => room.lease())
    for (const lease of leases) expect(lease.grow(1.5 * MB, 3.5 * MB)).toBeUndefined()
    const arrived: number[] = []
    const all = leases.map(async (lease, index) => {
      await lease.grow(4 * MB, 10 * MB)
      arrived.push(index)
      lease.end()
    })
    await Promise.all(all)
    expect(arrived).toEqual([0, 1, 2, 3])
    expect([room.taken, room.waiting]).toEqual([0, 0])
  })

  it('wait for a client that does not read only so long', async () => {
    const room = new AnswerRoom(5 * MB, 1)
    await (await read('/5', room)).whole
    expect(await (await read('/5', room)).whole).toBe(5 * MB)
    expect(room.taken).toBe(10 * MB)
  })

  it('whose client leaves while they wait are forgotten', async () => {
    const room = new AnswerRoom(5 * MB, NEVER_MS)
    const first = await read('/5', room)
    await first.whole
    const second = await read('/5', room)
    await expect.poll(() => room.waiting).toBe(1)
    second.exchange.abort()
    await expect(second.whole).rejects.toMatchObject({ fault: 'aborted' } satisfies Partial<TransportError>)
    second.lease.end()
    first.lease.end()
    expect([room.taken, room.waiting]).toEqual([0, 0])
  })

  it('give back what a failed attempt took', async () => {
    const room = new AnswerRoom(5 * MB, NEVER_MS)
    const { lease, whole } = await read('/5', room)
    await whole
    lease.end()
    expect(room.taken).toBe(0)
    expect(await (await open('/5')).readAll(bytesMax, lease)).toHaveLength(5 * MB)
    expect(room.taken).toBe(5 * MB)
  })
})
