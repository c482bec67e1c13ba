import { connect as connectPlain } from 'node:net'
import OpenAI from 'openai'
import { OpenAIRealtimeWebSocket } from 'openai/realtime/websocket'
import { OpenAIRealtimeWS } from 'openai/realtime/ws'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openRealtimeClient } from '../../../support/realtime-client.ts'
import type { RealtimeEvent, RealtimePeer } from '../../../support/realtime-peer.ts'
import { greeting, type RealtimeUpstream, startRealtimeUpstream } from '../../../support/realtime-upstream.ts'
import { startTestRelay, type TestRelay } from '../../../support/test-relay.ts'
import { untilSettled } from '../../../support/until-settled.ts'

const timeout = { timeout: 60_000, interval: 20 }

const model = 'gpt-realtime-2.1'
/** 4, 16 and 0.40 dollars per million tokens; audio costs 8 times as much, and audio output twice that. */
const prices = { ModelRatio: 2, CompletionRatio: 4, CacheRatio: 0.1 }
/** (20 + 100 x 8 + 10 x 4 + 50 x 8 x 2) x 2 = 3320 quota units. */
const usage = { textIn: 20, audioIn: 100, textOut: 10, audioOut: 50 }
const cost = 3_320_000n
const BODIES_BYTES_MAX = 8_000_000

let relay: TestRelay
let upstream: RealtimeUpstream
let second: RealtimeUpstream

const connect = (key = relay.key, asked: string | undefined = model) =>
  openRealtimeClient(relay.url, asked, { key })
/** Opens a session at both ends and reads the greeting. */
const openBoth = async (key = relay.key) => {
  const client = connect(key)
  const peer = await upstream.session()
  expect(await client.frame()).toBe(greeting)
  return { client, peer }
}
const readUntil = async (peer: RealtimePeer, type: string): Promise<RealtimeEvent> => {
  for (;;) {
    const event = await peer.event()
    if (event.type === type) return event
  }
}
const holds = () => relay.api.services.knex('holds').where({ is_allowance: 0 }).select('amount', 'accrued')
const consumed = async () => (await relay.logs()).filter((row) => row.type === 2)
const other = async () => JSON.parse((await consumed())[0]?.other ?? '{}') as Record<string, unknown>
/**
 * Waits until no holds are left. A session is charged when its client is told of its end, or soon after the client
 * left.
 */
const noHolds = () => untilSettled(relay.api.services)
const poorKey = async (remain_quota: number) => relay.addToken({ unlimited_quota: false, remain_quota })

beforeAll(async () => {
  const most = String(BODIES_BYTES_MAX)
  relay = await startTestRelay({ env: { TOLLGATE_BODY_BYTES_MAX: most, TOLLGATE_BODIES_BYTES_MAX: most } })
  upstream = await startRealtimeUpstream()
  second = await startRealtimeUpstream()
  for (const [option, value] of Object.entries(prices))
    await relay.setOption(option, JSON.stringify({ [model]: value }))
  // 100 x 4 x 2: the hold before anything was said.
  await relay.setOption('PreConsumedQuota', '100')
})
afterAll(async () => {
  await relay.close()
  await upstream.close()
  await second.close()
})
beforeEach(async () => {
  const { items } = await relay.root.call<{ items: { id: number }[] }>('GET', '/api/channel/?page_size=100')
  await relay.root.call('POST', '/api/channel/batch', { ids: items.map((each) => each.id) }).catch(() => {})
  await relay.setOption('RetryTimes', '1')
  await relay.addChannel({ base_url: upstream.url, models: model, priority: 10 })
})
afterEach(async () => {
  upstream.reset()
  second.reset()
  await noHolds()
})

