import { once } from 'node:events'
import type { Server } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { startTestRelay, type TestRelay } from '../../../support/test-relay.ts'

let relay: TestRelay
beforeAll(async () => {
  relay = await startTestRelay()
  await relay.addChannel()
})
afterAll(() => relay.close())

const connections = (): Promise<number> =>
  new Promise((resolve, reject) =>
    (relay.api.app.server as Server).getConnections((error, count) =>
      error ? reject(error) : resolve(count),
    ),
  )

/** Sends a request head and reads until the other side closes. */
const exchange = async (lines: readonly string[], body = ''): Promise<string> => {
  const socket = connect(Number(new URL(relay.url).port), '127.0.0.1')
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  socket.write(`${[...lines, 'Host: gate'].join('\r\n')}\r\n\r\n${body}`)
  await once(socket, 'close')
  return text
}

const upgrade = (target: string, method = 'GET') => [
  `${method} ${target} HTTP/1.1`,
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
]

describe('finding relay 18: WebSockets at addresses that have none', () => {
  it.each([
    ['/v1/nothing', 'GET', 404],
    ['/v1/responses', 'POST', 401],
    ['/v1/responses/resp_1', 'GET', 401],
    ['/v1/chat/completions', 'GET', 404],
    ['/v1/realtime', 'POST', 404],
    ['/api/nothing', 'GET', 404],
    ['/api/status', 'GET', 200],
    ['/healthz', 'GET', 200],
    // Google's Live API: https://ai.google.dev/api/live
    ['/ws/google.ai.generativelanguage.v1beta.GenerativeService.BidiGenerateContent?key=1', 'GET', 404],
  ])('%s by %s is answered with %i and closed', async (target, method, status) => {
    expect(await exchange(upgrade(target, method))).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  })

  it('leaves no socket behind, whatever the client does', async () => {
    const refusals = Array.from({ length: 50 }, (_, index) => {
      const socket = new WebSocket(`${relay.url.replace('http', 'ws')}/v1/nothing-${index}`)
      return once(socket, 'error')
    })
    for (const [error] of await Promise.all(refusals)) expect(String(error)).toContain('404')
    await expect.poll(connections).toBe(0)
  })

  it('h2c, which some clients offer with every request, is not taken up and harms nothing', async () => {
    const body = JSON.stringify({ model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'Hi' }] })
    const head = [
      'POST /v1/chat/completions HTTP/1.1',
      'Connection: Upgrade, HTTP2-Settings, close',
      'Upgrade: h2c',
      'HTTP2-Settings: AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA',
      `Authorization: Bearer ${relay.key}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    ]
    const answer = await exchange(head, body)
    expect(answer).toMatch(/^HTTP\/1.1 200 /)
    expect(answer).toContain('"chat.completion"')
  })
})
