import Anthropic from '@anthropic-ai/sdk'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestRelay, type TestRelay } from '../../support/test-relay.ts'

const claude = 'claude-sonnet-4-5'
const suffixed = `${claude}-thinking`
const chat = 'gpt-4o-mini'

let relay: TestRelay
let client: Anthropic
beforeAll(async () => {
  relay = await startTestRelay()
  await relay.addChannel({ type: 14, models: `${claude},${suffixed}` })
  await relay.addChannel({ models: chat })
  await relay.setOption('ModelRatio', JSON.stringify({ [claude]: 1, [suffixed]: 1, [chat]: 1 }))
  client = new Anthropic({ apiKey: relay.key, baseURL: relay.url, maxRetries: 0 })
})
afterAll(() => relay.close())
beforeEach(() => relay.upstream.reset())

const ask = (model: string): Anthropic.MessageCreateParamsNonStreaming => ({
  model,
  max_tokens: 4000,
  messages: [{ role: 'user', content: 'hello' }],
})
const sent = () => JSON.parse(String(relay.upstream.requests.at(-1)?.body)) as Record<string, unknown>

describe('finding relay 8: Anthropic’s client of API version 2026-10-21', () => {
  it('is the one that is tried here: its key is a bearer key', async () => {
    await client.messages.create(ask(claude))
    expect(relay.upstream.requests.at(-1)?.headers['anthropic-version']).toBe('2026-10-21')
    const { req } = await client.buildRequest({ method: 'get', path: '/v1/models' })
    expect(req.headers.get('authorization')).toBe(`Bearer ${relay.key}`)
    expect(req.headers.has('x-api-key')).toBe(false)
  })

  it('reads the list of models in Anthropic’s shape, and each model', async () => {
    const page = await client.models.list()
    expect(page.data.map(({ id, type }) => [id, type])).toEqual(
      expect.arrayContaining([
        [claude, 'model'],
        [chat, 'model'],
      ]),
    )
    expect([page.has_more, page.last_id]).toEqual([false, page.data.at(-1)?.id])
    expect(await client.models.retrieve(claude)).toMatchObject({ type: 'model', id: claude })
  })

  it('is told of an unknown model in Anthropic’s shape, with the id of the request', async () => {
    const error = await client.models.retrieve('claude-unknown').catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(Anthropic.NotFoundError)
    expect(error).toMatchObject({
      requestID: expect.stringMatching(/./),
      error: { type: 'error', error: { type: 'not_found_error' } },
    })
  })

  it('gets thinking for the suffix without a temperature, which this version does not have', async () => {
    await client.messages.create(ask(suffixed))
    expect(sent()).toMatchObject({ model: claude, thinking: { type: 'enabled' } })
    expect(sent()).not.toHaveProperty('temperature')
  })

  it('while one of an older version gets the temperature that thinking needs there', async () => {
    const older = { 'anthropic-version': '2023-06-01' }
    expect((await relay.post('/v1/messages', ask(suffixed), older)).status).toBe(200)
    expect(sent()).toMatchObject({ model: claude, temperature: 1 })
  })
})

describe('finding relay 8: the header request-id', () => {
  it.each([claude, chat])(
    'is on an answer and on a stream of %s, as in the body of errors',
    async (model) => {
      const answer = await client.messages.create(ask(model)).withResponse()
      expect(answer.request_id).toBe(answer.response.headers.get('x-request-id'))
      expect(answer.request_id).toMatch(/./)
      const stream = await client.messages.create({ ...ask(model), stream: true }).withResponse()
      for await (const _event of stream.data);
      expect(stream.request_id).toMatch(/./)
      relay.upstream.next({ status: 400 })
      const error = await client.messages.create(ask(model)).catch((reason: unknown) => reason)
      expect(error).toMatchObject({ status: 400, requestID: expect.stringMatching(/./) })
      const { requestID, error: body } = error as { requestID: string; error: { request_id: string } }
      expect(body.request_id).toBe(requestID)
    },
  )

  it('is on counts and lists, and on refusals before any of it', async () => {
    const counted = await client.messages
      .countTokens({ model: claude, messages: ask(claude).messages })
      .withResponse()
    expect(counted.request_id).toMatch(/./)
    expect((await client.models.list().withResponse()).request_id).toMatch(/./)
    const stranger = new Anthropic({ apiKey: 'sk-wrong', baseURL: relay.url, maxRetries: 0 })
    for (const refused of [
      () => stranger.messages.create(ask(claude)),
      () => stranger.models.list(),
      () => client.messages.create(ask('claude-unknown')),
      () => client.post('/v1/messages/nothing-here', { body: {} }),
    ]) {
      const error: unknown = await (refused() as Promise<unknown>).catch((reason: unknown) => reason)
      expect(error).toMatchObject({ requestID: expect.stringMatching(/./) })
    }
  })

  it('is not on answers to clients of another protocol', async () => {
    const response = await relay.post('/v1/chat/completions', { model: chat, messages: ask(chat).messages })
    expect(response.headers.get('request-id')).toBeNull()
  })
})