describe('frames of a session', () => {
  it('pass both ways unchanged, with the greeting that came with the handshake', async () => {
    const { client, peer } = await openBoth()
    const spaced = '{ "type": "session.update",\n "session": {"instructions":"caf\\u00e9 é 🚀"} }'
    client.say(spaced)
    expect(await peer.frame()).toBe(spaced)
    const answer = '{"x":1.0,  "type":"session.updated","big":12345678901234567890}'
    peer.say(answer)
    expect(await client.frame()).toBe(answer)
    client.socket.send(Buffer.from([0, 255, 128]))
    expect(await peer.frame()).toEqual(Buffer.from([0, 255, 128]))
    peer.socket.send(Buffer.from([1, 254]))
    expect(await client.frame()).toEqual(Buffer.from([1, 254]))
    client.socket.close()
    await peer.closed
  })

  it('that the client sends before the upstream is open arrive in order, however many', async () => {
    const letThrough = upstream.stall()
    const client = connect()
    await client.opened
    const piece = JSON.stringify({ type: 'input_audio_buffer.append', audio: 'A'.repeat(100_000) })
    for (let index = 0; index < 30; index += 1) client.say(`${index} ${piece}`)
    letThrough()
    const peer = await upstream.session()
    for (let index = 0; index < 30; index += 1) expect(await peer.frame()).toBe(`${index} ${piece}`)
    client.socket.close()
    await peer.closed
  })

  it('go to the model’s address with the channel’s key and nothing of the client’s', async () => {
    const client = openRealtimeClient(relay.url, model, {
      key: relay.key,
      headers: { cookie: 'session=secret', origin: 'https://app.example', 'openai-beta': 'realtime=v1' },
    })
    await upstream.session()
    await client.frame()
    const { url, headers } = upstream.handshakes.at(-1) ?? { url: '', headers: {} }
    expect(url).toBe(`/v1/realtime?model=${model}`)
    expect(headers).toMatchObject({ authorization: 'Bearer upstream-key', 'openai-beta': 'realtime=v1' })
    for (const name of ['cookie', 'origin', 'sec-websocket-protocol', 'sec-websocket-extensions'])
      expect(headers).not.toHaveProperty(name)
    client.socket.close()
  })

  it('name the model as the vendor does, where the client names it as it knows it', async () => {
    const name = 'voice-of-the-house'
    const mapping = JSON.stringify({ [name]: model })
    await relay.addChannel({ base_url: upstream.url, models: name, model_mapping: mapping })
    await relay.setOption('ModelRatio', JSON.stringify({ [model]: 2, [name]: 2 }))
    const client = connect(relay.key, name)
    const peer = await upstream.session()
    await client.frame()
    const update = {
      type: 'session.update',
      session: { type: 'realtime', model: name, instructions: 'Be brief.' },
    }
    client.say(update)
    expect(await peer.event()).toEqual({ ...update, session: { ...update.session, model } })
    client.socket.close()
  })

  it('that name another model do not reach the vendor, and the client is told so', async () => {
    const { client, peer } = await openBoth()
    const escaped = '{"type":"session\\u002eupdate","event_id":"mine","session":{"mod\\u0065l":"gpt-dear"}}'
    client.say(escaped)
    expect(await client.event()).toMatchObject({
      type: 'error',
      error: { type: 'invalid_request_error', param: 'session.model', event_id: 'mine' },
    })
    const texts = [escaped, `\ufeff${escaped}`, `${' '.repeat(65)}${escaped}`]
    for (const frame of texts.flatMap((text) => [text, Buffer.from(text)])) {
      client.socket.send(frame)
      expect(await client.event()).toMatchObject({ type: 'error', error: { param: 'session.model' } })
    }
    // Python reads JSON in these encodings if the frame is binary, so it must not be.
    for (const mark of ['', '\ufeff']) {
      client.socket.send(Buffer.from(`${mark}${escaped}`, 'utf16le'))
      expect(await peer.frame()).toBeTypeOf('string')
    }
    const same = JSON.stringify({ type: 'session.update', session: { model, instructions: 'Be brief.' } })
    client.say(same)
    expect(await peer.frame()).toBe(same)
    client.socket.close()
  })

  it('go to Azure by deployment and key header, with the channel’s api-version', async () => {
    await relay.addChannel({
      type: 3,
      base_url: second.url,
      models: model,
      model_mapping: JSON.stringify({ [model]: 'my-deployment' }),
      other: '2025-04-01-preview',
      key: 'azure-key',
      priority: 20,
    })
    const client = connect()
    await second.session()
    await client.frame()
    expect(second.handshakes.at(-1)?.url).toBe(
      '/openai/realtime?api-version=2025-04-01-preview&deployment=my-deployment',
    )
    expect(second.handshakes.at(-1)?.headers).toMatchObject({ 'api-key': 'azure-key' })
    client.socket.close()
    await noHolds()
    expect(await other()).toMatchObject({ is_model_mapped: true, upstream_model_name: 'my-deployment' })
  })
})

