import OpenAI from 'openai'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { openRealtimeClient } from '../../../support/realtime-client.ts'
import type { RealtimeEvent, RealtimePeer } from '../../../support/realtime-peer.ts'
import {
  greeting,
  type RealtimeUpstream,
  startRealtimeUpstream,
  type UpstreamPeer,
} from '../../../support/realtime-upstream.ts'
import { startTestRelay, type TestRelay } from '../../../support/test-relay.ts'
import { untilSettled } from '../../../support/until-settled.ts'

const timeout = { timeout: 60_000, interval: 20 }

/** The channel's name for the model `vendor`. With this name, audio costs 40 times as much as text. */
const model = 'house-audio-transcribe'
const vendor = 'gpt-4o-transcribe'
const dear = 'dear-transcribe'

const setUp = (named: string | undefined, more: object = {}) => ({
  type: 'session.update',
  event_id: 'mine',
  session: {
    type: 'transcription',
    audio: {
      input: { transcription: { ...(named !== undefined && { model: named }), language: 'en' }, ...more },
    },
  },
})
const completed = (item_id: string, usage?: object) => ({
  type: 'conversation.item.input_audio_transcription.completed',
  item_id,
  content_index: 0,
  transcript: 'hello',
  ...(usage && { usage }),
})
const tokens = {
  type: 'tokens',
  total_tokens: 30,
  input_tokens: 20,
  input_token_details: { text_tokens: 4, audio_tokens: 16 },
  output_tokens: 10,
}
/** (4 + 16 x 40 + 10 x 4) x 2 = 1368 quota units. */
const stated = 1_368_000n
/** Two seconds of PCM16 at 24 kHz. */
const twoSeconds = { type: 'input_audio_buffer.append', audio: 'A'.repeat(128_000) }
const committed = (item_id: string) => ({ type: 'input_audio_buffer.committed', item_id })

let relay: TestRelay
let upstream: RealtimeUpstream
beforeAll(async () => {
  relay = await startTestRelay()
  upstream = await startRealtimeUpstream()
  await relay.addChannel({
    base_url: upstream.url,
    models: `${model},${dear}`,
    model_mapping: JSON.stringify({ [model]: vendor }),
  })
  for (const [option, value] of [
    ['ModelRatio', 2],
    ['CompletionRatio', 4],
  ] as const)
    await relay.setOption(option, JSON.stringify({ [model]: value, [dear]: 100 }))
})
afterAll(async () => {
  await relay.close()
  await upstream.close()
})
afterEach(async () => {
  upstream.reset()
  await untilSettled(relay.api.services)
})

const connect = (query = '?intent=transcription', key = relay.key) =>
  openRealtimeClient(relay.url, undefined, { key, query })

const readUntil = async (peer: RealtimePeer, type: string): Promise<RealtimeEvent> => {
  for (;;) {
    const event = await peer.event()
    if (event.type === type) return event
  }
}

/** Opens a session and sets its model at both ends. */
const open = async () => {
  const client = connect()
  expect(await client.event()).toMatchObject({ type: 'session.created', session: { type: 'transcription' } })
  client.say(setUp(model))
  const peer = await upstream.session()
  const update = await peer.event()
  return { client, peer, update }
}

const costOf = async (
  use: (client: RealtimePeer, peer: UpstreamPeer) => Promise<unknown>,
): Promise<bigint> => {
  const before = await relay.balance()
  const { client, peer } = await open()
  await use(client, peer)
  client.socket.close()
  await untilSettled(relay.api.services)
  return before - (await relay.balance())
}

/** Sends events from the vendor, which are read after earlier events of the client. */
const told = async (client: RealtimePeer, peer: UpstreamPeer, ...events: object[]) => {
  for (const event of events) peer.say(event)
  peer.say({ type: 'mark' })
  await readUntil(client, 'mark')
}
const say = async (client: RealtimePeer, peer: UpstreamPeer, event: object) => {
  client.say(event)
  await peer.event()
}

describe('a session for transcription', () => {
  it('is opened at the vendor without a model, and set up with the vendor’s name for it', async () => {
    const { client, peer, update } = await open()
    expect(upstream.handshakes.at(-1)?.url).toBe('/v1/realtime?intent=transcription')
    expect(update).toEqual(setUp(vendor))
    // The client has already received `session.created`, so it does not receive it again.
    peer.say({ type: 'session.updated', session: { type: 'transcription' } })
    expect(await client.event()).toMatchObject({ type: 'session.updated' })
    client.say(twoSeconds)
    expect(await peer.event()).toEqual(twoSeconds)
  })

  it('may be set up, and spoken to, before it is open', async () => {
    const client = connect()
    await client.opened
    client.say({ type: 'input_audio_buffer.clear' })
    client.say(setUp(undefined))
    client.say(setUp(model))
    client.say(twoSeconds)
    const peer = await upstream.session()
    expect([await peer.event(), await peer.event(), await peer.event(), await peer.event()]).toEqual([
      { type: 'input_audio_buffer.clear' },
      setUp(undefined),
      setUp(vendor),
      twoSeconds,
    ])
    client.socket.close()
  })

  it('may name its model in the address, as no vendor asks for', async () => {
    const client = connect(`?intent=transcription&model=${model}`)
    const peer = await upstream.session()
    expect(await client.frame()).toBe(greeting)
    expect(upstream.handshakes.at(-1)?.url).toBe('/v1/realtime?intent=transcription')
    client.say(setUp(model))
    expect(await peer.event()).toEqual(setUp(vendor))
  })

  it('keeps the model that it has the price of', async () => {
    const { client, peer } = await open()
    client.say(setUp(dear))
    expect(await client.event()).toMatchObject({ type: 'error', error: { event_id: 'mine' } })
    client.say(twoSeconds)
    expect(await peer.event()).toEqual(twoSeconds)
  })

  it.each([
    ['a model that nobody serves', (client: RealtimePeer) => client.say(setUp('unknown')), 'model_not_found'],
    [
      'sound only',
      (client: RealtimePeer) => client.say({ ...twoSeconds, audio: 'A'.repeat(1_100_000) }),
      'invalid_request',
    ],
  ])('is refused for %s', async (_what, use, code) => {
    const asked = upstream.handshakes.length
    const client = connect()
    await client.event()
    use(client)
    expect((await client.event()).error).toMatchObject({ code })
    expect((await client.closed).code).toBe(1008)
    expect(upstream.handshakes).toHaveLength(asked)
  })

  it('is refused for a token of other models', async () => {
    const key = await relay.addToken({ model_limits_enabled: true, model_limits: dear })
    const client = connect(undefined, key)
    await client.event()
    client.say(setUp(model))
    expect((await client.event()).error?.code).toBe('token_model_forbidden')
  })
})

