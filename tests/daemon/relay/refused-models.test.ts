import Anthropic from '@anthropic-ai/sdk'
import { GoogleGenAI } from '@google/genai'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestRelay, type TestRelay } from '../../support/test-relay.ts'

let relay: TestRelay
let calls: number
beforeAll(async () => {
  relay = await startTestRelay()
  await relay.addChannel({ type: 14, models: 'claude-sonnet-4-5,claude-haiku-4-5' })
  const id = await relay.addChannel({ models: 'gpt-4o' })
  await relay.root.call('PUT', '/api/channel/', { id, status: 2 })
})
afterAll(() => relay.close())

/** Counts the requests of an SDK, including its own retries. */
const counted: typeof fetch = (input, init) => {
  calls += 1
  return fetch(input, init)
}
const openai = () => new OpenAI({ apiKey: relay.key, baseURL: `${relay.url}/v1`, fetch: counted })
const anthropic = () => new Anthropic({ apiKey: relay.key, baseURL: relay.url, fetch: counted })

const messages = [{ role: 'user' as const, content: 'Hi' }]

describe('finding relay 13: models that nobody can serve, for official clients', () => {
  it('an unknown model is not found, and the nearest names are told', async () => {
    const model = 'claude-sonet-4-5'
    await expect(openai().chat.completions.create({ model, messages })).rejects.toMatchObject({
      status: 404,
      code: 'model_not_found',
      param: 'model',
      type: 'invalid_request_error',
      message: expect.stringContaining('similar names: claude-sonnet-4-5'),
    })
    const asked = anthropic().messages.create({ model, messages, max_tokens: 10 })
    await expect(asked).rejects.toThrow(Anthropic.NotFoundError)
    await expect(asked).rejects.toThrow(/not_found_error.*similar names: claude-sonnet-4-5/)
    const google = new GoogleGenAI({ apiKey: relay.key, httpOptions: { baseUrl: relay.url } })
    await expect(google.models.generateContent({ model, contents: 'Hi' })).rejects.toMatchObject({
      status: 404,
      message: expect.stringMatching(/NOT_FOUND.*claude-sonnet-4-5|claude-sonnet-4-5.*NOT_FOUND/s),
    })
    await expect(openai().models.retrieve(model)).rejects.toThrow('similar names: claude-sonnet-4-5')
  })

  it('where the channels of a model are disabled it is 503 at once: trying again by itself is no use', async () => {
    calls = 0
    const error = await openai()
      .chat.completions.create({ model: 'gpt-4o', messages })
      .catch((each: unknown) => each)
    expect(error).toMatchObject({ status: 503, code: 'no_available_channel' })
    const { headers } = error as { headers: Headers }
    expect([headers.get('x-should-retry'), headers.get('retry-after')]).toEqual(['false', '60'])
    expect(calls).toBe(1)
  })

  it('an operation that no channel of the model does is a bad request, and says which', async () => {
    await expect(
      openai().embeddings.create({ model: 'claude-haiku-4-5', input: 'Hi' }),
    ).rejects.toMatchObject({
      status: 400,
      code: 'operation_unsupported',
      message: expect.stringMatching(/claude-haiku-4-5.*\(embedding\)/),
    })
  })

  it('a budget that is spent is not asked for again', async () => {
    const key = await relay.addToken({ budget_period: 'day', budget_quota: 1 })
    calls = 0
    const client = new OpenAI({ apiKey: key, baseURL: `${relay.url}/v1`, fetch: counted })
    await expect(
      client.chat.completions.create({ model: 'claude-haiku-4-5', messages }),
    ).rejects.toMatchObject({ status: 429, type: 'insufficient_quota' })
    expect(calls).toBe(1)
  })
})
