import Anthropic from '@anthropic-ai/sdk'
import { betaTool } from '@anthropic-ai/sdk/helpers/beta/json-schema'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startSimulator } from '../../support/simulator/simulator.ts'
import { startTestRelay, type TestRelay } from '../../support/test-relay.ts'

const models = {
  chat: 'gpt-4.1',
  claude: 'claude-sonnet-4-5',
  bedrock: 'claude-opus-4-7',
  deepseek: 'deepseek-chat',
  whole: 'claude-opus-4-5',
  streamed: 'claude-opus-4-6',
}

let relay: TestRelay
beforeAll(async () => {
  relay = await startTestRelay()
  await relay.addChannel({ models: models.chat, setting: '{"speaks":"chat"}' })
  await relay.addChannel({ type: 14, models: models.claude })
  await relay.addChannel({ type: 33, models: models.bedrock, key: 'AKID|SECRET|us-east-1' })
  await relay.addChannel({ type: 43, models: models.deepseek })
  await relay.setOption(
    'ModelRatio',
    JSON.stringify(Object.fromEntries(Object.values(models).map((each) => [each, 1]))),
  )
})
afterAll(() => relay.close())
beforeEach(() => relay.upstream.reset())

const goOn = { type: 'continue', previous_message_id: 'msg_1' }
const ask = (model: string, thread: object) =>
  relay.post('/v1/messages', {
    model,
    max_tokens: 100,
    messages: [{ role: 'user', content: 'and then?' }],
    thread,
  })
const refusedAs = (code: string) => ({ error: { details: { error_code: code } } })

describe('a thread of an Anthropic client', () => {
  it('is continued at the vendor that keeps it, and its prompt is charged as stated', async () => {
    const usage = { input_tokens: 180_000, output_tokens: 3 }
    const content = [{ type: 'text', text: 'ok' }]
    relay.upstream.next({
      json: { type: 'message', role: 'assistant', content, stop_reason: 'end_turn', usage },
    })
    const answer = await ask(models.claude, goOn)
    expect(answer.status, await answer.text()).toBe(200)
    expect(relay.upstream.requests.at(-1)?.json).toMatchObject({ thread: goOn })
    const [row] = await relay.logs()
    expect([row?.prompt_tokens, row?.completion_tokens]).toEqual([180_000, 3])
  })

  it.each([false, true])(
    'is continued with the key of the channel that keeps it, and by nobody else (streamed: %s)',
    async (stream) => {
      const vendor = await startSimulator({ hasAccounts: true })
      const model = stream ? models.streamed : models.whole
      await relay.addChannel({ type: 14, models: model, base_url: vendor.url, key: 'one,two' })
      await relay.addChannel({ type: 14, models: model, base_url: vendor.url, key: 'three' })
      const turn = async (thread: object, key = relay.key) => {
        const answer = await relay.post(
          '/v1/messages',
          { model, max_tokens: 100, stream, messages: [{ role: 'user', content: 'go on' }], thread },
          { authorization: `Bearer ${key}` },
        )
        return { status: answer.status, text: await answer.text() }
      }
      let id = ''
      // Channels are chosen randomly. With this many threads, a key other than the first one is chosen, too.
      const threads = 24
      for (let i = 0; i < 2 * threads; i += 1) {
        const { text } = await turn(
          i % 2 === 0 ? { type: 'create' } : { type: 'continue', previous_message_id: id },
        )
        id = /"id":\s*"(msg_[^"]+)"/.exec(text)?.[1] ?? ''
        expect(id).not.toBe('')
      }
      const keys = vendor.requests.map(({ headers }) => headers['x-api-key'])
      for (let first = 0; first < keys.length; first += 2) expect(keys[first + 1]).toBe(keys[first])
      expect(new Set(keys).size).toBeGreaterThan(1)
      const stranger = await relay.addToken({}, await relay.api.createUser(`other-${stream}`))
      const { status, text } = await turn({ type: 'continue', previous_message_id: id }, stranger)
      expect([status, JSON.parse(text)]).toMatchObject([400, refusedAs('thread_not_found')])
      expect(vendor.hits).toBe(2 * threads)
      await vendor.close()
    },
  )

  it.each(['thread_not_found', 'thread_already_continued'])(
    'is refused as %s if the vendor says so',
    async (code) => {
      const error = { type: 'invalid_request_error', message: 'no', details: { error_code: code } }
      relay.upstream.next({ status: 400, json: { type: 'error', error } })
      const answer = await ask(models.claude, goOn)
      expect([answer.status, await answer.json()]).toMatchObject([400, refusedAs(code)])
    },
  )

  it.each([models.chat, models.bedrock, models.deepseek])(
    'is not found at %s, which keeps none',
    async (model) => {
      const answer = await ask(model, goOn)
      expect([answer.status, await answer.json()]).toMatchObject([400, refusedAs('thread_not_found')])
      expect(relay.upstream.hits).toBe(0)
    },
  )

  it.each([models.chat, models.bedrock, models.deepseek])(
    'begins at %s as a request of its own',
    async (model) => {
      const answer = await ask(model, { type: 'create' })
      expect([answer.status, answer.headers.get('tollgate-translation')]).toEqual([200, 'lossy; thread'])
      expect(relay.upstream.requests.at(-1)?.json).not.toHaveProperty('thread')
    },
  )

  it('of the tool runner in Anthropic’s SDK goes on with the whole conversation', async () => {
    relay.upstream.always({
      text: 'It is sunny.',
      toolCalls: [{ name: 'get_weather', arguments: { city: 'Paris' } }],
    })
    const anthropic = new Anthropic({ baseURL: relay.url, apiKey: relay.key, maxRetries: 0 })
    const weather = betaTool({
      name: 'get_weather',
      description: 'Tells the weather.',
      inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
      run: () => 'sunny, 21 degrees',
    })
    const last = await anthropic.beta.messages.toolRunner({
      model: models.chat,
      max_tokens: 100,
      tools: [weather],
      messages: [{ role: 'user', content: 'Which weather is it in Paris?' }],
    })
    expect(last.content).toMatchObject([{ type: 'text', text: 'It is sunny.' }])
    const told = JSON.stringify(relay.upstream.requests.at(-1)?.json)
    expect(told).toContain('Which weather')
    expect(told).toContain('21 degrees')
  })
})
