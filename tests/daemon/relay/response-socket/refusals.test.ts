import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { LateLeaver } from '../../../../src/daemon/relay/deliver/late-leaver.ts'
import { openResponseSocket, type ResponseSocketClient } from '../../../support/response-socket-client.ts'
import { startTestRelay, type TestRelay } from '../../../support/test-relay.ts'
import { untilSettled } from '../../../support/until-settled.ts'

const model = 'gpt-4.1'
const BODY_BYTES_MAX = 100_000

let relay: TestRelay
const sockets: ResponseSocketClient[] = []
const left = vi.spyOn(LateLeaver.prototype, 'leave')

const open = (key = relay.key) => {
  const client = openResponseSocket(relay.url, { key })
  sockets.push(client)
  return client
}
const opened = async (key = relay.key) => {
  const client = open(key)
  await client.opened
  return client
}
const answered = { type: 'response.completed' }

beforeAll(async () => {
  relay = await startTestRelay({ env: { TOLLGATE_BODY_BYTES_MAX: String(BODY_BYTES_MAX) } })
  await relay.addChannel({ models: model })
})
afterAll(async () => {
  left.mockRestore()
  await relay.close()
})
beforeEach(() => {
  relay.upstream.reset()
  left.mockClear()
})
afterEach(async () => {
  for (const { socket } of sockets.splice(0)) socket.terminate()
  await untilSettled(relay.api.services)
})

/** Returns the gateway's response to a client that may not open a WebSocket. */
const refusal = async (headers: Readonly<Record<string, string>>) => {
  const socket = new WebSocket(`${relay.url.replace('http', 'ws')}/v1/responses`, { headers })
  const [, response] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage]
  return { status: response.statusCode, body: JSON.parse(await text(response)) as unknown }
}

describe('issue 15: who may open a WebSocket of Responses', () => {
  it('nobody without a key, or with one that is none', async () => {
    expect(await refusal({})).toMatchObject({ status: 401, body: { error: { code: 'token_missing' } } })
    const wrong = await refusal({ authorization: 'Bearer sk-wrongwrongwrongwrong' })
    expect(wrong).toMatchObject({
      status: 401,
      body: { error: { type: 'authentication_error', code: 'token_invalid' } },
    })
  })

  it('nobody with a key that may not be used', async () => {
    const disabled = await relay.addToken({ name: 'off' })
    const { items } = await relay.root.call<{ items: { id: number; name: string }[] }>('GET', '/api/token/')
    const id = items.find(({ name }) => name === 'off')?.id
    await relay.root.call('PUT', '/api/token/?status_only=true', { id, status: 2 })
    expect(await refusal({ authorization: `Bearer ${disabled}` })).toMatchObject({
      body: { error: { code: 'token_disabled' } },
    })
    const elsewhere = await relay.addToken({ allow_ips: '192.0.2.1' })
    expect(await refusal({ authorization: `Bearer ${elsewhere}` })).toMatchObject({
      body: { error: { code: 'token_ip_forbidden' } },
    })
  })

  it('is asked again with each message', async () => {
    const key = await relay.addToken({ name: 'later' })
    const client = await opened(key)
    expect(await client.ask({ model, input: 'Hi' })).toMatchObject(answered)
    const { items } = await relay.root.call<{ items: { id: number; name: string }[] }>('GET', '/api/token/')
    const id = items.find(({ name }) => name === 'later')?.id
    await relay.root.call('PUT', '/api/token/?status_only=true', { id, status: 2 })
    const refused = await client.ask({ model, input: 'Hi' })
    expect(refused).toMatchObject({ type: 'error', error: { code: 'token_disabled' } })
    await relay.root.call('PUT', '/api/token/?status_only=true', { id, status: 1 })
    expect(await client.ask({ model, input: 'Hi' })).toMatchObject(answered)
  })

  it('limits of requests count messages and not connections', async () => {
    const key = await relay.addToken({
      rate_limit_enabled: true,
      rate_limit_period: 60,
      rate_limit_count: 2,
      rate_limit_success: 0,
    })
    await opened(key)
    const client = await opened(key)
    for (const input of ['one', 'two']) expect(await client.ask({ model, input })).toMatchObject(answered)
    const refused = await client.ask({ model, input: 'three' })
    expect(refused).toMatchObject({ type: 'error', status: 429, error: { code: 'token_rate_limited' } })
    expect(Number(refused.headers?.['retry-after'])).toBeGreaterThan(0)
  })

  it('a token without quota is told by status and code, and nothing is asked of a vendor', async () => {
    const key = await relay.addToken({ unlimited_quota: false, remain_quota: 0 })
    const refused = await (await opened(key)).ask({ model, input: 'Hi' })
    expect(refused).toMatchObject({ type: 'error', error: { type: 'insufficient_quota' } })
    expect(refused.status).toBeGreaterThanOrEqual(400)
    expect(relay.upstream.hits).toBe(0)
  })
})

