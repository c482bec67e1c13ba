import Anthropic from '@anthropic-ai/sdk'
import { ApiError, GoogleGenAI } from '@google/genai'
import OpenAI from 'openai'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startTestRelay, type TestRelay } from '../../../support/test-relay.ts'

/** Streams that break off, in the form shown by each vendor's documentation, SDKs and user reports. */
const event = (data: unknown, name?: string): string =>
  `${name === undefined ? '' : `event: ${name}\n`}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`

const responseOf = (status: string, more: object = {}) => ({
  id: 'resp_1',
  object: 'response',
  created_at: 1_763_000_000,
  status,
  model: 'gpt-5',
  output: [],
  error: null,
  usage: null,
  ...more,
})
const typed = (type: string, more: object) => event({ type, ...more }, type)

const responsesBegin =
  typed('response.created', { sequence_number: 0, response: responseOf('in_progress') }) +
  typed('response.in_progress', { sequence_number: 1, response: responseOf('in_progress') }) +
  typed('response.output_item.added', {
    sequence_number: 2,
    output_index: 0,
    item: { id: 'rs_1', type: 'reasoning', summary: [] },
  })
const responsesText =
  typed('response.output_item.added', {
    sequence_number: 3,
    output_index: 1,
    item: { id: 'msg_1', type: 'message', role: 'assistant', status: 'in_progress', content: [] },
  }) +
  typed('response.content_part.added', {
    sequence_number: 4,
    item_id: 'msg_1',
    output_index: 1,
    content_index: 0,
    part: { type: 'output_text', text: '', annotations: [] },
  }) +
  typed('response.output_text.delta', {
    sequence_number: 5,
    item_id: 'msg_1',
    output_index: 1,
    content_index: 0,
    delta: 'Hello there',
  })
const responsesFailed = (sequence: number, usage: object | null) =>
  typed('response.failed', {
    sequence_number: sequence,
    response: responseOf('failed', {
      error: { code: 'server_error', message: 'The server had an error processing your request.' },
      usage,
    }),
  })

const anthropicBegin =
  typed('message_start', {
    message: {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'claude-sonnet-4-5',
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: 40, output_tokens: 1 },
    },
  }) + typed('content_block_start', { index: 0, content_block: { type: 'text', text: '' } })
const anthropicText = typed('content_block_delta', {
  index: 0,
  delta: { type: 'text_delta', text: 'Hello there' },
})
const anthropicOverloaded = typed('error', {
  error: { type: 'overloaded_error', message: 'Overloaded' },
})

const chunk = (content: string, more: object = {}) =>
  event({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1_763_000_000,
    model: 'gpt-4o',
    choices: [{ index: 0, delta: { content }, finish_reason: null }],
    ...more,
  })

const geminiText = event({
  candidates: [{ content: { role: 'model', parts: [{ text: 'Hello there' }] }, index: 0 }],
  usageMetadata: { promptTokenCount: 40, candidatesTokenCount: 2, totalTokenCount: 42 },
  modelVersion: 'gemini-2.5-pro',
})
const geminiOverloaded = event({
  error: { code: 503, message: 'The model is overloaded. Please try again later.', status: 'UNAVAILABLE' },
})

const models = {
  chat: 'mistral-large-latest',
  responses: 'gpt-5-codex',
  messages: 'claude-sonnet-4-5',
  generate: 'gemini-2.5-pro',
} as const

/** The end of each vendor's stream when nothing fails. */
const ends: Readonly<Record<string, string>> = {
  [models.chat]: chunk('', { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }) + event('[DONE]'),
  [models.responses]: typed('response.completed', {
    sequence_number: 6,
    response: responseOf('completed', { usage: { input_tokens: 40, output_tokens: 5, total_tokens: 45 } }),
  }),
  [models.messages]:
    typed('content_block_stop', { index: 0 }) +
    typed('message_delta', {
      delta: { stop_reason: 'end_turn', stop_sequence: null },
      usage: { output_tokens: 5 },
    }) +
    typed('message_stop', {}),
  [models.generate]: event({
    candidates: [{ content: { role: 'model', parts: [] }, finishReason: 'STOP', index: 0 }],
    usageMetadata: { promptTokenCount: 40, candidatesTokenCount: 5, totalTokenCount: 45 },
  }),
}