describe('the charge of a session', () => {
  it('shows in the hold after each response, and is exact at the end, in one row with the audio fields', async () => {
    const before = await relay.balance()
    const { client, peer } = await openBoth()
    peer.respond(usage)
    await readUntil(client, 'response.done')
    await vi.waitFor(async () => expect((await holds())[0]).toMatchObject({ accrued: Number(cost) }), timeout)
    expect((await holds())[0]?.amount).toBeGreaterThan(Number(cost))
    peer.respond(usage)
    await readUntil(client, 'response.done')
    await vi.waitFor(
      async () => expect((await holds())[0]).toMatchObject({ accrued: Number(2n * cost) }),
      timeout,
    )
    client.socket.close()
    await peer.closed
    await noHolds()
    expect(before - (await relay.balance())).toBe(2n * cost)
    const [row] = await consumed()
    expect(row).toMatchObject({
      quota: 6640,
      prompt_tokens: 240,
      completion_tokens: 120,
      model_name: model,
      is_stream: true,
    })
    expect(await other()).toMatchObject({
      ws: true,
      audio_input: 200,
      audio_output: 100,
      text_input: 40,
      text_output: 20,
      audio_ratio: 8,
      audio_completion_ratio: 2,
      usage_source: 'upstream',
    })
  })

  it('counts cached audio at the price of cached text', async () => {
    const before = await relay.balance()
    const { client, peer } = await openBoth()
    peer.respond({ textIn: 200, audioIn: 800, cachedText: 40, cachedAudio: 600, textOut: 0, audioOut: 0 })
    await readUntil(client, 'response.done')
    client.socket.close()
    await noHolds()
    // (160 + 200 x 8 + 640 x 0.1) x 2
    expect(before - (await relay.balance())).toBe(3_648_000n)
  })

  it('includes what a transcription states', async () => {
    const before = await relay.balance()
    const { client, peer } = await openBoth()
    peer.say({
      type: 'conversation.item.input_audio_transcription.completed',
      item_id: 'item_1',
      transcript: 'hello',
      usage: {
        type: 'tokens',
        total_tokens: 30,
        input_tokens: 20,
        input_token_details: { text_tokens: 0, audio_tokens: 20 },
        output_tokens: 10,
      },
    })
    await readUntil(client, 'conversation.item.input_audio_transcription.completed')
    await vi.waitFor(async () => expect((await holds())[0]).toMatchObject({ accrued: 120_000 }), timeout)
    client.socket.close()
    await noHolds()
    // (20 + 10 x 4) x 2: tokens of another model, at the price of text.
    expect(before - (await relay.balance())).toBe(120_000n)
  })

  it('is nothing for a session without a response, which has its row all the same', async () => {
    const before = await relay.balance()
    const rows = (await consumed()).length
    const { client } = await openBoth()
    client.say({ type: 'input_audio_buffer.append', audio: 'A'.repeat(640_000) })
    client.socket.close()
    await noHolds()
    expect(await relay.balance()).toBe(before)
    expect(await consumed()).toHaveLength(rows + 1)
  })

  it('covers what was produced of a response that the client leaves, and the upstream is closed', async () => {
    const before = await relay.balance()
    const { client, peer } = await openBoth()
    // A minute of audio input and half a minute of output, in base64 of PCM16 at 24 kHz.
    for (let second = 0; second < 60; second += 1)
      client.say({ type: 'input_audio_buffer.append', audio: 'A'.repeat(64_000) })
    for (let second = 0; second < 60; second += 1) await peer.frame()
    for (let second = 0; second < 30; second += 1) peer.sayAudio(64_000)
    for (let second = 0; second < 30; second += 1) await client.frame()
    client.socket.close()
    await peer.closed
    await noHolds()
    // 1667 input tokens x 8 and 417 output tokens x 16, x 2.
    expect(before - (await relay.balance())).toBe(BigInt((1667 * 8 + 417 * 16) * 2 * 1000))
    expect(await other()).toMatchObject({
      ws: true,
      audio_input: 1667,
      audio_output: 417,
      usage_source: 'upstream-partial',
    })
  })

  it('is what the vendor states for a response that the client leaves: it is cancelled and its end is read', async () => {
    const before = await relay.balance()
    const { client, peer } = await openBoth()
    client.say({ type: 'response.create' })
    await peer.event()
    peer.say({ type: 'response.created', response: { id: 'resp_1', status: 'in_progress' } })
    await readUntil(client, 'response.created')
    peer.sayAudio(64_000)
    await readUntil(client, 'response.output_audio.delta')
    client.socket.terminate()
    expect(await peer.event()).toEqual({ type: 'response.cancel', response_id: 'resp_1' })
    peer.respond(usage)
    await peer.closed
    await noHolds()
    expect(before - (await relay.balance())).toBe(cost)
    expect(await other()).toMatchObject({ audio_input: 100, audio_output: 50, usage_source: 'upstream' })
  })

  it('covers what was produced of a response that the client leaves and whose end does not come in time', async () => {
    await relay.setOption('general_setting.drain_seconds', '0')
    const before = await relay.balance()
    const { client, peer } = await openBoth()
    client.say({ type: 'conversation.item.create', item: { content: [{ text: 'x'.repeat(4_000) }] } })
    await peer.event()
    peer.say({ type: 'response.created', response: { id: 'resp_1', status: 'in_progress' } })
    for (let second = 0; second < 30; second += 1) peer.sayAudio(64_000)
    for (let second = 0; second < 31; second += 1) await client.frame()
    client.socket.close()
    await peer.closed
    await noHolds()
    await relay.setOption('general_setting.drain_seconds', '10')
    // 1000 input tokens of text and 417 output tokens of audio x 16, x 2.
    expect(before - (await relay.balance())).toBe(BigInt((1000 + 417 * 16) * 2 * 1000))
  })

  it('outgrows the quota: an error event, close 1008, and everything that was produced is paid', async () => {
    const key = await poorKey(3000)
    const before = await relay.balance()
    const { client, peer } = await openBoth(key)
    peer.respond(usage)
    const error = await readUntil(client, 'error')
    expect(error.error).toMatchObject({ type: 'insufficient_quota', code: 'quota_ran_out' })
    expect(error.event_id).toMatch(/^evt_/)
    expect(await client.closed).toEqual({ code: 1008, reason: 'quota_ran_out' })
    await peer.closed
    await noHolds()
    expect(before - (await relay.balance())).toBe(cost)
  })

  it('outgrows the budget of a day: it is told which budget, and when it renews', async () => {
    const key = await relay.addToken({ budget_period: 'day', budget_quota: 3000 })
    const { client, peer } = await openBoth(key)
    peer.respond(usage)
    const error = await readUntil(client, 'error')
    expect(error.error).toMatchObject({
      type: 'insufficient_quota',
      code: 'token_day_budget_ran_out',
      message: expect.stringMatching(
        /budget of \$0\.0060 for today ran out .*; it renews at \S+ 00:00 \(UTC\)/,
      ),
    })
    expect(await client.closed).toEqual({ code: 1008, reason: 'token_day_budget_ran_out' })
    await noHolds()
    expect((await consumed())[0]).toMatchObject({ quota: 3320 })
  })

  it('counts in tokens per minute with each response, and no later than that', async () => {
    // 270 tokens of two responses, and 100 reserved for the next call.
    const key = await relay.addToken({ tokens_per_minute: 350 })
    const small = { textIn: 35, textOut: 100 }
    const refused = async () => {
      const { error } = await connect(key).event()
      return error?.code
    }
    const { client, peer } = await openBoth(key)
    peer.respond(small)
    await readUntil(client, 'response.done')
    const next = await openBoth(key)
    next.client.socket.close()
    await next.peer.closed
    peer.respond(small)
    await readUntil(client, 'response.done')
    expect(await refused()).toBe('token_minute_limited')
    // A minute later, the earlier tokens no longer count, although the session continues.
    relay.api.clock.advance(60_000)
    peer.respond(small)
    await readUntil(client, 'response.done')
    const later = await openBoth(key)
    later.client.socket.close()
    await later.peer.closed
    peer.respond(small)
    await readUntil(client, 'response.done')
    expect(await refused()).toBe('token_minute_limited')
    // At the end of the session, nothing is counted twice.
    relay.api.clock.advance(60_000)
    client.socket.close()
    await peer.closed
    await noHolds()
    const last = await openBoth(key)
    last.client.socket.close()
    await last.peer.closed
  })

  it('goes on as long as the quota covers what was said', async () => {
    const key = await poorKey(7000)
    const { client, peer } = await openBoth(key)
    peer.respond(usage)
    await readUntil(client, 'response.done')
    peer.respond(usage)
    await readUntil(client, 'response.done')
    peer.say({ type: 'rate_limits.updated' })
    expect((await client.event()).type).toBe('rate_limits.updated')
    peer.respond(usage)
    expect((await readUntil(client, 'error')).error?.code).toBe('quota_ran_out')
    await client.closed
    await noHolds()
    expect((await consumed())[0]).toMatchObject({ quota: 9960 })
  })
})

