import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestRelay, type TestRelay } from '../../support/test-relay.ts'

interface Usage {
  readonly prompt_tokens: number
  readonly completion_tokens: number
}
interface Chunk {
  readonly choices: readonly { readonly delta: { readonly content?: string } }[]
  readonly usage?: Usage | null
  readonly x_groq?: { readonly usage?: Usage }
}

const models = {
  openai: 'gpt-4o-mini',
  anthropic: 'claude-haiku-4-5',
  gemini: 'gemini-2.5-flash',
  custom: 'llama',
}
const own = 'mistral-small-latest'
const spent = { prompt_tokens: 1000, completion_tokens: 500 }
const tokens = { input: 1000, output: 500 }

let relay: TestRelay
beforeAll(async () => {
  relay = await startTestRelay()
  const priced = [...Object.values(models), own]
  await relay.setOption('ModelRatio', JSON.stringify(Object.fromEntries(priced.map((each) => [each, 1]))))
  await relay.addChannel({ models: models.openai })
  await relay.addChannel({ type: 14, models: models.anthropic })
  await relay.addChannel({ type: 24, models: models.gemini })
  await relay.addChannel({
    type: 8,
    models: models.custom,
    base_url: `${relay.upstream.url}/v1/chat/completions`,
  })
  await relay.addChannel({ type: 42, models: own })
})
afterAll(() => relay.close())
beforeEach(() => {
  relay.upstream.reset()
  relay.upstream.always({ text: 'one two', tokens })
})

const stream = async (
  model: string,
  agent: string,
  path = '/v1/chat/completions',
): Promise<readonly Chunk[]> => {
  const asked = { model, messages: [{ role: 'user', content: 'hi' }], stream: true }
  const answer = await relay.post(path, asked, { 'user-agent': agent })
  const lines = (await answer.text()).trim().split('\n\n')
  expect(lines.at(-1)).toBe('data: [DONE]')
  return lines.slice(0, -1).map((line) => JSON.parse(line.slice('data: '.length)) as Chunk)
}

/** Reads chunks like a client that takes the first choice of each chunk, and its usage where the vendor states it. */
const read = (chunks: readonly Chunk[], usageOf: (chunk: Chunk) => Usage | null | undefined) => ({
  text: chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join(''),
  usages: chunks.flatMap((chunk) => (chunk.choices[0] && usageOf(chunk)) ?? []),
})

describe.each([
  ['groq-sdk', 'Groq/JS 1.6.0', '/openai/v1/chat/completions'],
  ['Vercel’s for Groq', 'ai-sdk-groq/4.0.84 ai-sdk-provider-utils/5.0.81 node.js/26', '/v1/chat/completions'],
  ['LangChain’s for Groq', 'langchainjs', '/openai/v1/chat/completions'],
  ['LangChain’s for Groq in Python', 'langchain/1.1.3', '/openai/v1/chat/completions'],
  ['Pydantic AI’s for Groq', 'pydantic-ai/2.68.0', '/openai/v1/chat/completions'],
])('%s, which does not ask for usage', (_whose, agent, path) => {
  it.each(Object.values(models))('reads the usage of a stream of %s where Groq states it', async (model) => {
    const { text, usages } = read(await stream(model, agent, path), (chunk) => chunk.x_groq?.usage)
    expect(text).toBe('one two')
    expect(usages).toMatchObject([spent])
  })
})

describe.each([
  ['Mistral’s own', 'speakeasy-sdk/typescript 2.7.0 @mistralai/mistralai', '/v1/chat/completions'],
  ['LangChain’s for Mistral in Python', 'python-httpx/0.28.1', '/mistral/v1/chat/completions'],
  ['Vercel’s for Perplexity', 'ai/7.0.173 ai-sdk/perplexity/4.0.49', '/v1/chat/completions'],
  ['Vercel’s for Cerebras', 'ai-sdk-cerebras/3.0.59 ai-sdk-provider-utils/5.0.51', '/v1/chat/completions'],
  ['LiteLLM’s for vendors of its own', 'litellm/1.110.2', '/v1/chat/completions'],
])('%s, which does not ask for usage', (_whose, agent, path) => {
  it.each(Object.values(models))('reads the usage of a stream of %s once', async (model) => {
    for (const usage of ['asked', 'last', 'twice'] as const) {
      relay.upstream.always({ text: 'one two', tokens, usage })
      const { text, usages } = read(await stream(model, agent, path), (chunk) => chunk.usage)
      expect(text).toBe('one two')
      expect(usages).toMatchObject([spent])
    }
  })

  it('reads what is charged if the vendor states no usage', async () => {
    for (const model of [models.openai, own]) {
      relay.upstream.always({ text: 'one two', usage: 'missing' })
      const { usages } = read(await stream(model, agent, path), (chunk) => chunk.usage)
      expect(usages).toMatchObject([{ completion_tokens: 2 }])
    }
  })
})

it('a stream of Groq’s that states the usage where its clients look passes to them as it is', async () => {
  const usage = { ...spent, total_tokens: 1500 }
  const chunk = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'llama' }
  const end = { index: 0, delta: {}, finish_reason: 'stop' }
  const sent = [
    { ...chunk, choices: [{ index: 0, delta: { role: 'assistant', content: 'hi' }, finish_reason: null }] },
    { ...chunk, choices: [end], x_groq: { id: 'req_1', usage: { ...usage, queue_time: 0.2 } }, usage },
  ]
  const body = [...sent.map((each) => JSON.stringify(each)), '[DONE]'].map((data) => `data: ${data}\n\n`)
  relay.upstream.always({ body: body.join(''), contentType: 'text/event-stream' })
  expect(await stream(models.custom, 'Groq/Python 1.6.0')).toEqual(sent)
})

it('LangChain’s other clients at the address that Azure and Groq share get no usage that they did not ask for', async () => {
  for (const agent of ['langchainjs-azure-openai/2.0.0', 'AzureOpenAI/JS 7.59.0', 'python-httpx/0.28.1']) {
    const chunks = await stream(models.openai, agent, '/openai/v1/chat/completions')
    expect(chunks.some((chunk) => 'usage' in chunk || 'x_groq' in chunk)).toBe(false)
  }
})

it('Mistral’s address lists models as Mistral does', async () => {
  const answer = await fetch(`${relay.url}/mistral/v1/models`, {
    headers: { authorization: `Bearer ${relay.key}` },
  })
  expect(await answer.json()).toMatchObject({
    object: 'list',
    data: expect.arrayContaining([expect.objectContaining({ id: own, type: 'base' })]),
  })
})
