import OpenAI from 'openai'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openRealtimeClient } from '../../../support/realtime-client.ts'
import { greeting, type RealtimeUpstream, startRealtimeUpstream } from '../../../support/realtime-upstream.ts'
import { startTestRelay, type TestRelay } from '../../../support/test-relay.ts'
import { untilSettled } from '../../../support/until-settled.ts'

const model = 'gpt-realtime-2.1'
const dear = 'gpt-realtime-dear'
const settings = {
  instructions: 'Speak like a pirate.',
  audio: { output: { voice: 'marin' } },
  tools: [{ type: 'function', name: 'look', parameters: { type: 'object' } }],
}

let relay: TestRelay
let upstream: RealtimeUpstream
beforeAll(async () => {
  relay = await startTestRelay()
  upstream = await startRealtimeUpstream()
  await relay.addChannel({ models: 'gpt-4o-mini' })
  await relay.addChannel({ base_url: upstream.url, models: `${model},${dear}` })
  await relay.setOption('ModelRatio', JSON.stringify({ [model]: 2, [dear]: 100, 'gpt-4o-mini': 1 }))
  await relay.setOption('CompletionRatio', JSON.stringify({ [model]: 1, [dear]: 1 }))
})
afterAll(async () => {
  await relay.close()
  await upstream.close()
})
beforeEach(() => upstream.reset())

const create = (body: object, key = relay.key) =>
  relay.post('/v1/realtime/client_secrets', body, { authorization: `Bearer ${key}` })
const secretFor = async (session: object, key = relay.key, seconds = 600) => {
  const answer = await create({ session, expires_after: { anchor: 'created_at', seconds } }, key)
  return ((await answer.json()) as { value: string }).value
}
/** Connects like a browser, which offers the secret as one of its subprotocols. */
const connect = (secret: string, asked?: string) =>
  openRealtimeClient(relay.url, asked, { protocols: ['realtime', `openai-insecure-api-key.${secret}`] })
const refusalOf = async (secret: string) => {
  const event = await connect(secret).event()
  return (event.error as { code?: string } | undefined)?.code
}