describe('issue 15: what is wrong with a message is told, and the socket goes on', () => {
  it.each([
    ['no JSON', 'not json', 'invalid_json'],
    ['no object', '[1]', 'body_not_object'],
    ['bytes', Buffer.from('{"type":"response.create"}'), 'message_not_text'],
    ['another event', '{"type":"session.update"}', 'invalid_request'],
    ['no model', '{"type":"response.create","input":"Hi"}', 'invalid_request'],
    ['no input', `{"type":"response.create","model":"${model}"}`, 'invalid_request'],
    [
      'an unknown model',
      '{"type":"response.create","model":"no-such-model","input":"Hi"}',
      'model_not_found',
    ],
    [
      'background',
      `{"type":"response.create","model":"${model}","input":"Hi","background":true}`,
      'invalid_request',
    ],
    [
      'an empty stream_id',
      `{"type":"response.create","model":"${model}","input":"Hi","stream_id":""}`,
      'invalid_stream_id',
    ],
    [
      'a stream_id with a quote',
      `{"type":"response.create","model":"${model}","input":"Hi","stream_id":"a\\"b"}`,
      'invalid_stream_id',
    ],
    [
      'too long a message',
      `{"type":"response.create","x":"${'x'.repeat(BODY_BYTES_MAX)}"}`,
      'body_too_large',
    ],
  ])('%s', async (_name, message, code) => {
    const client = await opened()
    client.socket.send(message)
    const refused = await client.ending()
    expect(refused).toMatchObject({ type: 'error', error: { code } })
    expect(refused.status).toBeGreaterThanOrEqual(400)
    expect(refused).not.toHaveProperty('stream_id')
    expect(await client.ask({ model, input: 'Hi' })).toMatchObject(answered)
    expect(relay.upstream.hits).toBe(1)
  })

  it('a connection may name 32 lanes', async () => {
    const client = await opened()
    for (let lane = 0; lane < 33; lane += 1) client.create({ model, input: 'Hi', stream_id: `lane_${lane}` })
    const events = []
    for (let count = 0; count < 33; count += 1) events.push(await client.ending())
    const refused = events.filter(({ type }) => type === 'error')
    expect(refused).toMatchObject([
      { status: 400, stream_id: 'lane_32', error: { code: 'websocket_stream_limit_reached' } },
    ])
    expect(await client.ask({ model, input: 'Hi', stream_id: 'lane_3' })).toMatchObject({
      ...answered,
      stream_id: 'lane_3',
    })
  })

  it('a response cannot be steered, and the client gets its input back', async () => {
    const client = await opened()
    client.say({ type: 'response.steer', previous_response_id: 'resp_1', input: 'faster' })
    expect(await client.event()).toMatchObject({
      type: 'response.steer.failed',
      error: { code: 'steering_not_supported' },
      steer: { previous_response_id: 'resp_1', input: 'faster' },
    })
  })

  it('what a client only lets us know is not answered', async () => {
    const client = await opened()
    client.say({ type: 'response.processed', response_id: 'resp_1' })
    client.create({ model, input: 'Hi' })
    expect((await client.event()).type).toBe('response.created')
  })

  it('a message that is far too long closes the connection with 1009', async () => {
    const client = await opened()
    client.socket.send('x'.repeat(17 * 1024 * 1024))
    expect((await client.closed).code).toBe(1009)
  })
})