let relay: TestRelay
let anthropic: Anthropic
let google: GoogleGenAI

beforeAll(async () => {
  relay = await startTestRelay()
  const names = Object.values(models)
  const table = (value: number) => JSON.stringify(Object.fromEntries(names.map((each) => [each, value])))
  await relay.setOption('ModelRatio', table(1))
  await relay.setOption('CompletionRatio', table(4))
  await relay.addChannel({ type: 42, models: models.chat })
  await relay.addChannel({ type: 3, models: models.responses })
  await relay.addChannel({ type: 14, models: models.messages })
  await relay.addChannel({ type: 24, models: models.generate })
  for (const [type, name] of [
    [42, models.chat],
    [3, models.responses],
    [14, models.messages],
    [24, models.generate],
  ] as const)
    await relay.addChannel({ type, models: name, priority: -1 })
  await relay.setOption('RetryTimes', '1')
  anthropic = new Anthropic({ apiKey: relay.key, baseURL: relay.url, maxRetries: 0 })
  google = new GoogleGenAI({ apiKey: relay.key, httpOptions: { baseUrl: relay.url } })
})
afterAll(() => relay.close())
afterEach(() => {
  relay.upstream.reset()
  relay.api.clock.advance(10 * 60_000)
})

/** What an official client got from a stream: the text and the thrown error. */
interface Seen {
  readonly text: string
  readonly error: unknown
}

async function read<Event>(start: () => PromiseLike<AsyncIterable<Event>>, textOf: (event: Event) => string) {
  let text = ''
  try {
    for await (const each of await start()) text += textOf(each)
    return { text, error: undefined }
  } catch (error) {
    return { text, error }
  }
}

const messages = [{ role: 'user' as const, content: 'Hi' }]
const asks = {
  chat: (model: string) =>
    read(
      () => relay.openai.chat.completions.create({ model, messages, stream: true }),
      (each) => each.choices[0]?.delta.content ?? '',
    ),
  responses: (model: string) =>
    read(
      () => relay.openai.responses.create({ model, input: 'Hi', stream: true }),
      (each) => (each.type === 'response.output_text.delta' ? each.delta : ''),
    ),
  messages: (model: string) =>
    read(
      () => anthropic.messages.create({ model, max_tokens: 100, messages, stream: true }),
      (each) =>
        each.type === 'content_block_delta' && each.delta.type === 'text_delta' ? each.delta.text : '',
    ),
  generate: (model: string) =>
    read(
      () => google.models.generateContentStream({ model, contents: 'Hi' }),
      (each) => each.text ?? '',
    ),
} satisfies Record<string, (model: string) => Promise<Seen>>
type Client = keyof typeof asks
const clients = Object.keys(asks) as Client[]

/** Returns the text of an SDK's error, including the response body, which SDKs keep in different members. */
const told = (error: unknown): string => {
  if (error instanceof OpenAI.APIError || error instanceof Anthropic.APIError)
    return `${error.message} ${JSON.stringify(error.error ?? {})}`
  return error instanceof ApiError || error instanceof Error ? error.message : String(error)
}

interface Case {
  readonly name: string
  readonly model: string
  /** The events before the first content, and the content. */
  readonly begin: string
  readonly content: string
  readonly failure: string
  readonly words: RegExp
  /** The status recorded in the log. */
  readonly status: number
}

