import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AHEAD_MAX, limitPipelined } from '../../../src/daemon/http/pipelined-requests.ts'
import { connectTo } from '../../faults/raw-http.ts'

/** The request being answered and those behind it that may run. */
const runningMax = 1 + AHEAD_MAX

let app: FastifyInstance
let url: string
let connection: ReturnType<typeof connectTo>
/** Responses in progress, in the order of their requests. */
let running: ServerResponse[]
let runsSoFar: number
/** How many requests have arrived, whether they run or wait. */
let heads: number

beforeEach(async () => {
  running = []
  runsSoFar = 0
  heads = 0
  app = fastify()
  app.addHook('onRequest', limitPipelined())
  app.get('/healthz', async () => 'ok')
  // Handlers read request bodies themselves.
  app.addContentTypeParser('*', (_request, _body, done) => done(null))
  app.post('/length', async ({ raw }) => `length is ${(await buffer(raw)).length}`)
  app.get('/:index', ({ raw }, reply) => {
    reply.hijack()
    runsSoFar += 1
    running.push(reply.raw)
    reply.raw.setHeader('x-index', raw.url ?? '')
  })
  app.server.on('request', ({ url: path }) => {
    if (path !== '/healthz') heads += 1
  })
  await app.listen()
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  connection = connectTo(url)
})
afterEach(async () => {
  connection.close()
  app.server.closeAllConnections()
  await app.close()
})

const requests = (count: number, padding = ''): string =>
  Array.from(
    { length: count },
    (_, index) => `GET /${index} HTTP/1.1\r\nhost: gateway\r\nx-padding: ${padding}\r\n\r\n`,
  ).join('')
const indexesOf = (received: string) =>
  [...received.matchAll(/x-index: \/(\d+)/g)].map(([, index]) => Number(index))
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index)
const untilRuns = (count: number) => vi.waitUntil(() => runsSoFar >= count, { timeout: 60_000, interval: 5 })
const nextTurn = () => new Promise((resolve) => setImmediate(resolve))
/** Answers this many requests, each as soon as it runs. */
const answerAll = async (count: number) => {
  for (let answered = 0; answered < count; answered += 1) {
    await untilRuns(answered + 1)
    running.shift()?.end('done')
  }
}

it('a client sends a thousand requests at once: few run at a time, and all are answered in order', async () => {
  connection.send(requests(1000))
  await untilRuns(runningMax)
  let runningAtOnce = 0
  for (let answered = 0; answered < 1000; answered += 1) {
    await untilRuns(answered + 1)
    runningAtOnce = Math.max(runningAtOnce, running.length)
    running.shift()?.end('done')
  }
  expect(runningAtOnce).toBe(runningMax)
  expect(indexesOf(await connection.until((text) => indexesOf(text).length === 1000))).toEqual(upTo(1000))
})

it('while requests wait, nothing more is read from their connection', async () => {
  connection.send(requests(3000, 'x'.repeat(2000)))
  await untilRuns(runningMax)
  // Each request takes at least one turn of the event loop, in which Node would read 64 kB.
  for (let turn = 0; turn < 100; turn += 1) await fetch(`${url}/healthz`)
  expect(heads).toBeLessThan(runningMax + 100)
  await answerAll(3000)
  expect(indexesOf(await connection.until((text) => indexesOf(text).length === 3000))).toEqual(upTo(3000))
})

it('the bodies of requests that wait are read whole', async () => {
  const post = (bytes: number) =>
    `POST /length HTTP/1.1\r\nhost: gateway\r\ncontent-length: ${bytes}\r\n\r\n${'x'.repeat(bytes)}`
  const lengths = upTo(200).map((index) => 100_000 + index)
  connection.send(requests(1) + lengths.map(post).join(''))
  await vi.waitUntil(() => heads > runningMax, { timeout: 60_000, interval: 5 })
  await answerAll(1)
  const lengthsOf = (received: string) =>
    [...received.matchAll(/length is (\d+)/g)].map(([, bytes]) => Number(bytes))
  expect(lengthsOf(await connection.until((text) => lengthsOf(text).length === 200))).toEqual(lengths)
})

it('requests that wait never run once the client has left', async () => {
  connection.send(requests(1000))
  await untilRuns(runningMax)
  const socket = running[0]?.socket
  connection.close()
  // The daemon does not read from the connection, so it only notices when it cannot send a response.
  for (let answered = 0; !socket?.destroyed; answered += 1) {
    await untilRuns(answered + 1)
    running.shift()?.end('done')
    await nextTurn()
  }
  const runsUntilNoticed = runsSoFar
  expect(runsUntilNoticed).toBeLessThan(1000)
  for (const each of running.splice(0)) each.end('done')
  await nextTurn()
  expect(runsSoFar).toBe(runsUntilNoticed)
})
