import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestRelay, type TestRelay } from '../../support/test-relay.ts'

const messages = [{ role: 'user', content: 'hello' }]
const speech = 'gemini-2.5-flash-preview-tts'

let relay: TestRelay
beforeAll(async () => {
  relay = await startTestRelay()
  await relay.addChannel({ models: 'o3,gpt-4o-search-preview' })
  await relay.addChannel({ type: 24, models: speech })
  await relay.setOption('ModelRatio', JSON.stringify({ o3: 1, 'gpt-4o-search-preview': 1, [speech]: 1 }))
})
afterAll(() => relay.close())
beforeEach(() => relay.upstream.reset())

const sent = () => JSON.parse(String(relay.upstream.requests.at(-1)?.body)) as Record<string, unknown>
const announced = (response: Response) => response.headers.get('tollgate-translation')

describe('reliability 13: what is changed on the way is announced, also without a translation', () => {
  it.each([
    [{}, 'lossy; responseModalities: AUDIO'],
    [{ generationConfig: { responseModalities: ['AUDIO'] } }, null],
    [{ generation_config: { response_modalities: ['AUDIO'] } }, null],
  ])('sound that is asked for because the model gives nothing else: %o', async (body, expected) => {
    const contents = [{ role: 'user', parts: [{ text: 'hello' }] }]
    const response = await relay.post(`/v1beta/models/${speech}:generateContent`, { contents, ...body })
    expect([response.status, announced(response)]).toEqual([200, expected])
    expect(JSON.stringify(sent())).toContain('AUDIO')
  })

  it('and to clients of another protocol', async () => {
    const response = await relay.post('/v1/chat/completions', { model: speech, messages })
    expect(announced(response)).toContain('responseModalities: AUDIO')
  })

  it('a cap that another one replaces', async () => {
    const caps = { max_tokens: 5, max_completion_tokens: 9 }
    const response = await relay.post('/v1/chat/completions', { model: 'o3', messages, ...caps })
    expect([response.status, announced(response)]).toEqual([200, 'lossy; max_tokens'])
    expect(sent()).not.toHaveProperty('max_tokens')
    const renamed = await relay.post('/v1/chat/completions', { model: 'o3', messages, max_tokens: 5 })
    expect([announced(renamed), sent().max_completion_tokens]).toEqual([null, 5])
  })
})

describe('H4: a search that OpenAI runs for a chat', () => {
  const model = 'gpt-4o-search-preview'
  const chargeOf = async (path: string, body: Record<string, unknown>) => {
    const before = await relay.balance()
    const response = await relay.post(path, { model, ...body })
    expect(response.status, await response.text()).toBe(200)
    return before - (await relay.balance())
  }

  it('costs 0.025 dollars, and is not charged where none was asked for', async () => {
    const usage = { prompt_tokens: 10, completion_tokens: 2 }
    relay.upstream.always({ usageValues: usage })
    const plain = await chargeOf('/v1/chat/completions', { messages })
    const searched = await chargeOf('/v1/chat/completions', { messages, web_search_options: {} })
    expect(searched - plain).toBe(12_500_000n)
  })
})