describe('what a session for transcription costs', () => {
  it('is the tokens that the vendor states, sound at the price of sound, in one row', async () => {
    const rows = (await relay.logs()).length
    const cost = await costOf((client, peer) =>
      told(client, peer, committed('a'), completed('a', tokens), committed('b'), completed('b', tokens)),
    )
    expect(cost).toBe(2n * stated)
    const logs = await relay.logs()
    expect(logs).toHaveLength(rows + 1)
    expect(logs[0]).toMatchObject({ model_name: model, prompt_tokens: 40, completion_tokens: 20 })
  })

  it('is a thousand tokens a minute where the vendor states the length, as for files', async () => {
    const cost = await costOf((client, peer) =>
      told(client, peer, completed('a', { type: 'duration', seconds: 60 })),
    )
    expect(cost).toBe(2_000_000n)
  })

  it('is the same for sound whose text comes without usage, and nothing where the vendor failed', async () => {
    const cost = await costOf(async (client, peer) => {
      await say(client, peer, twoSeconds)
      await told(client, peer, committed('a'), completed('a'))
      await say(client, peer, twoSeconds)
      await told(client, peer, committed('b'), {
        type: 'conversation.item.input_audio_transcription.failed',
        item_id: 'b',
        error: { message: 'no' },
      })
    })
    // 2 seconds are 33 tokens.
    expect(cost).toBe(66_000n)
  })

  it('is what the vendor states for sound that was with it when the client left', async () => {
    const before = await relay.balance()
    const { client, peer } = await open()
    await say(client, peer, twoSeconds)
    await told(client, peer, committed('a'))
    client.socket.close()
    await client.closed
    await vi.waitFor(() => expect(upstream.openSessions()).toBe(1), timeout)
    peer.say(completed('a', tokens))
    await untilSettled(relay.api.services)
    expect(before - (await relay.balance())).toBe(stated)
  })

  it('counts sound whose text had begun when the vendor’s connection broke', async () => {
    const before = await relay.balance()
    const { client, peer } = await open()
    await say(client, peer, twoSeconds)
    await told(client, peer, {
      type: 'conversation.item.input_audio_transcription.delta',
      item_id: 'a',
      delta: 'hel',
    })
    peer.die()
    await client.closed
    await untilSettled(relay.api.services)
    expect(before - (await relay.balance())).toBe(66_000n)
  })

  it('is nothing for sound of which nothing was written down', async () => {
    expect(await costOf((client, peer) => say(client, peer, twoSeconds))).toBe(0n)
  })

  it('includes answers, if a server gives any', async () => {
    const cost = await costOf(async (client, peer) => {
      peer.respond({ textIn: 100, textOut: 10 })
      await readUntil(client, 'response.done')
    })
    expect(cost).toBe(280_000n)
  })

  it('ends the session when the quota is used up', async () => {
    const key = await relay.addToken({ unlimited_quota: false, remain_quota: 50_000 })
    const client = connect(undefined, key)
    await client.event()
    client.say(setUp(model))
    const peer = await upstream.session()
    peer.say(completed('a', { type: 'duration', seconds: 3_600 }))
    expect((await readUntil(client, 'error')).error).toMatchObject({ type: 'insufficient_quota' })
    expect((await client.closed).code).toBe(1008)
  })
})

describe('a short-lived key for transcription', () => {
  const create = (session: object) => relay.post('/v1/realtime/client_secrets', { session })

  it('is made by OpenAI’s client, and opens the session that it stands for', async () => {
    const openai = new OpenAI({ apiKey: relay.key, baseURL: `${relay.url}/v1`, maxRetries: 0 })
    const { session } = setUp(model)
    const secret = await openai.realtime.clientSecrets.create({ session: session as never })
    expect(secret.session).toEqual({
      ...session,
      object: 'realtime.transcription_session',
      id: expect.stringMatching(/^sess_/),
    })
    for (const query of ['', '?intent=transcription']) {
      const before = await relay.balance()
      const browser = openRealtimeClient(relay.url, undefined, {
        protocols: ['realtime', `openai-insecure-api-key.${secret.value}`],
        query,
      })
      const peer = await upstream.session()
      expect(upstream.handshakes.at(-1)?.url).toBe('/v1/realtime?intent=transcription')
      const { event_id: _none, ...update } = setUp(vendor)
      expect(await peer.event()).toEqual(update)
      await told(browser, peer, completed('a', tokens))
      browser.socket.close()
      await untilSettled(relay.api.services)
      expect(before - (await relay.balance())).toBe(stated)
    }
  })

  it('is refused at once if it names no model, or one that nobody serves', async () => {
    expect((await create({ type: 'transcription' })).status).toBe(400)
    expect((await create(setUp('unknown').session)).status).toBe(404)
  })
})
