import Anthropic from '@anthropic-ai/sdk'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startTestRelay, type TestRelay } from '../../support/test-relay.ts'

/** The search tool of Claude Code: https://docs.claude.com/en/docs/agents-and-tools/tool-use/web-search-tool */
const search = { type: 'web_search_20250305', name: 'web_search', max_uses: 8 } as const
const question = { role: 'user', content: 'Perform a web search for the query: weather in Paris' } as const

const models = {
  generate: 'gemini-2.5-flash',
  responses: 'gpt-5-codex',
  messages: 'claude-opus-4-5',
  other: 'kimi-k3',
} as const
const pages = [
  { url: 'https://a.example/paris', title: 'Weather' },
  { url: 'https://b.example/paris', title: 'More weather' },
] as const

const geminiAnswer = {
  candidates: [
    {
      content: { role: 'model', parts: [{ text: 'It is sunny.' }] },
      finishReason: 'STOP',
      index: 0,
      groundingMetadata: {
        webSearchQueries: ['paris weather today'],
        groundingChunks: pages.map(({ url, title }) => ({ web: { uri: url, title } })),
        groundingSupports: [
          { segment: { startIndex: 0, endIndex: 12, text: 'It is sunny.' }, groundingChunkIndices: [0, 1] },
        ],
      },
    },
  ],
  usageMetadata: { promptTokenCount: 40, candidatesTokenCount: 5, totalTokenCount: 45 },
}

const searchItem = {
  id: 'ws_1',
  type: 'web_search_call',
  status: 'completed',
  action: { type: 'search', query: 'paris weather today' },
}
const messageItem = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  status: 'completed',
  content: [
    {
      type: 'output_text',
      text: 'It is sunny.',
      annotations: pages.map((page) => ({ type: 'url_citation', start_index: 0, end_index: 12, ...page })),
    },
  ],
}
const response = {
  id: 'resp_1',
  object: 'response',
  created_at: 1_763_000_000,
  status: 'completed',
  model: models.responses,
  output: [searchItem, messageItem],
  usage: { input_tokens: 40, output_tokens: 5, total_tokens: 45 },
}
const event = (data: object) => `data: ${JSON.stringify(data)}\n\n`
const responseEvents = [
  { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } },
  { type: 'response.output_item.done', output_index: 0, item: searchItem },
  { type: 'response.output_item.done', output_index: 1, item: messageItem },
  { type: 'response.completed', response },
]

const vendors = [
  { model: models.generate, json: geminiAnswer, stream: event(geminiAnswer) },
  { model: models.responses, json: response, stream: responseEvents.map(event).join('') },
] as const

let relay: TestRelay
let anthropic: Anthropic

beforeAll(async () => {
  relay = await startTestRelay()
  await relay.setOption(
    'ModelRatio',
    JSON.stringify(Object.fromEntries(Object.values(models).map((each) => [each, 1]))),
  )
  await relay.addChannel({ type: 24, models: models.generate })
  await relay.addChannel({ type: 3, models: models.responses })
  await relay.addChannel({ type: 14, models: `${models.messages},${models.other}` })
  anthropic = new Anthropic({ apiKey: relay.key, baseURL: relay.url, maxRetries: 0 })
})
afterAll(() => relay.close())
afterEach(() => relay.upstream.reset())

const ask = (model: string, tools: readonly (typeof search)[] = [search]) => ({
  model,
  max_tokens: 500,
  messages: [question],
  tools: [...tools],
})

const found = [
  { type: 'text', text: 'It is sunny.' },
  { type: 'server_tool_use', name: 'web_search', input: { query: 'paris weather today' } },
  { type: 'web_search_tool_result', content: pages.map((page) => ({ type: 'web_search_result', ...page })) },
]