const cases: readonly Case[] = [
  {
    name: 'Anthropic is overloaded',
    model: models.messages,
    begin: anthropicBegin,
    content: anthropicText,
    failure: anthropicOverloaded,
    words: /Overloaded/,
    status: 503,
  },
  {
    name: 'OpenAI’s response fails',
    model: models.responses,
    begin: responsesBegin,
    content: responsesText,
    failure: responsesFailed(6, { input_tokens: 40, output_tokens: 5, total_tokens: 45 }),
    words: /The server had an error processing your request/,
    status: 502,
  },
  {
    name: 'OpenAI’s response tells an error',
    model: models.responses,
    begin: responsesBegin,
    content: responsesText,
    failure: typed('error', {
      sequence_number: 6,
      code: 'server_error',
      message: 'The server had an error processing your request.',
      param: null,
    }),
    words: /The server had an error processing your request/,
    status: 502,
  },
  {
    name: 'Gemini is overloaded',
    model: models.generate,
    begin: '',
    content: geminiText,
    failure: geminiOverloaded,
    words: /The model is overloaded/,
    status: 503,
  },
  {
    name: 'a chat vendor sends an error object',
    model: models.chat,
    begin: chunk(''),
    content: chunk('Hello there'),
    failure: event({
      error: { message: 'The server had an error.', type: 'server_error', param: null, code: null },
    }),
    words: /The server had an error/,
    status: 502,
  },
  {
    name: 'Groq names the event',
    model: models.chat,
    begin: chunk(''),
    content: chunk('Hello there'),
    failure: event(
      { error: { message: 'Tool call validation failed', type: 'invalid_request_error', status_code: 400 } },
      'error',
    ),
    words: /Tool call validation failed/,
    status: 400,
  },
  {
    name: 'OpenRouter puts it beside a last choice',
    model: models.chat,
    begin: chunk(''),
    content: chunk('Hello there'),
    failure: chunk('', {
      error: { code: 502, message: 'Provider disconnected unexpectedly' },
      choices: [{ index: 0, delta: { content: '' }, finish_reason: 'error' }],
    }),
    words: /Provider disconnected unexpectedly/,
    status: 502,
  },
  {
    name: 'vLLM sends a flat object',
    model: models.chat,
    begin: chunk(''),
    content: chunk('Hello there'),
    failure: event({
      object: 'error',
      message: 'EngineCore encountered an issue',
      type: 'InternalServerError',
      param: null,
      code: 500,
    }),
    words: /EngineCore encountered an issue/,
    status: 500,
  },
  {
    name: 'llama.cpp names the field `error`',
    model: models.chat,
    begin: chunk(''),
    content: chunk('Hello there'),
    failure: `error: ${JSON.stringify({ code: 500, message: 'context shift is disabled', type: 'server_error' })}\n\n`,
    words: /context shift is disabled/,
    status: 500,
  },
  {
    name: 'a proxy in between writes its error without a frame',
    model: models.chat,
    begin: chunk(''),
    content: chunk('Hello there'),
    failure: `${JSON.stringify({ error: { message: 'upstream connect error', type: 'server_error' } })}\n`,
    words: /upstream connect error/,
    status: 502,
  },
]

const pairs = cases.flatMap((each) => clients.map((client) => [client, each.name, each] as const))

interface Explained {
  readonly explanation: { readonly attempts: readonly Record<string, unknown>[] }
}

describe('finding relay 1: official clients read what vendors say inside a stream', () => {
  it.each(pairs)('%s: %s', async (client, _name, { model, begin, content, failure, words, status }) => {
    relay.upstream.next({ body: begin + content + failure, contentType: 'text/event-stream' })
    const { text, error } = await asks[client](model)
    expect(text).toBe('Hello there')
    expect(told(error)).toMatch(words)
    const [row] = await relay.logs()
    const { explanation } = await relay.root.call<Explained>('GET', `/api/log/explain/${row?.request_id}`)
    expect(explanation.attempts).toMatchObject([{ status, reason: expect.stringMatching(words) }])
  })

  it.each(pairs.filter(([, , { status }]) => status >= 500))(
    '%s: %s before any content, and the next channel is asked',
    async (client, _name, { model, begin, content, failure }) => {
      const end = { body: begin + content + ends[model], contentType: 'text/event-stream' }
      relay.upstream.next({ body: begin + failure, contentType: 'text/event-stream' }, end)
      const whole = await asks[client](model)
      expect(whole).toEqual({ text: 'Hello there', error: undefined })
      expect(relay.upstream.hits).toBe(2)
    },
  )

  it('responses: the usage in the vendor’s last event is charged and passed on', async () => {
    const usage = { input_tokens: 40, output_tokens: 5, total_tokens: 45 }
    const failed = responsesFailed(6, usage)
    relay.upstream.next({
      body: responsesBegin + responsesText + failed,
      contentType: 'text/event-stream',
    })
    const answer = await relay.post('/v1/responses', { model: models.responses, input: 'Hi', stream: true })
    expect(await answer.text()).toContain(`"usage":${JSON.stringify(usage)}`)
    const [row] = await relay.logs()
    expect([row?.prompt_tokens, row?.completion_tokens]).toEqual([40, 5])
  })
})