describe('a session that does not come about', () => {
  const refusal = async (client: RealtimePeer) => {
    const { type, error } = await client.event()
    expect(type).toBe('error')
    return { code: error?.code, type: error?.type, end: await client.closed }
  }

  it('a wrong key: an error event, close 1008, and nothing upstream', async () => {
    const asked = upstream.handshakes.length
    expect(await refusal(connect(`sk-${'x'.repeat(48)}`))).toMatchObject({
      code: 'token_invalid',
      type: 'authentication_error',
      end: { code: 1008, reason: 'token_invalid' },
    })
    expect(await refusal(openRealtimeClient(relay.url, model, {}))).toMatchObject({ code: 'token_missing' })
    expect(upstream.handshakes).toHaveLength(asked)
  })

  it('a model without a channel, and no model at all', async () => {
    await relay.setOption('ModelRatio', JSON.stringify({ [model]: 2, 'gpt-realtime-none': 2 }))
    expect(await refusal(connect(relay.key, 'gpt-realtime-none'))).toMatchObject({
      code: 'model_not_found',
    })
    expect(await refusal(openRealtimeClient(relay.url, undefined, { key: relay.key }))).toMatchObject({
      type: 'invalid_request_error',
    })
  })

  it('not enough quota for the hold', async () => {
    expect(await refusal(connect(await poorKey(1)))).toMatchObject({
      type: 'insufficient_quota',
      end: { code: 1008 },
    })
  })

  it('an upstream that refuses is followed by the next channel', async () => {
    await relay.addChannel({ base_url: second.url, models: model, priority: 1 })
    upstream.refuse(503)
    const client = connect()
    const peer = await second.session()
    expect(await client.frame()).toBe(greeting)
    peer.respond(usage)
    await readUntil(client, 'response.done')
    client.socket.close()
    await noHolds()
    expect((await other()).admin_info).toMatchObject({
      use_channel: [expect.any(String), expect.any(String)],
    })
  })

  it('an upstream that cannot be reached is followed by the next channel', async () => {
    await relay.addChannel({ base_url: 'http://127.0.0.1:1', models: model, priority: 20 })
    const { client } = await openBoth()
    client.socket.close()
  })

  it('a key that is refused is followed by the channel’s next key', async () => {
    await relay.addChannel({ base_url: second.url, models: model, priority: 20, key: 'dead\nalive' })
    second.refuse(401)
    const asked = second.handshakes.length
    const client = connect()
    await client.closed.catch(() => undefined)
    expect(second.handshakes.slice(asked).map((each) => each.headers.authorization)).toEqual([
      'Bearer dead',
      'Bearer alive',
    ])
  })

  it('the last refusal is told without keys, and no quota is lost', async () => {
    const before = await relay.balance()
    upstream.refuse(400, { message: 'no model for upstream-key', type: 'invalid_request_error', code: 'bad' })
    const client = connect()
    const event = await client.event()
    expect(event.error).toMatchObject({ type: 'invalid_request_error', code: 'bad' })
    expect(event.error?.message).not.toContain('upstream-key')
    expect(await client.closed).toMatchObject({ code: 1008 })
    expect(await holds()).toEqual([])
    expect(await relay.balance()).toBe(before)
  })

  it('failed attempts are logged when errors are', async () => {
    await relay.setOption('LogErrorEnabled', 'true')
    upstream.refuse(500, { message: 'broken', type: 'server_error', code: null })
    await connect().closed
    await relay.setOption('LogErrorEnabled', 'false')
    expect((await relay.logs())[0]).toMatchObject({
      type: 6,
      content: 'the connection to the provider broke',
      model_name: model,
    })
  })

  it('a client that leaves meanwhile is not waited for, and its hold is dropped', async () => {
    const letThrough = upstream.stall()
    const asked = upstream.asked()
    const client = connect()
    await asked
    expect(await holds()).toHaveLength(1)
    client.socket.terminate()
    await noHolds()
    letThrough()
  })
})

