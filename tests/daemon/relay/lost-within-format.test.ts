import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestRelay, type TestRelay } from '../../support/test-relay.ts'

type Json = Readonly<Record<string, unknown>>

const messages = [{ role: 'user', content: 'hello' }]
const tools = [{ type: 'function', function: { name: 'f', parameters: { type: 'object' } } }]
const schema = { type: 'json_schema', json_schema: { name: 'a', schema: { type: 'object' } } }
const ofTool = { type: 'function', function: { name: 'f' } }
const earlier = { role: 'assistant', content: 'hi', reasoning_content: 'they greet me' }

/** Vendors that accept only a part of the client's format: the request and the announced losses. */
const vendors: readonly (readonly [type: number, model: string, asked: Json, announced: string])[] = [
  [16, 'glm-4.6', { response_format: schema }, 'response_format'],
  [16, 'glm-4.6', { stop: ['a', 'b'] }, 'stop'],
  [16, 'glm-4.6', { n: 2, seed: 7 }, 'n, seed'],
  [16, 'glm-4.6', { tools, tool_choice: ofTool }, 'tool_choice'],
  [16, 'glm-4.6', { temperature: 1.8 }, 'temperature'],
  [25, 'kimi-k2.5', { tools, tool_choice: 'required' }, 'tool_choice'],
  [25, 'kimi-k2.5', { temperature: 0.2 }, 'temperature'],
  [25, 'kimi-k3', { reasoning_effort: 'none' }, 'reasoning_effort'],
  [48, 'grok-4.5', { stop: ['a'], presence_penalty: 1 }, 'stop, presence_penalty'],
  [48, 'grok-4.5', { reasoning_effort: 'minimal' }, 'reasoning_effort'],
  [42, 'mistral-large-latest', { logprobs: true, verbosity: 'low' }, 'logprobs, verbosity'],
  [42, 'mistral-large-latest', { messages: [...messages, earlier, ...messages] }, 'reasoning_content'],
  [35, 'MiniMax-M2', { n: 2, temperature: 1.5 }, 'n, temperature'],
  [35, 'MiniMax-M2', { reasoning_effort: 'low' }, 'reasoning_effort'],
  [1, 'gpt-5', { temperature: 0.2, top_p: 0.5, logprobs: true }, 'temperature, top_p, logprobs'],
  [1, 'gpt-5', { stop: ['a'] }, 'stop'],
]
const models = [...new Map(vendors.map(([type, model]) => [model, type]))]

let relay: TestRelay
beforeAll(async () => {
  relay = await startTestRelay()
  const strict = JSON.stringify({ refuse_lossy_translation: true })
  for (const [model, type] of models) {
    await relay.addChannel({ type, models: model })
    await relay.addChannel({ type, models: model, model_prefix: 'strict/', setting: strict })
  }
  await relay.addChannel({ type: 35, models: 'embo-01' })
  await relay.addChannel({ type: 35, models: 'embo-01', model_prefix: 'strict/', setting: strict })
  await relay.setOption('SelfUseModeEnabled', 'true')
})
afterAll(() => relay.close())
beforeEach(() => relay.upstream.reset())

const ask = (model: string, more: Json) => relay.post('/v1/chat/completions', { model, messages, ...more })
const announced = (response: Response) => response.headers.get('tollgate-translation')

describe('finding relay 9: what a vendor of the client’s own format does not take', () => {
  it.each(vendors)(
    'type %i, %s, asked for %o: announced, on a stream too, and refused where nothing may be lost',
    async (_type, model, asked, fields) => {
      for (const stream of [false, true]) {
        const response = await ask(model, { ...asked, stream })
        expect([response.status, announced(response)]).toEqual([200, `lossy; ${fields}`])
        await response.text()
      }
      const { hits } = relay.upstream
      const refused = await ask(`strict/${model}`, asked)
      expect([refused.status, await refused.text()]).toEqual([
        400,
        expect.stringContaining('translation_lossy'),
      ])
      expect(relay.upstream.hits).toBe(hits)
    },
  )

  it('is in the row of the log', async () => {
    await (await ask('glm-4.6', { n: 2 })).text()
    await expect.poll(async () => (await relay.logs())[0]?.other).toMatch(/"n"/)
  })

  it.each(models)(
    '%s: values that ask for nothing are left out without a word, and refused nowhere',
    async (model) => {
      const asked = {
        ...{ n: 1, temperature: 1, top_p: 1, presence_penalty: 0, frequency_penalty: 0, logprobs: false },
        ...{ tools, tool_choice: 'auto', parallel_tool_calls: true, user: 'somebody', max_tokens: 50 },
      }
      const response = await ask(`strict/${model}`, asked)
      expect([response.status, announced(response)]).toEqual([200, null])
    },
  )

  it('is announced and refused in other operations too: a vendor that cannot shorten embeddings', async () => {
    const asked = { input: 'hello', dimensions: 256 }
    const response = await relay.post('/v1/embeddings', { model: 'embo-01', ...asked })
    expect([response.status, announced(response)]).toEqual([200, 'lossy; dimensions'])
    const { hits } = relay.upstream
    const refused = await relay.post('/v1/embeddings', { model: 'strict/embo-01', ...asked })
    expect([refused.status, relay.upstream.hits]).toEqual([400, hits])
  })
})
