import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { Agent } from 'undici'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { RealtimeMeter } from '../../../../src/daemon/protocols/openai/realtime-meter.ts'
import { gatherEarly } from '../../../../src/daemon/relay/realtime/early-frames.ts'
import { pipeSession } from '../../../../src/daemon/relay/realtime/pipe-session.ts'
import {
  type Frame,
  openUpstreamSocket,
  type UpstreamSocket,
} from '../../../../src/daemon/relay/realtime/upstream-socket.ts'
import { greeting, type RealtimeUpstream, startRealtimeUpstream } from '../../../support/realtime-upstream.ts'

const timeout = { timeout: 60_000, interval: 20 }

describe('the upstream’s socket', () => {
  let upstream: RealtimeUpstream
  let dispatcher: Agent
  const open = (url = `${upstream.url}/v1/realtime`, signal = new AbortController().signal) =>
    openUpstreamSocket({ dispatcher, url, headers: {}, signal })

  beforeEach(async () => {
    upstream = await startRealtimeUpstream()
    dispatcher = new Agent()
  })
  afterEach(async () => {
    vi.useRealTimers()
    await dispatcher.destroy()
    await upstream.close()
  })

  it('keeps what the vendor said until somebody listens, its close included', async () => {
    const socket = await open()
    const peer = await upstream.session()
    peer.say('one')
    peer.socket.close(4000)
    await peer.closed
    const heard: (Frame | number)[] = []
    socket.listen({ frame: (frame) => heard.push(frame), closed: (code) => heard.push(code) })
    await vi.waitFor(() => expect(heard).toEqual([greeting, 'one', 4000]), timeout)
  })

  it('is dropped when the vendor does not answer the close', async () => {
    const socket = await open()
    const peer = await upstream.session()
    peer.socket.pause()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const closed = new Promise((resolve) => socket.listen({ frame: () => undefined, closed: resolve }))
    socket.close()
    vi.advanceTimersByTime(5_000)
    // The connection was dropped. If the vendor had answered the close, the code would be that of its answer.
    expect(await closed).toBe(1006)
  })

  it('that is not wanted any more drops its connection while it is being opened', async () => {
    const asked = Promise.withResolvers<Socket>()
    const server = createServer().on('upgrade', (_request, socket) => asked.resolve(socket as Socket))
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const unwanted = new AbortController()
    const opening = open(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, unwanted.signal)
    const connection = await asked.promise
    const dropped = new Promise((resolve) => connection.resume().on('end', resolve).on('error', resolve))
    unwanted.abort()
    await expect(opening).rejects.toMatchObject({ fault: 'aborted' })
    await dropped
    connection.destroy()
    server.close()
  })

  it('that nobody wants is not opened', async () => {
    await expect(open(undefined, AbortSignal.abort())).rejects.toMatchObject({ fault: 'aborted' })
  })

  it('tells a refusal with its status and body, and that nobody is there', async () => {
    upstream.refuse(429, { message: 'slow down' }, { 'retry-after': '7' })
    await expect(open()).rejects.toMatchObject({
      status: 429,
      headers: { 'retry-after': '7' },
      body: '{"error":{"message":"slow down"}}',
    })
    await expect(open('http://127.0.0.1:1/')).rejects.toMatchObject({ fault: 'unreachable' })
  })

  it('gives up on a vendor that never answers', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const asked = upstream.asked()
    upstream.stall()
    const opening = open()
    const refused = expect(opening).rejects.toMatchObject({ fault: 'first-byte-timeout' })
    await asked
    vi.advanceTimersByTime(20_000)
    await refused
  })
})

describe('the client’s socket', () => {
  let server: WebSocketServer
  let ours: WebSocket
  let theirs: WebSocket

  beforeEach(async () => {
    server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
    await once(server, 'listening')
    theirs = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
    const [[connected]] = await Promise.all([once(server, 'connection'), once(theirs, 'open')])
    ours = connected as WebSocket
  })
  afterEach(() => {
    theirs.terminate()
    server.close()
  })

  it('is not read beyond a megabyte before the upstream is there, and loses nothing by it', async () => {
    const early = gatherEarly(ours)
    const piece = 'x'.repeat(100_000)
    for (let index = 0; index < 40; index += 1) theirs.send(`${index} ${piece}`)
    await vi.waitFor(() => expect(ours.isPaused).toBe(true), timeout)
    const rest: string[] = []
    const taken = early.take()
    expect(taken.length).toBeLessThan(40)
    ours.on('message', (data) => rest.push(String(data)))
    await vi.waitFor(() => expect(taken.length + rest.length).toBe(40), timeout)
    expect([...taken, ...rest].map((frame) => Number.parseInt(String(frame), 10))).toEqual([
      ...Array.from({ length: 40 }).keys(),
    ])
  })

  it('that closed before the session began ends it', async () => {
    theirs.terminate()
    await once(ours, 'close')
    let isClosed = false
    const upstream: UpstreamSocket = {
      bufferedBytes: 0,
      send: () => undefined,
      listen: () => undefined,
      close: () => {
        isClosed = true
      },
      destroy: () => undefined,
    }
    const ended = await pipeSession(ours, upstream, {
      meter: new RealtimeMeter(),
      check: (frame) => frame,
      shows: () => true,
      cancel: () => undefined,
      early: [],
      onCharge: () => undefined,
      onStop: () => undefined,
      drainMs: 0,
    })
    expect(ended).toBe('cut-by-client')
    expect(isClosed).toBe(true)
  })
})
