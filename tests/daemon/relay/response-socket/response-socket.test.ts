import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { WebSocketServer } from 'ws'
import { BodyBudget } from '../../../../src/daemon/http/body-budget.ts'
import { RememberedResponses } from '../../../../src/daemon/relay/response-socket/remembered-responses.ts'
import {
  type Create,
  type ResponseSocketDeps,
  serveResponseSocket,
} from '../../../../src/daemon/relay/response-socket/response-socket.ts'
import { openResponseSocket, type ResponseSocketClient } from '../../../support/response-socket-client.ts'

const timeout = { timeout: 60_000, interval: 20 }

let server: WebSocketServer
let remembered: RememberedResponses
let bodies: BodyBudget
let client: ResponseSocketClient
let drain: () => void
/** Requests that have begun, and a function that ends each. */
let begun: { readonly create: Create; readonly end: (output?: string, isStored?: boolean) => void }[]

const lastEvent = (id: string, text: string, store: boolean) => {
  const output = [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] }]
  const response = { id, status: 'completed', store, output }
  return `event: response.completed\ndata: ${JSON.stringify({ type: 'response.completed', response })}\n\n`
}

const answer: ResponseSocketDeps['answer'] = (create) =>
  new Promise((resolve) => {
    const { client: reader } = create.inbound
    const number = begun.length + 1
    reader.startStream()
    begun.push({
      create,
      end: (text = 'said', isStored = false) => {
        reader.end(lastEvent(`resp_${number}`, text, isStored))
        resolve()
      },
    })
  })

const nth = async (n: number) => {
  await vi.waitFor(() => expect(begun.length).toBeGreaterThanOrEqual(n), timeout)
  const found = begun[n - 1]
  if (!found) throw new Error('It has not begun.')
  return found
}
const bodyOf = ({ create }: { create: Create }): Record<string, unknown> =>
  JSON.parse(create.inbound.body.toString('utf8'))

async function start(more: Partial<ResponseSocketDeps> = {}) {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  const deps: ResponseSocketDeps = {
    clock: Date,
    log: pino({ level: 'silent' }),
    bodies,
    bodyBytesMax: 10_000_000,
    remembered,
    noteRefusal: () => {},
    onDrain: (stop) => {
      drain = stop
      return () => {}
    },
    answer,
    ...more,
  }
  const head = { headers: {}, query: {}, dialect: undefined, address: '127.0.0.1' }
  server.on('connection', (socket, request) => serveResponseSocket(socket, request.socket, head, deps))
  client = openResponseSocket(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {})
  await client.opened
}

beforeEach(() => {
  begun = []
  remembered = new RememberedResponses()
  bodies = new BodyBudget(20_000_000)
})
afterEach(() => {
  vi.useRealTimers()
  client.socket.terminate()
  server.close()
})

describe('issue 15: the end of a WebSocket of Responses', () => {
  it('comes after 60 minutes, and is told to a client that waits for nothing', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await start()
    vi.advanceTimersByTime(60 * 60_000 - 1)
    client.create({ model: 'm', input: 'in time' })
    const one = await nthNow(1)
    one.end()
    expect((await client.ending()).type).toBe('response.completed')
    vi.advanceTimersByTime(1)
    expect(await client.event()).toMatchObject({
      type: 'error',
      status: 400,
      error: { type: 'invalid_request_error', code: 'websocket_connection_limit_reached' },
    })
    expect((await client.closed).code).toBe(1000)
  })

  it('lets a response that is being made end, and begins no other', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await start()
    client.create({ model: 'm', input: 'one', stream_id: 'a' })
    client.create({ model: 'm', input: 'two', stream_id: 'a' })
    const one = await nthNow(1)
    vi.advanceTimersByTime(60 * 60_000)
    expect(await client.event()).toMatchObject({
      stream_id: 'a',
      error: { code: 'websocket_connection_limit_reached' },
    })
    client.create({ model: 'm', input: 'three', stream_id: 'b' })
    expect(await client.event()).toMatchObject({
      stream_id: 'b',
      error: { code: 'websocket_connection_limit_reached' },
    })
    one.end()
    expect(await client.event()).toMatchObject({ type: 'response.completed', stream_id: 'a' })
    await client.closed
    expect(begun).toHaveLength(1)
  })

  it('comes at once when the daemon stops and nothing runs', async () => {
    await start()
    drain()
    expect(await client.closed).toEqual({ code: 1001, reason: 'shutting_down' })
  })

  it('waits for what runs when the daemon stops, and what has not begun is refused', async () => {
    await start()
    client.create({ model: 'm', input: 'one' })
    client.create({ model: 'm', input: 'two' })
    const one = await nth(1)
    await vi.waitFor(() => expect(bodies.taken).toBeGreaterThan(60), timeout)
    drain()
    expect(await client.event()).toMatchObject({
      type: 'error',
      status: 503,
      error: { code: 'shutting_down' },
    })
    one.end()
    expect((await client.event()).type).toBe('response.completed')
    expect((await client.closed).code).toBe(1001)
    expect(begun).toHaveLength(1)
  })

  it('tells each request that its client has left, and frees what it held', async () => {
    await start()
    client.create({ model: 'm', input: 'one', stream_id: 'a' })
    client.create({ model: 'm', input: 'two', stream_id: 'b' })
    const both = [await nth(1), await nth(2)]
    client.socket.terminate()
    for (const { create } of both)
      await vi.waitFor(() => expect(create.inbound.client.isGone).toBe(true), timeout)
    for (const { end } of both) end()
    await vi.waitFor(() => expect(bodies.taken).toBe(0), timeout)
  })
})

