import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestRelay, type TestRelay } from '../../support/test-relay.ts'

const claude = 'claude-sonnet-4-5'
const mark = { type: 'ephemeral' }
const instructions = 'You are a coding agent.'
const schema = { type: 'object' as const, properties: { cmd: { type: 'string' } } }
const turns = (text: string) => [{ role: 'user' as const, content: text }]

type Sent = {
  readonly system: unknown
  readonly tools: readonly Record<string, unknown>[]
  readonly messages: unknown
  readonly max_tokens: number
}

let relay: TestRelay
beforeAll(async () => {
  relay = await startTestRelay()
  await relay.addChannel({ type: 14, models: claude })
  await relay.setOption('ModelRatio', JSON.stringify({ [claude]: 1 }))
})
afterAll(() => relay.close())
beforeEach(() => relay.upstream.reset())

const sent = () => JSON.parse(String(relay.upstream.requests.at(-1)?.body)) as Sent

/** Sends a request like Codex: without a cap, and without caching members that Claude knows. */
const asCodex = async (input: string) => {
  await relay.openai.responses.create({
    model: claude,
    instructions,
    input,
    store: false,
    tools: [
      { type: 'function', name: 'read', parameters: schema, strict: false },
      { type: 'function', name: 'shell', parameters: schema, strict: false },
    ],
  })
  return sent()
}

const asChat = async (input: string, more: Record<string, unknown> = {}) => {
  const system = { role: 'system', content: instructions }
  const tools = [{ type: 'function', function: { name: 'shell', parameters: schema } }]
  const body = { model: claude, messages: [system, ...turns(input)], tools, ...more }
  expect((await relay.post('/v1/chat/completions', body)).status).toBe(200)
  return sent()
}

describe('finding relay 14: clients of other formats on Claude', () => {
  it('have the model’s longest answer where they ask for no cap', async () => {
    expect((await asCodex('hello')).max_tokens).toBe(64_000)
    expect((await asChat('hello')).max_tokens).toBe(64_000)
    expect((await asChat('hello', { max_tokens: 9 })).max_tokens).toBe(9)
  })

  it('have their tools and system prompt cached: both end in a mark, and begin every request alike', async () => {
    const first = await asCodex('hello')
    expect(first.system).toEqual([{ type: 'text', text: instructions, cache_control: mark }])
    expect(first.tools.map((each) => each.cache_control)).toEqual([undefined, mark])
    expect(JSON.stringify(first.messages)).not.toContain('cache_control')
    const second = await asCodex('and then?')
    expect([second.tools, second.system]).toEqual([first.tools, first.system])
    expect((await asChat('hello')).system).toEqual(first.system)
  })

  it('keep to their own marks where their format has some', async () => {
    const content = [{ type: 'text', text: 'a long document', cache_control: mark }]
    const body = await asChat('hello', { messages: [{ role: 'user', content }] })
    expect(JSON.stringify(body).match(/cache_control/g)).toHaveLength(1)
  })

  it('are sent without marks where the option is off', async () => {
    await relay.setOption('claude.cache_marks_enabled', 'false')
    const body = await asCodex('hello')
    await relay.setOption('claude.cache_marks_enabled', 'true')
    expect(JSON.stringify(body)).not.toContain('cache_control')
  })

  it('Anthropic’s own clients decide for themselves', async () => {
    const tools = [{ name: 'shell', input_schema: schema }]
    const body = { model: claude, max_tokens: 9, system: instructions, tools, messages: turns('hello') }
    expect((await relay.post('/v1/messages', body)).status).toBe(200)
    expect(sent()).toEqual(body)
  })
})
