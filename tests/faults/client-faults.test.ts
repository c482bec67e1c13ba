import { once } from 'node:events'
import type { Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { AHEAD_MAX } from '../../src/daemon/http/pipelined-requests.ts'
import { whenDone } from '../support/when-done.ts'
import type { Account, TokenOfAccount } from './account.ts'
import { type Calls, recordCalls } from './calls.ts'
import { type Client, openClient } from './client.ts'
import { chatRequest, connectTo, statusesOf } from './raw-http.ts'
import { models, type Site, startSite } from './site.ts'

let site: Site
let client: Client
let account: Account
let token: TokenOfAccount
let calls: Calls
let afterEntry: number

beforeAll(async () => {
  site = await startSite({ env: { TOLLGATE_BODY_BYTES_MAX: '1000000' } })
  account = await site.createAccount('anna', 100_000_000)
  token = await account.createToken()
})
afterAll(() => site.stop())
beforeEach(async () => {
  // A new client for each test: on a slow machine, the gateway may close idle connections of the previous test just as
  // they are reused.
  client = openClient(site.url)
  whenDone(() => client.close())
  site.upstream.reset()
  site.upstream.always({ echo: true })
  calls = recordCalls(client, account, token)
  afterEntry = (await site.store.readBooks()).entries.at(-1)?.id ?? 0
})

const body = JSON.stringify({ model: models.whole.name, messages: [{ role: 'user', content: 'hello' }] })

/**
 * Waits until every request that held quota is charged or dropped: in memory, in the pending operations, and in the
 * table of holds.
 */
const untilNoHold = () =>
  vi.waitFor(
    async () => {
      const metrics = await (await fetch(`${site.url}/metrics`)).text()
      expect(metrics).toMatch(/^tollgate_open_holds_in_memory 0$/m)
      expect(metrics).toMatch(/^tollgate_ledger_pending_operations 0$/m)
      expect((await site.store.readBooks()).holds).toEqual([])
    },
    { timeout: 60_000, interval: 20 },
  )
const judge = () => site.judge(calls.operations, { afterEntry })

describe('a client that leaves', () => {
  it('F60 before its body is complete: no hold, no call, no charge', async () => {
    const connection = connectTo(site.url)
    connection.send(chatRequest(token.key, body, ['content-length: 100000']))
    await vi.waitUntil(() => connection.socket.bytesWritten > 100, { timeout: 60_000, interval: 5 })
    connection.close()
    expect(await calls.make()).toMatchObject({ outcome: 'ok' })
    expect(site.upstream.hits).toBe(1)
    expect(await judge()).toEqual([])
  })

  it('F61 before the upstream has answered: the call is aborted, the prompt is charged, and it is no fault of the channel', async () => {
    site.upstream.always({ echo: true, holdAt: 'headers' })
    const connections = Array.from({ length: 40 }, () => connectTo(site.url))
    for (const connection of connections) connection.send(chatRequest(token.key, body))
    const last = await site.upstream.received(40)
    await last.held
    for (const connection of connections) connection.close()
    await Promise.all(site.upstream.requests.map(async ({ over }) => expect(await over).toBe('aborted')))
    await untilNoHold()
    const { entries } = await site.store.readBooks()
    const charges = entries.filter(({ id }) => id > afterEntry)
    // The eight tokens of the prompt, at one unit each.
    expect(charges.map(({ delta }) => Number(delta))).toEqual(Array.from({ length: 40 }, () => -8_000))
    afterEntry = entries.at(-1)?.id ?? 0
    site.upstream.reset()
    expect(await calls.make()).toMatchObject({ outcome: 'ok' })
    expect(await judge()).toEqual([])
  })

  it('F62 in the middle of a stream: charged once, for what was delivered', async () => {
    // Another test covers how long the rest is read; this upstream never sends any.
    await site.admin.setOption('general_setting.drain_seconds', '1')
    site.upstream.always({ text: 'word '.repeat(20), holdAt: 5 })
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => calls.make({ stream: true }, (_bytes, request) => request.destroy())),
    )
    for (const { outcome } of answers) expect(outcome).toBe('unknown')
    await untilNoHold()
    for (const exchange of site.upstream.requests) expect(await exchange.over).toBe('aborted')
    expect(await judge()).toEqual([])
    const { entries } = await site.store.readBooks()
    expect(entries.filter(({ id }) => id > afterEntry)).toHaveLength(20)
  })

  it('F63 at the very end: the full price, for it was charged before', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        calls.make({ stream: true }, (bytes, request) => {
          if (bytes.includes('[DONE]')) request.destroy()
        }),
      ),
    )
    for (const { outcome } of answers) expect(outcome).toBe('ok')
    await untilNoHold()
    expect(await judge()).toEqual([])
  })
})