/** Waits for the n-th request to begin, while timers are faked. */
async function nthNow(n: number) {
  while (begun.length < n) await new Promise(setImmediate)
  const found = begun[n - 1]
  if (!found) throw new Error('It has not begun.')
  return found
}

describe('issue 15: a WebSocket of Responses reads no more than it can hold', () => {
  it('stops reading while much waits, and goes on when it has begun', async () => {
    await start()
    const [ours] = server.clients
    const input = 'x'.repeat(50_000)
    for (let index = 0; index < 60; index += 1) client.create({ model: 'm', input })
    const one = await nth(1)
    await vi.waitFor(() => expect(ours?.isPaused).toBe(true), timeout)
    expect(bodies.taken).toBeLessThan(2_000_000)
    one.end()
    for (let index = 2; index <= 60; index += 1) (await nth(index)).end()
    for (let index = 0; index < 60; index += 1)
      expect((await client.ending()).type).toBe('response.completed')
    expect(ours?.isPaused).toBe(false)
    await vi.waitFor(() => expect(bodies.taken).toBe(0), timeout)
  })

  it('begins no more than 16 at once, whatever their lanes, and the next when one has ended', async () => {
    await start()
    for (let lane = 0; lane < 20; lane += 1)
      client.create({ model: 'm', input: 'Hi', stream_id: `lane_${lane}` })
    client.say('no JSON')
    // The message was read after all of them.
    expect((await client.event()).type).toBe('error')
    expect(begun).toHaveLength(16)
    ;(await nth(3)).end()
    expect(await client.ending()).toMatchObject({ stream_id: 'lane_2' })
    await nth(17)
    expect(begun).toHaveLength(17)
  })

  it('refuses a message for which there is no room before its last part has come', async () => {
    bodies = new BodyBudget(1_000_000)
    await start()
    client.socket.send(' '.repeat(1_500_000), { fin: false })
    expect(await client.event()).toMatchObject({ type: 'error', error: { code: 'too_many_bodies' } })
    for (const socket of server.clients) socket.terminate()
    await vi.waitFor(() => expect(bodies.taken).toBe(0), timeout)
  })

  it('refuses a message for which there is no room among all bodies', async () => {
    bodies = new BodyBudget(1_000)
    await start()
    client.create({ model: 'm', input: 'x'.repeat(1_000) })
    expect(await client.event()).toMatchObject({
      type: 'error',
      status: 503,
      error: { code: 'too_many_bodies' },
    })
    client.create({ model: 'm', input: 'x' })
    ;(await nth(1)).end()
    expect((await client.ending()).type).toBe('response.completed')
    await vi.waitFor(() => expect(bodies.taken).toBe(0), timeout)
  })
})

describe('issue 15: the memory of connections', () => {
  const askWith = async (body: object, text?: string) => {
    client.create({ model: 'm', store: false, ...body })
    const found = await nth(begun.length + 1)
    const previousId = String(bodyOf(found).previous_response_id)
    const items = found.create.inbound.memory?.find(previousId)?.items()
    found.end(text)
    await client.ending()
    return items
  }

  it('holds all that was said since what it went on from', async () => {
    await start()
    await askWith({ input: 'one', previous_response_id: 'resp_of_vendor' })
    const items = await askWith({ input: 'two', previous_response_id: 'resp_1' })
    expect(items).toMatchObject([{ content: 'one' }, { content: [{ text: 'said' }] }])
    client.create({ model: 'm', store: false, input: 'three', previous_response_id: 'resp_2' })
    const third = await nth(3)
    const memory = third.create.inbound.memory?.find('resp_2')
    expect(memory?.continues).toBe('resp_of_vendor')
    expect(memory?.items()).toHaveLength(4)
  })

  it('forgets a lane that is stored elsewhere now', async () => {
    await start()
    await askWith({ input: 'one' })
    expect(remembered.chars).toBeGreaterThan(0)
    client.create({ model: 'm', input: 'two' })
    ;(await nth(2)).end('said', true)
    await client.ending()
    await vi.waitFor(() => expect(remembered.chars).toBe(0), timeout)
  })

  it('has a bound: the oldest is forgotten first', async () => {
    remembered = new RememberedResponses(3_000)
    await start()
    await askWith({ input: 'a'.repeat(1_000), stream_id: 'a' })
    await askWith({ input: 'b'.repeat(1_000), stream_id: 'b' })
    await askWith({ input: 'c'.repeat(1_000), stream_id: 'c' })
    expect(remembered.chars).toBeLessThanOrEqual(3_000)
    expect(await askWith({ input: 'more', stream_id: 'd', previous_response_id: 'resp_1' })).toBeUndefined()
    expect(await askWith({ input: 'more', stream_id: 'd', previous_response_id: 'resp_3' })).toBeDefined()
  })

  it('keeps nothing of a connection that is closed', async () => {
    await start()
    await askWith({ input: 'one' })
    await vi.waitFor(() => expect(remembered.chars).toBeGreaterThan(0), timeout)
    client.socket.close()
    await vi.waitFor(() => expect(remembered.chars).toBe(0), timeout)
  })
})