describe('issue 15: many requests on one connection', () => {
  it('a burst in one lane is answered in its order, one after the other', async () => {
    relay.upstream.always({ echo: true })
    const client = await opened()
    for (let index = 0; index < 100; index += 1)
      client.create({ model, input: `number ${index}`, store: false })
    for (let index = 0; index < 100; index += 1) {
      const { response } = await client.ending()
      expect(JSON.stringify(response?.output)).toContain(`number ${index}"`)
    }
    const open = relay.upstream.requests.filter(({ state }) => state === 'open')
    expect(open).toHaveLength(0)
    expect(relay.upstream.hits).toBe(100)
  })

  it('lanes run side by side, and each event says its lane', async () => {
    relay.upstream.always({ text: 'done', holdAt: 'body' })
    const client = await opened()
    for (let lane = 0; lane < 20; lane += 1) client.create({ model, input: 'Hi', stream_id: `lane_${lane}` })
    client.create({ model, input: 'Hi', stream_id: 'lane_0' })
    await (await relay.upstream.received(16)).held
    const ends: string[] = []
    for (let count = 1; count <= 21; count += 1) {
      ;(await relay.upstream.received(count)).resume()
      ends.push((await client.ending()).stream_id ?? '')
    }
    expect(ends.filter((lane) => lane === 'lane_0')).toHaveLength(2)
    expect(new Set(ends).size).toBe(20)
  })

  it('two connections of one user do not wait for each other', async () => {
    relay.upstream.next({ text: 'one', holdAt: 'body' }, { text: 'two' })
    const one = await opened()
    const two = await opened()
    one.create({ model, input: 'one' })
    const held = await relay.upstream.received(1)
    expect(await two.ask({ model, input: 'two' })).toMatchObject(answered)
    held.resume()
    expect(await one.ending()).toMatchObject(answered)
  })
})

describe('issue 15: a client that leaves or does not read', () => {
  const row = async () => {
    const [{ quota_exact, prompt_tokens, completion_tokens, other } = { other: '{}' }] = await relay.logs()
    const { usage_source, usage_flags } = JSON.parse(other) as Record<string, unknown>
    return { quota_exact, prompt_tokens, completion_tokens, usage_source, usage_flags }
  }
  const last = async () => (await relay.logs())[0]?.id
  const behaviour = { text: 'one two three four five', holdAt: 5 } as const

  it('in the middle of an answer is charged as one that leaves a stream over HTTP', async () => {
    relay.upstream.next(behaviour, behaviour)
    const aborted = new AbortController()
    const response = await fetch(`${relay.url}/v1/responses`, {
      method: 'POST',
      signal: aborted.signal,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${relay.key}` },
      body: JSON.stringify({ model, input: 'Hi', stream: true, store: false }),
    })
    const reader = response.body?.getReader()
    const decoder = new TextDecoder()
    for (let read = ''; !read.includes('output_text.delta'); )
      read += decoder.decode((await reader?.read())?.value, { stream: true })
    aborted.abort()
    await vi.waitFor(() => expect(left).toHaveBeenCalledTimes(1), { timeout: 60_000 })
    ;(await relay.upstream.received(1)).resume()
    await untilSettled(relay.api.services)
    const overHttp = await row()

    const before = await last()
    const client = await opened()
    client.create({ model, input: 'Hi', store: false })
    for (let type = ''; type !== 'response.output_text.delta'; ) type = (await client.event()).type
    client.socket.terminate()
    await vi.waitFor(() => expect(left).toHaveBeenCalledTimes(2), { timeout: 60_000 })
    ;(await relay.upstream.received(2)).resume()
    await untilSettled(relay.api.services)
    expect(await row()).toEqual(overHttp)
    expect((await relay.logs())[1]?.id).toBe(before)
  })

  it('what waits behind that answer is not asked of a vendor', async () => {
    relay.upstream.next(behaviour)
    const client = await opened()
    for (const input of ['one', 'two', 'three']) client.create({ model, input })
    for (let type = ''; type !== 'response.output_text.delta'; ) type = (await client.event()).type
    client.socket.terminate()
    await vi.waitFor(() => expect(left).toHaveBeenCalled(), { timeout: 60_000 })
    ;(await relay.upstream.received(1)).resume()
    await untilSettled(relay.api.services)
    expect(relay.upstream.hits).toBe(1)
  })

  it('does not make the gateway keep the answer: the upstream is read no faster', async () => {
    relay.upstream.next({ textBytes: 6_000_000, chunks: 400 })
    const client = await opened()
    const sends = vi.spyOn(WebSocket.prototype, 'send')
    client.create({ model, input: 'Hi', store: false })
    await client.event()
    const ours = sends.mock.contexts.find((socket) => socket !== client.socket) as WebSocket | undefined
    sends.mockRestore()
    client.socket.pause()
    let most = 0
    await vi.waitFor(() => expect(ours?.bufferedAmount).toBeGreaterThan(0), { timeout: 60_000 })
    for (let turn = 0; turn < 500; turn += 1) {
      await new Promise(setImmediate)
      most = Math.max(most, ours?.bufferedAmount ?? 0)
    }
    expect(most).toBeLessThan(2_000_000)
    client.socket.resume()
    expect(await client.ending()).toMatchObject(answered)
  })
})