describe('a session whose key is taken away', () => {
  const idOf = async (name: string): Promise<number> => {
    const { items } = await relay.root.call<{ items: { id: number; name: string }[] }>(
      'GET',
      '/api/token/?page_size=100',
    )
    return items.find((each) => each.name === name)?.id ?? 0
  }
  const endOf = async (client: RealtimePeer, peer: RealtimePeer) => {
    const { error } = await readUntil(client, 'error')
    await peer.closed
    return [error?.code, (await client.closed).code]
  }

  it('ends with an error event when the token is disabled, and what was said is paid', async () => {
    const key = await relay.addToken({ name: 'disabled' })
    const before = await relay.balance()
    const { client, peer } = await openBoth(key)
    peer.respond(usage)
    await readUntil(client, 'response.done')
    await relay.root.call('PUT', '/api/token/?status_only=true', { id: await idOf('disabled'), status: 2 })
    expect(await endOf(client, peer)).toEqual(['token_disabled', 1008])
    await noHolds()
    expect(before - (await relay.balance())).toBe(cost)
  })

  it('ends when the token is deleted or gets another key, also where a client secret opened it', async () => {
    const key = await relay.addToken({ name: 'deleted' })
    const plain = await openBoth(key)
    const answer = await fetch(`${relay.url}/v1/realtime/client_secrets`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ session: { model } }),
    })
    const { value } = (await answer.json()) as { value: string }
    const granted = await openBoth(value)
    await relay.root.call('DELETE', `/api/token/${await idOf('deleted')}`)
    for (const { client, peer } of [plain, granted])
      expect(await endOf(client, peer)).toEqual(['token_invalid', 1008])

    const rotated = await openBoth(await relay.addToken({ name: 'rotated' }))
    await relay.root.call('POST', `/api/token/${await idOf('rotated')}/rotate`, {})
    expect(await endOf(rotated.client, rotated.peer)).toEqual(['token_invalid', 1008])
  })

  it('ends when its user is banned; other changes and other tokens leave it alone', async () => {
    const user = await relay.api.createUser('banned')
    await relay.root.call('POST', '/api/user/credit', { id: user.id, delta: '1000000' })
    const other = await openBoth()
    const { client, peer } = await openBoth(await relay.addToken({ name: 'of-user' }, user))
    await relay.addToken({ name: 'unconcerned' })
    await relay.root.call('PUT', '/api/token/?status_only=true', { id: await idOf('unconcerned'), status: 2 })
    peer.respond(usage)
    await readUntil(client, 'response.done')
    await relay.root.call('POST', '/api/user/manage', { id: user.id, action: 'disable' })
    expect(await endOf(client, peer)).toEqual(['user_banned', 1008])
    other.peer.respond(usage)
    await readUntil(other.client, 'response.done')
    other.client.socket.close()
    await other.peer.closed
  })
})