describe('what another vendor finds in the web', () => {
  it.each(vendors)(
    'is listed for Anthropic clients, as their own vendor lists it: $model',
    async (vendor) => {
      relay.upstream.always({ json: vendor.json })
      const { content, stop_reason } = await anthropic.messages.create(ask(vendor.model))
      expect(content).toMatchObject(found)
      expect(stop_reason).toBe('end_turn')
      const [, call, result] = content as unknown as { id: string; tool_use_id: string }[]
      expect(result?.tool_use_id).toBe(call?.id)
    },
  )

  it.each(vendors)('is listed the same in a stream: $model', async (vendor) => {
    relay.upstream.always({ body: vendor.stream, contentType: 'text/event-stream' })
    const { content } = await anthropic.messages.stream(ask(vendor.model)).finalMessage()
    expect(content).toMatchObject(found)
  })

  it('is listed for nobody who asked for no search', async () => {
    relay.upstream.always({ json: geminiAnswer })
    const { content } = await anthropic.messages.create(ask(models.generate, []))
    expect(content).toMatchObject([{ type: 'text' }])
    expect(content).toHaveLength(1)
  })

  it('comes back with the conversation and keeps no vendor from going on', async () => {
    relay.upstream.always({ json: geminiAnswer })
    const { content } = await anthropic.messages.create(ask(models.generate))
    relay.upstream.reset()
    const messages = [question, { role: 'assistant', content }, { role: 'user', content: 'And tomorrow?' }]
    for (const model of [models.messages, models.generate, models.other]) {
      const answer = await relay.post('/v1/messages', { model, max_tokens: 500, messages })
      expect(answer.status).toBe(200)
      const sent = String(relay.upstream.requests.at(-1)?.body)
      expect(sent).toContain('It is sunny.')
      expect(sent).not.toMatch(/server_tool_use|web_search_tool_result/)
    }
  })
})

describe('a stream that breaks off after a tool of the vendor has run', () => {
  const started = { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } }
  const picture = {
    type: 'image_generation_call',
    id: 'ig_1',
    status: 'completed',
    quality: 'high',
    size: '1024x1024',
    result: 'iVBORw0KGgo=',
  }
  const done = (...items: readonly object[]) =>
    items.map((item, output_index) => ({ type: 'response.output_item.done', output_index, item }))
  const said = { type: 'response.output_text.delta', item_id: 'msg_1', output_index: 2, delta: 'It is' }
  const claudeEvents = (content: object) => [
    {
      type: 'message_start',
      message: { id: 'm', role: 'assistant', usage: { input_tokens: 40, output_tokens: 1 } },
    },
    { type: 'content_block_start', index: 0, content_block: { type: 'web_search_tool_result', content } },
    { type: 'content_block_start', index: 1, content_block: { type: 'text', text: 'It is' } },
  ]
  const failed = { type: 'web_search_tool_result_error', error_code: 'unavailable' }

  /** Returns the charge of a stream that breaks off, in dollars. */
  const surchargeOf = async (model: string, path: string, events: readonly object[], body: object) => {
    relay.upstream.next({ body: events.map(event).join(''), contentType: 'text/event-stream' })
    const answer = await relay.post(path, { model, stream: true, ...body })
    await answer.text()
    const [row] = await relay.logs()
    expect(JSON.parse(row?.other ?? '{}').usage_flags).toContain('interrupted')
    return (row?.quota ?? 0) / 500_000
  }

  it('costs two searches and a picture of OpenAI’s, although the end did not state them', async () => {
    const events = [started, ...done(searchItem, searchItem, picture), said]
    const body = { input: 'hi', tools: [{ type: 'web_search' }, { type: 'image_generation' }] }
    const dollars = await surchargeOf(models.responses, '/v1/responses', events, body)
    // $0.01 for each search, $0.167 for the image, and a few tokens.
    expect(dollars).toBeCloseTo(0.187, 3)
  })

  it('costs a search of Anthropic’s, but not one that failed', async () => {
    const body = { max_tokens: 50, messages: [question], tools: [search] }
    expect(
      await surchargeOf(models.messages, '/v1/messages', claudeEvents(found[2]?.content ?? []), body),
    ).toBeCloseTo(0.01, 3)
    expect(await surchargeOf(models.messages, '/v1/messages', claudeEvents(failed), body)).toBeLessThan(0.001)
  })
})
