import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createApi } from '../../src/cli/client/api.ts'
import {
  type FeedState,
  type FollowOptions,
  followEvents,
  type LiveEvent,
} from '../../src/cli/client/live-feed.ts'
import { loadPhrases } from '../../src/cli/phrases/phrases.ts'
import { startTestApi, type TestApi } from '../support/test-services.ts'
import { cutAfter, type FeedServer, openFeedServer, refuse, stream } from './support/feed-server.ts'

const phrase = await loadPhrases('en')
const timing = { silenceMs: 10_000, backoffMs: [1, 4] } as const

const apiFor = (url: string, token = 'token', onCurl?: (line: string) => void) =>
  createApi({
    url,
    credential: { kind: 'token', token },
    timeoutMs: 10_000,
    phrase,
    userAgent: 'test',
    onCurl,
  })

/** Reads the feed until a number of rows have arrived. */
async function rowsOf(
  url: string,
  count: number,
  options: FollowOptions & { token?: string } = {},
): Promise<{ rows: number[]; states: FeedState[] }> {
  const rows: number[] = []
  const states: FeedState[] = []
  const events = followEvents(apiFor(url, options.token), {
    timing,
    onState: (state) => states.push(state),
    ...options,
  })
  for await (const event of events) {
    if (event.kind === 'log') rows.push(event.row.id)
    if (rows.length >= count) break
  }
  return { rows, states }
}

const row = (id: number) => [String(id), 'log', { id }] as const
const pulse = (id: string) => [id, 'pulse', { at_ms: 1 }] as const