/** Builds a stream of the given size in megabytes, in events of 20 kB. */
const longStream = (megabytes: number): string => {
  const event = `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: 'word '.repeat(4000) } }] })}\n\n`
  const usage = { prompt_tokens: 9, completion_tokens: 12, total_tokens: 21 }
  const end = `data: ${JSON.stringify({ choices: [], usage })}\n\ndata: [DONE]\n\n`
  return event.repeat(Math.ceil((megabytes * 1024 * 1024) / event.length)) + end
}

describe('slow readers', () => {
  const isSlow = (json: unknown) => (json as { slow?: boolean }).slow === true

  /** Opens streams of the given size and stops reading each after its first bytes. */
  const openSlow = async (count: number, megabytes: number) => {
    site.upstream.when(({ json }) => isSlow(json), {
      body: longStream(megabytes),
      contentType: 'text/event-stream',
    })
    const connections = Array.from({ length: count }, () => connectTo(site.url))
    const asked = { ...JSON.parse(body), model: models.call.name, stream: true, slow: true }
    for (const connection of connections) connection.send(chatRequest(token.key, JSON.stringify(asked)))
    await Promise.all(
      connections.map(async (connection) => {
        await connection.until((text) => text.includes('data: '))
        connection.socket.pause()
      }),
    )
    return connections
  }

  it('F64 what a client does not read stays with the upstream, not in memory', async () => {
    const residentBefore = site.gateway.residentBytes()
    const connections = await openSlow(5, 64)
    // Enough time for an unhindered stream to finish many times over.
    for (let round = 0; round < 50; round += 1)
      expect(await calls.make({ stream: true })).toMatchObject({ outcome: 'ok' })
    const grown = site.gateway.residentBytes() - residentBefore
    console.info(`5 slow readers of 64 MB each: resident memory grew by ${Math.round(grown / 1e6)} MB`)
    expect(site.upstream.requests.filter(({ json, state }) => isSlow(json) && state === 'open')).toHaveLength(
      5,
    )
    expect(grown).toBeLessThan(160e6)
    for (const connection of connections) connection.close()
    await untilNoHold()
    const charges = (await site.store.readBooks()).entries.filter(({ id }) => id > afterEntry)
    expect(charges.filter(({ delta }) => delta === -models.call.price)).toHaveLength(5)
  })

  it('F65 200 of them beside 200 fast ones: all are served, and memory is bounded', async () => {
    const residentBefore = site.gateway.residentBytes()
    const connections = await openSlow(200, 1)
    const fast = await Promise.all(Array.from({ length: 200 }, () => calls.make({ stream: true })))
    expect(fast.filter(({ outcome }) => outcome === 'ok')).toHaveLength(200)
    const grown = site.gateway.residentBytes() - residentBefore
    console.info(`200 slow readers and 200 fast ones: resident memory grew by ${Math.round(grown / 1e6)} MB`)
    expect(grown).toBeLessThan(400e6)
    for (const connection of connections) connection.socket.resume()
    await Promise.all(connections.map((connection) => connection.until((text) => text.includes('[DONE]'))))
    for (const connection of connections) connection.close()
    await untilNoHold()
    const charges = (await site.store.readBooks()).entries.filter(({ id }) => id > afterEntry)
    expect(charges.filter(({ delta }) => delta === -models.call.price)).toHaveLength(200)
    expect(charges.filter(({ delta }) => delta === -models.whole.price)).toHaveLength(200)
    expect((await site.admin.audit()).isClean).toBe(true)
  })
})

describe('bodies that are not what they say', () => {
  it('F67 too long, by its length and without one', async () => {
    const declared = connectTo(site.url)
    declared.send(chatRequest(token.key, '', ['content-length: 104857600']))
    expect(statusesOf(await declared.until((text) => text.includes('\r\n\r\n')))[0]).toBe(413)
    declared.close()

    const chunked = connectTo(site.url)
    chunked.send(chatRequest(token.key, '', ['transfer-encoding: chunked']))
    const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`
    for (let index = 0; index < 40; index += 1) chunked.send(chunk)
    expect(statusesOf(await chunked.until((text) => text.includes('\r\n\r\n')))[0]).toBe(413)
    chunked.close()
    expect(site.upstream.hits).toBe(0)
    expect(await judge()).toEqual([])
  })

  it('a 100 MB body is refused without being kept', async () => {
    const residentBefore = site.gateway.residentBytes()
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        fetch(`${site.url}/v1/chat/completions`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token.key}`, 'content-type': 'application/json' },
          body: Buffer.alloc(100 * 1024 * 1024, 0x20),
        }).then(
          ({ status }) => status,
          // The daemon may close while the client is still sending.
          () => 413,
        ),
      ),
    )
    expect(answers).toEqual([413, 413, 413, 413, 413])
    expect(site.gateway.residentBytes() - residentBefore).toBeLessThan(100e6)
    expect(await calls.make()).toMatchObject({ outcome: 'ok' })
    expect(await judge()).toEqual([])
  })

  it('F67 shorter than its length says: the rest is no second request', async () => {
    const connection = connectTo(site.url)
    connection.send(chatRequest(token.key, body, ['content-length: 10']))
    const received = await connection.until((text) => statusesOf(text).length >= 2)
    expect(statusesOf(received).every((status) => status === 400)).toBe(true)
    connection.close()
    expect(site.upstream.hits).toBe(0)
  })
})