describe('finding relay 17: short-lived keys for realtime sessions', () => {
  it('finding relay 17: OpenAI’s client creates one, and a browser opens the session that it stands for', async () => {
    const client = new OpenAI({ apiKey: relay.key, baseURL: `${relay.url}/v1`, maxRetries: 0 })
    const secret = await client.realtime.clientSecrets.create({
      expires_after: { anchor: 'created_at', seconds: 60 },
      session: { type: 'realtime', model, ...settings } as never,
    })
    expect(secret).toMatchObject({
      session: { type: 'realtime', object: 'realtime.session', model, ...settings },
    })
    expect(secret.value).toMatch(/^ek_[\w.-]+$/)
    expect(secret.expires_at - Math.floor(Date.now() / 1000)).toBeGreaterThan(50)
    expect(secret.value).not.toContain(relay.key.slice(3))

    const before = await relay.balance()
    const browser = connect(secret.value)
    const peer = await upstream.session()
    expect(await browser.frame()).toBe(greeting)
    expect(await peer.event()).toEqual({ type: 'session.update', session: { type: 'realtime', ...settings } })
    await browser.opened
    browser.say(JSON.stringify({ type: 'response.create' }))
    expect(await peer.event()).toEqual({ type: 'response.create' })
    peer.respond({ textIn: 100, textOut: 10 })
    await browser.frame()
    browser.socket.close()
    await untilSettled(relay.api.services)
    expect(before - (await relay.balance())).toBe(220_000n)
    expect((await relay.logs())[0]).toMatchObject({
      model_name: model,
      token_name: 'test',
      prompt_tokens: 100,
    })
  })

  describe('finding relay 17: POST /v1/realtime/sessions, as clients of the beta ask', () => {
    const flat = {
      instructions: 'Speak like a pirate.',
      modalities: ['text', 'audio'],
      voice: 'verse',
      input_audio_format: 'g711_ulaw',
      input_audio_transcription: { model: 'whisper-1' },
      turn_detection: null,
      max_response_output_tokens: 100,
      temperature: 0.8,
    }
    const createOld = async (more: object = {}) => {
      const client = new OpenAI({ apiKey: relay.key, baseURL: `${relay.url}/v1`, maxRetries: 0 })
      const given = { model, ...flat, ...more }
      return client.beta.realtime.sessions.create(given as never)
    }
    const toldWith = async (secret: string, protocols: readonly string[]) => {
      const browser = openRealtimeClient(relay.url, undefined, {
        protocols: ['realtime', `openai-insecure-api-key.${secret}`, ...protocols],
      })
      const peer = await upstream.session()
      await browser.frame()
      const told = await peer.event()
      browser.socket.close()
      await untilSettled(relay.api.services)
      return told
    }

    it('finding relay 17: the answer is the session with its secret, for a minute', async () => {
      const made = await createOld()
      expect(made).toMatchObject({
        object: 'realtime.session',
        id: expect.stringMatching(/^sess_/),
        model,
        ...flat,
      })
      expect(made.client_secret.value).toMatch(/^ek_/)
      const seconds = made.client_secret.expires_at - Math.floor(Date.now() / 1000)
      expect(seconds).toBeGreaterThan(50)
      expect(seconds).toBeLessThan(70)
      const longer = await createOld({
        client_secret: { expires_after: { anchor: 'created_at', seconds: 900 } },
      })
      expect(longer.client_secret.expires_at - made.client_secret.expires_at).toBeGreaterThan(800)
      expect(longer).not.toHaveProperty('expires_after')
    })

    it('finding relay 17: its settings reach a session of today in today’s form, and one of the beta as they are', async () => {
      const { value } = (await createOld()).client_secret
      expect(await toldWith(value, [])).toEqual({
        type: 'session.update',
        session: {
          type: 'realtime',
          instructions: 'Speak like a pirate.',
          output_modalities: ['audio'],
          max_output_tokens: 100,
          audio: {
            input: {
              format: { type: 'audio/pcmu' },
              transcription: { model: 'whisper-1' },
              turn_detection: null,
            },
            output: { voice: 'verse' },
          },
        },
      })
      expect(await toldWith(value, ['openai-beta.realtime-v1'])).toEqual({
        type: 'session.update',
        session: flat,
      })
    })

    it('finding relay 17: a model that the token may not call, or nobody has, is refused at once', async () => {
      const key = await relay.addToken({ model_limits_enabled: true, model_limits: model })
      const headers = { authorization: `Bearer ${key}` }
      expect((await relay.post('/v1/realtime/sessions', { model: dear }, headers)).status).toBe(403)
      await expect(createOld({ model: 'unknown-model' })).rejects.toMatchObject({ status: 404 })
    })
  })

  it('finding relay 17: a session is opened for the model of its secret, whatever its address says', async () => {
    const browser = connect(await secretFor({ model }), dear)
    await upstream.session()
    await browser.frame()
    expect(new URL(upstream.handshakes.at(-1)?.url ?? '', 'http://up').searchParams.get('model')).toBe(model)
    browser.socket.close()
    await untilSettled(relay.api.services)
    expect(upstream.handshakes.at(-1)?.headers.authorization).toBe('Bearer upstream-key')
  })

  it('finding relay 17: it opens nothing else, and nothing once it has expired', async () => {
    const secret = await secretFor({ model }, relay.key, 10)
    const chat = await relay.post(
      '/v1/chat/completions',
      { model: 'gpt-4o-mini' },
      { authorization: `Bearer ${secret}` },
    )
    expect(chat.status).toBe(401)
    expect((await create({ session: { model } }, secret)).status).toBe(401)
    expect(await refusalOf(`${secret.slice(0, -4)}AAAA`)).toBe('token_invalid')
    const { clock } = relay.api.services
    const { now } = clock
    clock.now = () => now.call(clock) + 11_000
    expect(await refusalOf(secret)).toBe('token_expired')
    clock.now = now
  })

  it('finding relay 17: a token that is disabled or deleted takes its secrets with it', async () => {
    const key = await relay.addToken({ name: 'short' })
    const secret = await secretFor({ model }, key)
    const { items } = await relay.root.call<{ items: { id: number; name: string }[] }>(
      'GET',
      '/api/token/?page_size=100',
    )
    const id = items.find(({ name }) => name === 'short')?.id
    await relay.root.call('PUT', '/api/token/?status_only=true', { id, status: 2 })
    expect(await refusalOf(secret)).toBe('token_disabled')
    await relay.root.call('DELETE', `/api/token/${id}`)
    expect(await refusalOf(secret)).toBe('token_invalid')
  })

  it.each([
    [{ session: { model: 'unknown-model' } }, 404, 'model_not_found'],
    [{ session: { model: 'gpt-4o-mini', type: 'transcription' } }, 400, 'invalid_request'],
    [{ session: {} }, 400, 'invalid_request'],
    [{ session: { model }, expires_after: { seconds: 5 } }, 400, 'invalid_request'],
    [{ session: { model, instructions: [...Array(9000).keys()].join(' ') } }, 400, 'invalid_request'],
  ])('finding relay 17: %o is refused at once', async (body, status, code) => {
    const answer = await create(body)
    expect([answer.status, await answer.json()]).toMatchObject([status, { error: { code } }])
  })

  it('finding relay 17: a token of other models gets none', async () => {
    const key = await relay.addToken({ model_limits_enabled: true, model_limits: model })
    expect((await create({ session: { model: dear } }, key)).status).toBe(403)
    expect((await create({ session: { model } }, key)).status).toBe(200)
  })
})
