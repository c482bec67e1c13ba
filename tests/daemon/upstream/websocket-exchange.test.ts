import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { Pool } from 'undici'
import { afterEach, describe, expect, it } from 'vitest'
import type { TransportError } from '../../../src/daemon/upstream/exchange.ts'
import {
  openWebSocketExchange,
  type WebSocketExchange,
} from '../../../src/daemon/upstream/websocket-exchange.ts'
import { startWebSocketServer, type WebSocketPeer, type WebSocketServerOptions } from './websocket-server.ts'

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** Starts a server and a call to it. */
async function start(options: WebSocketServerOptions = {}) {
  let tell: (peer: WebSocketPeer) => void = () => undefined
  const peer = new Promise<WebSocketPeer>((resolve) => {
    tell = resolve
  })
  const server = await startWebSocketServer({ onPeer: (each) => tell(each), ...options })
  cleanups.push(server.close)
  return { server, peer, exchange: call(`ws://127.0.0.1:${server.port}/v1/chat?sign=a%2Bb`) }
}

function call(
  url: string,
  timeouts: { readonly first?: number; readonly idle?: number } = {},
): WebSocketExchange {
  const pool = new Pool(new URL(url.replace(/^ws/, 'http')).origin)
  cleanups.push(() => pool.destroy())
  return openWebSocketExchange(pool, {
    method: 'POST',
    url,
    headers: { 'user-agent': 'tollgate/test' },
    body: '{"ask":"日本"}',
    firstByteTimeoutMs: timeouts.first ?? 10_000,
    idleTimeoutMs: timeouts.idle ?? 10_000,
  })
}

/** Collects what an exchange delivers, and how it ends. */
function collect(exchange: WebSocketExchange) {
  const chunks: string[] = []
  const ended = new Promise<'end' | TransportError>((resolve) =>
    exchange.consume({
      data: (chunk) => chunks.push(chunk.toString('utf8')),
      end: () => resolve('end'),
      fail: resolve,
    }),
  )
  return { chunks, ended }
}

describe('WebSocketExchange', () => {
  it('sends the body as one frame and delivers each frame as an event', async () => {
    const { peer, exchange } = await start()
    const accepted = await peer
    expect(accepted.request.url).toBe('/v1/chat?sign=a%2Bb')
    expect(accepted.request.headers['user-agent']).toBe('tollgate/test')
    expect(await accepted.receive()).toBe('{"ask":"日本"}')
    accepted.send('{"text":"一"}')
    accepted.send(`{"text":"${'x'.repeat(70_000)}"}`)
    accepted.close()
    const started = await exchange.started
    expect(started.status).toBe(200)
    expect(started.headers['content-type']).toBe('text/event-stream')
    expect((await exchange.readAll(1_000_000)).toString('utf8')).toBe(
      `data: {"text":"一"}\n\ndata: {"text":"${'x'.repeat(70_000)}"}\n\n`,
    )
  })

  it('keeps a frame with line ends in it one event', async () => {
    const { peer, exchange } = await start()
    const accepted = await peer
    accepted.send('{"a":\r\n1,\n"b":2}')
    accepted.close()
    await exchange.started
    expect((await exchange.readAll(1000)).toString('utf8')).toBe('data: {"a":\ndata: 1,\ndata: "b":2}\n\n')
  })

  it('answers a refused handshake with its status and body', async () => {
    const body = '{"message":"HMAC signature does not match"}'
    const { exchange } = await start({
      refusal: `HTTP/1.1 401 Unauthorized\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    })
    await exchange.started
    expect(exchange.status).toBe(401)
    expect(exchange.headers['content-type']).toBe('application/json')
    expect((await exchange.readAll(1000)).toString('utf8')).toBe(body)
  })

  it('is unreachable where nobody listens, and where the first frame never comes', async () => {
    const { server, peer, exchange } = await start()
    ;(await peer).close()
    await expect(exchange.started).rejects.toMatchObject({ name: 'TransportError', fault: 'unreachable' })
    await server.close()
    const refused = call(`ws://127.0.0.1:${server.port}/`)
    await expect(refused.started).rejects.toMatchObject({ fault: 'unreachable' })
  })

  it('is broken when the connection ends without a close', async () => {
    const { peer, exchange } = await start()
    const accepted = await peer
    accepted.send('{"text":"1"}')
    await exchange.started
    const { chunks, ended } = collect(exchange)
    accepted.socket.destroy()
    expect(await ended).toMatchObject({ fault: 'broken' })
    expect(chunks).toEqual(['data: {"text":"1"}\n\n'])
  })

  it('is broken when the upstream closes because of an error', async () => {
    const { peer, exchange } = await start()
    const accepted = await peer
    accepted.send('{"text":"1"}')
    await exchange.started
    const { ended } = collect(exchange)
    accepted.close(1011)
    expect(await ended).toMatchObject({ fault: 'broken' })
  })

  it('drops the connection when it is aborted', async () => {
    const { peer, exchange } = await start()
    const accepted = await peer
    accepted.send('{"text":"1"}')
    await exchange.started
    const { ended } = collect(exchange)
    const closed = once(accepted.socket, 'close')
    exchange.abort()
    expect(await ended).toMatchObject({ fault: 'aborted' })
    await closed
  })

  it('drops a handshake that is aborted', async () => {
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    cleanups.push(() => new Promise((resolve) => silent.close(resolve)))
    const connected = once(silent, 'connection')
    const exchange = call(`ws://127.0.0.1:${(silent.address() as AddressInfo).port}/`)
    const [socket] = await connected
    const closed = once(socket, 'close')
    socket.resume()
    exchange.abort()
    await expect(exchange.started).rejects.toMatchObject({ fault: 'aborted' })
    await closed
  })

  it('ends a call whose first frame, or next frame, is waited for too long', async () => {
    const server = await startWebSocketServer({ onPeer: (peer) => peer.send('{"text":"1"}') })
    cleanups.push(server.close)
    const silent = await startWebSocketServer({})
    cleanups.push(silent.close)
    const never = call(`ws://127.0.0.1:${silent.port}/`, { first: 150 })
    await expect(never.started).rejects.toMatchObject({ fault: 'first-byte-timeout' })
    const once = call(`ws://127.0.0.1:${server.port}/`, { idle: 150 })
    await once.started
    expect(await collect(once).ended).toMatchObject({ fault: 'idle-timeout' })
  })

  it('delivers nothing while it is paused, and the upstream feels it', async () => {
    const { peer, exchange } = await start()
    const accepted = await peer
    accepted.send('{"n":0}')
    await exchange.started
    exchange.pause()
    const { chunks, ended } = collect(exchange)
    const line = 'x'.repeat(100_000)
    let sent = 0
    // More than the buffers at both ends of a connection can hold.
    while (accepted.send(line) || sent < 200) sent += 1
    // A complete other call in the meantime.
    const other = await start()
    ;(await other.peer).send('{}')
    ;(await other.peer).close()
    await collect(other.exchange).ended
    expect(accepted.socket.writableLength).toBeGreaterThan(0)
    expect(chunks).toEqual([])
    exchange.resume()
    accepted.close()
    expect(await ended).toBe('end')
    expect(chunks).toHaveLength(sent + 2)
  })

  it('bounds what is read whole', async () => {
    const { peer, exchange } = await start()
    const accepted = await peer
    accepted.send('x'.repeat(2000))
    await exchange.started
    await expect(exchange.readAll(1000)).rejects.toMatchObject({ fault: 'too-large' })
  })
})