describe('a session that breaks', () => {
  it('the upstream dies: an error event, close 1011, and what was produced is paid', async () => {
    const before = await relay.balance()
    const { client, peer } = await openBoth()
    peer.respond(usage)
    await readUntil(client, 'response.done')
    peer.die()
    expect((await client.event()).error).toMatchObject({ code: 'stream_cut' })
    expect(await client.closed).toEqual({ code: 1011, reason: 'stream_cut' })
    expect(await holds()).toEqual([])
    expect(before - (await relay.balance())).toBe(cost)
  })

  it('the upstream closes as the protocol says: so does the session, without an error', async () => {
    const { client, peer } = await openBoth()
    peer.socket.close(1000)
    expect(await client.closed).toMatchObject({ code: 1000 })
  })

  it('a client that does not read is cut at a bound, and the upstream is closed', async () => {
    const { client, peer } = await openBoth()
    client.socket.pause()
    for (let megabyte = 0; megabyte < 48; megabyte += 1) peer.sayAudio(1_000_000)
    await peer.closed
    await noHolds()
    client.socket.terminate()
  })

  it('an upstream that does not read is cut at a bound, and the client is told', async () => {
    const { client, peer } = await openBoth()
    peer.socket.pause()
    const audio = 'A'.repeat(1_000_000)
    for (let megabyte = 0; megabyte < 48; megabyte += 1)
      client.say({ type: 'input_audio_buffer.append', audio })
    expect((await client.event()).error).toMatchObject({ code: 'stream_cut' })
    peer.socket.terminate()
  })

  it('a frame beyond every measure ends the session', async () => {
    const { client, peer } = await openBoth()
    client.say('A'.repeat(17 * 1024 * 1024))
    await peer.closed
    await client.closed
  })

  it('a message that is longer than all bodies may be together is refused while it arrives', async () => {
    const { client, peer } = await openBoth()
    client.socket.send('A'.repeat(BODIES_BYTES_MAX + 1_000_000), { fin: false })
    expect((await readUntil(client, 'error')).error).toMatchObject({ code: 'too_many_bodies' })
    client.socket.terminate()
    await peer.closed
  })

  it('a client that is gone without a word is noticed by its silence', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const client = openRealtimeClient(relay.url, model, { key: relay.key, autoPong: false })
      const peer = await upstream.session()
      await client.frame()
      const pinged = new Promise((resolve) => client.socket.once('ping', resolve))
      vi.advanceTimersByTime(30_000)
      await pinged
      expect(upstream.openSessions()).toBe(1)
      vi.advanceTimersByTime(30_000)
      await peer.closed
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('OpenAI’s own client', () => {
  // The client insists on wss, for which the tests have no certificate. The bytes are those of ws.
  const options = {
    createConnection: () => {
      const { hostname, port } = new URL(relay.url)
      return connectPlain(Number(port), hostname)
    },
  }
  const clientWith = (apiKey: string) => new OpenAI({ apiKey, baseURL: `${relay.url}/v1` })

  it('holds a session with its key in a header', async () => {
    const session = new OpenAIRealtimeWS({ model, options }, clientWith(relay.key))
    const created = new Promise((resolve) => session.on('session.created', resolve))
    const done = new Promise((resolve) => session.on('response.done', resolve))
    const peer = await upstream.session()
    await created
    session.send({ type: 'response.create' })
    expect((await peer.event()).type).toBe('response.create')
    peer.respond(usage)
    expect(await done).toMatchObject({ response: { usage: { total_tokens: 180 } } })
    session.close()
    await peer.closed
  })

  it('holds a session with its key among the protocols, as browsers do', async () => {
    vi.stubGlobal(
      'WebSocket',
      class extends WebSocket {
        constructor(url: string | URL, protocols: string[]) {
          super(String(url).replace('wss:', 'ws:'), protocols)
        }
      },
    )
    try {
      const session = new OpenAIRealtimeWebSocket({ model }, clientWith(relay.key))
      const created = new Promise((resolve) => session.on('session.created', resolve))
      const peer = await upstream.session()
      expect(await created).toMatchObject({ session: { id: 'sess_1' } })
      expect(session.socket.protocol).toBe('realtime')
      session.close()
      await peer.closed
    } finally {
      vi.unstubAllGlobals()
    }
  })

  it('reads our errors as its own', async () => {
    const session = new OpenAIRealtimeWS({ model, options }, clientWith(`sk-${'x'.repeat(48)}`))
    const error = await new Promise((resolve) => session.on('error', resolve))
    expect(error).toMatchObject({ error: { code: 'token_invalid' } })
    session.close()
  })
})
