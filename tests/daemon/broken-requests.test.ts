import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerBrokenRequests } from '../../src/daemon/broken-requests.ts'
import { connectTo, statusesOf } from '../faults/raw-http.ts'

const pace = { headersTimeout: 1000, connectionsCheckingInterval: 50 }
const whole = 'GET /first HTTP/1.1\r\nhost: gateway\r\n\r\n'
const half = 'GET /second HTTP/1.1\r\nhost: gate'

let server: Server
let connection: ReturnType<typeof connectTo>
/** Responses in progress, by path. */
let answering: Map<string, ServerResponse>

beforeEach(async () => {
  answering = new Map()
  const { watch, clientErrorHandler } = answerBrokenRequests(pace)
  server = createServer({ ...pace, keepAliveTimeout: 0, maxHeaderSize: 16_384 }, ({ url = '' }, response) =>
    answering.set(url, response),
  )
  server.on('clientError', (error, socket) => clientErrorHandler(error, socket as Socket))
  watch(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  connection = connectTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
afterEach(() => {
  connection.close()
  server.close()
})

const answerTo = (path: string): Promise<ServerResponse> =>
  vi.waitFor(() => answering.get(path) ?? Promise.reject(new Error(`${path} has not come`)), {
    timeout: 60_000,
  })
const untilClosed = () => connection.until(() => false)
/**
 * Sends a request followed by half a head. Resolves when that head has timed out and the first request is not answered
 * yet.
 */
const sendHalfBehindWhole = async (): Promise<ServerResponse> => {
  const isLate = once(server, 'clientError')
  connection.send(whole + half)
  const [answer] = await Promise.all([answerTo('/first'), isLate])
  return answer
}

/** Answers the first request, completes the head of the second, and answers that too. */
const answerBoth = async (first: ServerResponse): Promise<string> => {
  first.end('one')
  connection.send('way\r\n\r\n')
  const second = await answerTo('/second')
  second.end('two')
  return connection.until((text) => text.includes('two'))
}

it('half a head behind a request that is being answered cuts no answer, and is answered once it is whole', async () => {
  const received = await answerBoth(await sendHalfBehindWhole())
  expect(statusesOf(received)).toEqual([200, 200])
  expect(received).toContain('one')
})

it('half a head that never becomes whole is refused once the earlier request is answered', async () => {
  const first = await sendHalfBehindWhole()
  first.end('one')
  const received = await untilClosed()
  expect(statusesOf(received)).toEqual([200, 408])
  expect(received).toContain('"code":"head_too_slow"')
})

it('a connection that had to wait is kept after its request came', async () => {
  await answerBoth(await sendHalfBehindWhole())
  // Another connection has time to become late and is closed; this one must stay open.
  const other = connectTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  other.send(half)
  await other.until(() => false)
  connection.send('GET /third HTTP/1.1\r\nhost: gateway\r\n\r\n')
  const third = await answerTo('/third')
  third.end('three')
  expect(statusesOf(await connection.until((text) => text.includes('three')))).toEqual([200, 200, 200])
})

it('nothing is written into an answer that has begun', async () => {
  connection.send(whole)
  const first = await answerTo('/first')
  first.write('begun')
  await connection.until((text) => text.includes('begun'))
  connection.send('no request\r\n\r\n')
  expect(statusesOf(await untilClosed())).toEqual([200])
})

it.each([
  ['no request', 'hello\r\n\r\n', 400, 'not_http'],
  ['too much of a head', `GET / HTTP/1.1\r\ncookie: ${'x'.repeat(17_000)}\r\n\r\n`, 431, 'head_too_large'],
  ['half a head', half, 408, 'head_too_slow'],
])('%s is refused with an error from the catalogue', async (_what, bytes, status, code) => {
  connection.send(bytes)
  const received = await untilClosed()
  expect(statusesOf(received)).toEqual([status])
  const [head = '', body = ''] = received.split('\r\n\r\n')
  expect(JSON.parse(body).error.code).toBe(code)
  expect(head).toContain(`content-length: ${Buffer.byteLength(body)}`)
})