describe('many on one connection', () => {
  /** Watches for a text, examining each byte once. @returns a function that tells whether the text has arrived */
  const watchFor = (socket: Socket, text: string): (() => boolean) => {
    let end = ''
    let isSeen = false
    socket.prependListener('data', (bytes: Buffer) => {
      const piece = end + bytes.toString('latin1')
      isSeen ||= piece.includes(text)
      end = piece.slice(-text.length)
    })
    return () => isSeen
  }

  it('F68 10,000 pipelined requests are answered in order, each with its own answer, over few connections to the provider', async () => {
    const count = 10_000
    const connectionsBefore = site.upstream.connections
    const nonce = (index: number) => `pipelined-${index}-`
    const connection = connectTo(site.url)
    // Close the connection so that the remaining requests do not affect the next test.
    whenDone(() => connection.close())
    for (let index = 0; index < count; index += 1)
      connection.send(
        chatRequest(
          token.key,
          // With a cap, the account covers all of them at once.
          JSON.stringify({
            model: models.whole.name,
            max_tokens: 100,
            messages: [{ role: 'user', content: nonce(index) }],
          }),
        ),
      )
    // Searching everything received for the last answer after each chunk would take longer than the requests
    // themselves.
    const last = watchFor(connection.socket, nonce(count - 1))
    const received = await connection.until(last)
    const order = [...received.matchAll(/"content":"pipelined-(\d+)-"/g)].map(([, index]) => Number(index))
    expect(order).toHaveLength(count)
    expect(order.every((each, index) => each === index)).toBe(true)
    expect(site.upstream.connections - connectionsBefore).toBeLessThan(10 * AHEAD_MAX)
    await untilNoHold()
    const { entries } = await site.store.readBooks()
    expect(entries.filter(({ id }) => id > afterEntry)).toHaveLength(count)
    expect((await site.admin.audit()).isClean).toBe(true)
  })

  it('F69, S37 one body 50 times at once: with an idempotency key one execution and one charge', async () => {
    const headers = { 'idempotency-key': 'double-click' }
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => calls.make({ message: 'the same words', headers })),
    )
    for (const { status, outcome } of answers) expect(outcome === 'ok' ? 200 : 409).toBe(status)
    expect(site.upstream.hits).toBe(1)
    expect(await calls.make({ message: 'the same words', headers })).toMatchObject({ outcome: 'ok' })
    expect(await calls.make({ message: 'other words', headers })).toMatchObject({ status: 422 })
    expect(site.upstream.hits).toBe(1)
    const { entries } = await site.store.readBooks()
    expect(entries.filter(({ id }) => id > afterEntry)).toHaveLength(1)
  })

  it('F69 without a key every one of them is a call of its own', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => calls.make()))
    expect(answers.filter(({ outcome }) => outcome === 'ok')).toHaveLength(50)
    expect(await judge()).toEqual([])
  })
})

it('a thousand clients that come while the gateway is busy are let in and answered', async () => {
  site.gateway.signal('SIGSTOP')
  const connections = Array.from({ length: 1000 }, () => connectTo(site.url))
  whenDone(() => {
    for (const connection of connections) connection.close()
  })
  try {
    await Promise.all(connections.map(({ socket }) => once(socket, 'connect')))
  } finally {
    site.gateway.signal('SIGCONT')
  }
  for (const connection of connections) connection.send('GET /healthz HTTP/1.1\r\nhost: gateway\r\n\r\n')
  const answers = await Promise.all(
    connections.map(({ until }) => until((text) => text.includes('\r\n\r\n'))),
  )
  expect(new Set(answers.flatMap(statusesOf))).toEqual(new Set([200]))
  expect(answers.flatMap(statusesOf)).toHaveLength(1000)
})
