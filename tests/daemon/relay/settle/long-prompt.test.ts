import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestRelay, type TestRelay } from '../../../support/test-relay.ts'

/** Prompts above a limit of tokens have a higher price. */

interface Explained {
  readonly explanation: { readonly price: { readonly line: string; readonly longPromptAbove: number | null } }
}

let relay: TestRelay
beforeAll(async () => {
  relay = await startTestRelay()
  await relay.setOption('ModelRatio', '{"long":1}')
  await relay.setOption('CompletionRatio', '{"long":4}')
  await relay.setOption('LongPromptRatio', '{"long":{"above":1000,"input":2,"output":1.5}}')
  await relay.addChannel({ models: 'long' })
})
afterAll(() => relay.close())

/** Sends a request. @returns its price in quota units, the text of its log row, and the explanation */
async function ask(input: number, language: string, more: object = {}) {
  relay.upstream.next({ text: 'Hello', tokens: { input, output: 10 } })
  const before = await relay.balance()
  const response = await relay.post('/v1/chat/completions', {
    model: 'long',
    messages: [{ role: 'user', content: 'Hi' }],
    ...more,
  })
  await response.text()
  const id = response.headers.get('x-request-id') ?? ''
  const headers = { 'accept-language': language }
  const { body } = await relay.api.root.request<{ items: { content: string }[] }>(
    'GET',
    '/api/log/?page_size=1',
    undefined,
    headers,
  )
  const cost = Number(before - (await relay.balance())) / 1000
  return { id, cost, content: body.data.items[0]?.content, price: await explain(id) }
}

const explain = async (id: string) =>
  (await relay.api.root.call<Explained>('GET', `/api/log/explain/${id}`)).explanation.price

it.each([[{}], [{ stream: true, stream_options: { include_usage: true } }]])(
  'the whole call costs more, and its log row and its explanation say so: %j',
  async (more) => {
    const long = await ask(1001, 'en', more)
    expect(long.cost).toBe(1001 * 2 + 10 * 6)
    expect(long.content).toBe(
      'model ratio 1, completion ratio 4, group ratio 1, prompt above 1000 tokens: input x 2 and output x 1.5',
    )
    expect(long.price).toMatchObject({
      line: '(1001 new x 2 + 10 out x 6) x model 1 x group 1 = 2062 quota',
      longPromptAbove: 1000,
    })
    expect((await ask(1001, 'zh-CN', more)).content).toBe(
      '模型倍率 1，补全倍率 4，分组倍率 1，提示词超过 1000 token：输入 × 2、输出 × 1.5',
    )
  },
)

it('a prompt as long as the limit costs the usual price', async () => {
  const usual = await ask(1000, 'en')
  expect(usual.cost).toBe(1000 + 10 * 4)
  expect(usual.content).toBe('model ratio 1, completion ratio 4, group ratio 1')
  expect(usual.price.longPromptAbove).toBeNull()
})

it('a call is explained as it was charged after the option has changed', async () => {
  const { id, cost } = await ask(1001, 'en')
  await relay.setOption('LongPromptRatio', '{}')
  expect((await ask(1001, 'en')).cost).toBe(1001 + 10 * 4)
  expect((await explain(id)).line).toContain(`= ${cost} quota`)
})