describe('the live feed of the client', () => {
  let server: FeedServer
  beforeAll(async () => {
    server = await openFeedServer()
  })
  afterAll(() => server.close())

  it('comes back with the last id after a cut, and tells so once', async () => {
    server.play(
      cutAfter(row(1), pulse('1!0')),
      refuse(503, 'shutting_down'),
      cutAfter(row(2)),
      stream(row(3)),
    )
    expect(await rowsOf(server.url, 3, { filters: { model_name: 'a%' }, back: 60 })).toEqual({
      rows: [1, 2, 3],
      states: ['live', 'lost', 'live', 'lost', 'live'],
    })
    expect(server.calls.map(({ headers }) => headers['last-event-id'])).toEqual([
      undefined,
      '1!0',
      '1!0',
      '2',
    ])
    expect(server.calls.map(({ url }) => url)).toEqual([
      '/api/event/?model_name=a%25&back=60',
      ...Array.from({ length: 3 }, () => '/api/event/?model_name=a%25'),
    ])
    expect(server.calls[0]?.headers).toMatchObject({
      accept: 'text/event-stream',
      authorization: 'Bearer token',
      'accept-language': 'en',
    })
  })

  it('comes back when the server says goodbye, and when it was too slow itself', async () => {
    server.play(
      (response) => stream(row(1), ['1', 'bye', {}])(response).end(),
      (response) => stream(row(2), ['2', 'dropped', { code: 'reader_too_slow' }])(response).end(),
      stream(row(3)),
    )
    expect(await rowsOf(server.url, 3)).toEqual({
      rows: [1, 2, 3],
      states: ['live', 'lost', 'live', 'dropped', 'live'],
    })
  })

  it('comes back when nothing was heard for too long', async () => {
    server.play(stream(row(1)), stream(row(2)))
    const states: FeedState[] = []
    const events = followEvents(apiFor(server.url), { timing, onState: (state) => states.push(state) })
    expect((await events.next()).value).toMatchObject({ row: { id: 1 } })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const next = events.next()
    await vi.advanceTimersByTimeAsync(timing.silenceMs - 1)
    expect(states).toEqual(['live'])
    await vi.advanceTimersByTimeAsync(1)
    expect((await next).value).toMatchObject({ row: { id: 2 } })
    expect(states).toEqual(['live', 'lost', 'live'])
    await events.return(undefined)
  })

  it('tells a row once that two servers send', async () => {
    server.play(cutAfter(row(1), row(2)), stream(row(2), row(1), row(3)))
    expect((await rowsOf(server.url, 3)).rows).toEqual([1, 2, 3])
  })

  it('reads events that arrive in pieces, in the middle of a character too', async () => {
    const bytes = Buffer.from('id: 7\nevent: log\ndata: {"id":7,"model_name":"通义千问"}\n\n')
    server.play((response) => {
      stream()(response)
      for (const byte of bytes) response.write(Buffer.from([byte]))
    })
    for await (const event of followEvents(apiFor(server.url), { timing })) {
      expect(event).toEqual({ kind: 'log', row: { id: 7, model_name: '通义千问' } })
      break
    }
  })

  it('gives pulses with the figures that were sent', async () => {
    server.play(
      stream(
        ['1', 'pulse', { at_ms: 5, open_holds: 0, commit_p99_ms: 1.5 }],
        pulse('1'),
        ['1', 'news', {}],
        row(1),
      ),
    )
    const events: LiveEvent[] = []
    for await (const event of followEvents(apiFor(server.url), { timing })) {
      events.push(event)
      if (event.kind === 'log') break
    }
    expect(events).toEqual([
      { kind: 'pulse', atMs: 5, openHolds: 0, commitP99Ms: 1.5 },
      { kind: 'pulse', atMs: 1 },
      { kind: 'log', row: { id: 1 } },
    ])
  })

  it.each([
    ['401 at the start', [refuse(401, 'not_signed_in')], 3, 1],
    ['403 at the start', [refuse(403, 'insufficient_scope')], 4, 1],
    ['429 at the start', [refuse(429, 'too_many_readers')], 9, 1],
    ['401 after a cut', [cutAfter(row(1)), refuse(401, 'not_signed_in')], 3, 2],
    ['403 after a cut', [cutAfter(row(1)), refuse(403, 'user_banned')], 4, 2],
    ['400 after a cut', [cutAfter(row(1)), refuse(400, 'resume_id_invalid')], 7, 2],
  ] as const)('ends with an error on %s', async (_case, parts, exitCode, calls) => {
    server.play(...parts)
    await expect(rowsOf(server.url, 2)).rejects.toMatchObject({ name: 'CliError', exitCode })
    expect(server.calls).toHaveLength(calls)
  })

  it('ends with 9 when the first connection cannot be made', async () => {
    await expect(rowsOf('http://127.0.0.1:9', 1)).rejects.toMatchObject({ code: 'network', exitCode: 9 })
  })

  it('does not take the page of another server for a feed', async () => {
    server.play((response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>hello</p>'))
    await expect(rowsOf(server.url, 1)).rejects.toMatchObject({ code: 'not_tollgate' })
  })

  it('ends without an error when its signal says so, connected or waiting', async () => {
    for (const part of [stream(row(1)), cutAfter(row(1))]) {
      server.play(part, (response) => response.destroy())
      const stop = new AbortController()
      const rows: number[] = []
      const options = {
        timing: { ...timing, backoffMs: [60_000, 60_000] } as const,
        signal: stop.signal,
        onState: (state: FeedState) => state === 'lost' && stop.abort(),
      }
      for await (const event of followEvents(apiFor(server.url), options)) {
        if (event.kind === 'log') rows.push(event.row.id)
        if (part !== undefined && server.calls.length === 1 && rows.length === 1)
          queueMicrotask(() => stop.abort())
      }
      expect(rows).toEqual([1])
    }
  })

  it('closes its connection when the caller has read enough', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    server.play((response) => {
      response.on('close', () => resolve())
      stream(row(1))(response)
    })
    await rowsOf(server.url, 1)
    await promise
  })

  it('is printed and not made under --curl, with the token masked', async () => {
    server.play(stream(row(1)))
    let line = ''
    const api = apiFor(server.url, 'secret-token', (text) => {
      line += text
    })
    await expect(followEvents(api, { filters: { errors: true } }).next()).rejects.toThrow()
    expect(line).toContain(`curl -sSN '${server.url}/api/event/?errors=true'`)
    expect(line).toContain("-H 'Accept: text/event-stream'")
    expect(line).not.toContain('secret-token')
    expect(server.calls).toEqual([])
  })
})

describe('the live feed of a daemon', () => {
  let daemon: TestApi
  let token: string
  let url: string
  beforeAll(async () => {
    daemon = await startTestApi()
    token = await daemon.root.call<string>('GET', '/api/user/token')
    url = `http://127.0.0.1:${(daemon.app.server.address() as AddressInfo).port}`
  })
  afterAll(() => daemon.close())

  const write = async (model: string) =>
    daemon.services
      .knex('usage_logs')
      .insert({ type: 2, user_id: 1, username: 'root', at_ms: daemon.clock.now(), model })

  it('gives what is logged from now on, once each, through cuts of the connection', async () => {
    const models: string[] = []
    const cuts: Promise<unknown>[] = []
    const options: FollowOptions = { timing, onState: (state) => states.push(state) }
    const states: FeedState[] = []
    for await (const event of followEvents(apiFor(url, token), options)) {
      if (event.kind === 'pulse' && models.length === 0 && cuts.length === 0) cuts.push(write('m0'))
      if (event.kind !== 'log') continue
      models.push(event.row.model_name)
      if (models.length === 5) break
      daemon.app.server.closeAllConnections()
      await write(`m${models.length}`)
    }
    expect(models).toEqual(['m0', 'm1', 'm2', 'm3', 'm4'])
    expect(states.filter((state) => state === 'lost')).toHaveLength(4)
    await Promise.all(cuts)
  })

  it('ends with 3 when the token is taken away while it is read', async () => {
    const made = await daemon.root.call<{ id: number; token: string }>('POST', '/api/access_token/', {
      name: 'feed',
      scopes: ['logs:read'],
    })
    const reading = (async () => {
      for await (const event of followEvents(apiFor(url, made.token), { timing }))
        if (event.kind === 'pulse') await daemon.root.call('DELETE', `/api/access_token/${made.id}`)
    })()
    await expect(reading).rejects.toMatchObject({ exitCode: 3 })
  })
})
