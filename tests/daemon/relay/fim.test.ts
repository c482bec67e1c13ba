import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestRelay, type TestRelay } from '../../support/test-relay.ts'

const models = { mistral: 'codestral-latest', deepseek: 'deepseek-chat', chat: 'claude-haiku-4-5' }
const request = { prompt: 'function add(a, b) {', suffix: '}', max_tokens: 24, random_seed: 7 }

/** Mistral's response (recorded). */
const answer = {
  id: 'd3cef71eda7b4bdf84fc96baf41e2f7d',
  object: 'chat.completion',
  created: 1784620724,
  model: 'codestral-2508',
  choices: [
    {
      index: 0,
      finish_reason: 'stop',
      message: { role: 'assistant', content: 'return a + b;', tool_calls: null },
    },
  ],
  usage: { prompt_tokens: 12, completion_tokens: 8, total_tokens: 20 },
}

let relay: TestRelay
beforeAll(async () => {
  relay = await startTestRelay()
  await relay.addChannel({ type: 42, models: models.mistral })
  await relay.addChannel({ type: 43, models: models.deepseek })
  await relay.addChannel({ type: 14, models: models.chat })
  const ratios = Object.values(models).map((model) => [model, 1])
  await relay.setOption('ModelRatio', JSON.stringify(Object.fromEntries(ratios)))
  await relay.setOption('CompletionRatio', JSON.stringify({ [models.mistral]: 1, [models.deepseek]: 1 }))
})
afterAll(() => relay.close())
beforeEach(() => relay.upstream.reset())

const ask = (model: string, members: object = {}) =>
  relay.post('/v1/fim/completions', { model, ...request, ...members })
const sent = () => relay.upstream.requests.at(-1)
const chunksOf = (text: string) =>
  text.split('\n\n').flatMap((event) => (/^data: \{/.test(event) ? [JSON.parse(event.slice(6))] : []))

describe('finding relay 17: fill-in-the-middle, as Mistral’s clients ask for it', () => {
  it('finding relay 17: Mistral gets and gives the bytes as they are, charged and logged', async () => {
    relay.upstream.next({ body: JSON.stringify(answer), contentType: 'application/json' })
    const before = await relay.balance()
    const given = await ask(models.mistral)
    expect([given.status, await given.json()]).toEqual([200, answer])
    expect(sent()).toMatchObject({ path: '/v1/fim/completions', json: { model: models.mistral, ...request } })
    expect(before - (await relay.balance())).toBe(20_000n)
    expect((await relay.logs())[0]).toMatchObject({
      model_name: models.mistral,
      prompt_tokens: 12,
      completion_tokens: 8,
    })
  })

  it('finding relay 17: a stream of Mistral passes through and is charged by its last event', async () => {
    const events = [
      {
        ...answer,
        usage: undefined,
        choices: [{ index: 0, delta: { content: 'return ' }, finish_reason: null }],
      },
      { ...answer, choices: [{ index: 0, delta: { content: 'a + b;' }, finish_reason: 'stop' }] },
    ]
    const body = `${events.map((each) => `data: ${JSON.stringify(each)}\n\n`).join('')}data: [DONE]\n\n`
    relay.upstream.next({ body, contentType: 'text/event-stream' })
    const before = await relay.balance()
    expect(await (await ask(models.mistral, { stream: true })).text()).toBe(body)
    expect(before - (await relay.balance())).toBe(20_000n)
  })

  it.each([false, true])(
    'finding relay 17: text completions of DeepSeek are answered in that form (stream: %s)',
    async (stream) => {
      const text = {
        id: 'x',
        object: 'text_completion',
        created: 1,
        model: 'deepseek-chat',
        usage: answer.usage,
      }
      const choices = [{ index: 0, text: 'return a + b;', finish_reason: 'stop', logprobs: null }]
      relay.upstream.next({ body: JSON.stringify({ ...text, choices }), contentType: 'application/json' })
      const before = await relay.balance()
      const given = await ask(models.deepseek, { stream, metadata: { own: 'x' } })
      const said = await given.text()
      expect(given.status, said).toBe(200)
      expect(sent()).toMatchObject({ path: '/beta/completions' })
      const { random_seed: _named, ...rest } = request
      expect(sent()?.json).toEqual({ model: models.deepseek, ...rest, seed: 7 })
      if (stream) {
        const chunks = chunksOf(said)
        expect(chunks[0]).toMatchObject({ choices: [{ delta: { content: 'return a + b;' } }] })
        expect(chunks.at(-1)).toMatchObject({ usage: answer.usage })
        expect(said).toMatch(/data: \[DONE\]\n\n$/)
      } else
        expect(JSON.parse(said)).toMatchObject({
          object: 'chat.completion',
          choices: [{ message: { role: 'assistant', content: 'return a + b;' }, finish_reason: 'stop' }],
          usage: answer.usage,
        })
      expect(before - (await relay.balance())).toBe(20_000n)
    },
  )

  it('finding relay 17: a model that only converses is refused before anything is sent', async () => {
    const given = await ask(models.chat)
    expect([given.status, await given.json()]).toMatchObject([
      400,
      { error: { code: 'operation_unsupported' } },
    ])
    expect(relay.upstream.hits).toBe(0)
  })
})
