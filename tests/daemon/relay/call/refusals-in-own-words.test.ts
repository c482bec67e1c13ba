import Anthropic from '@anthropic-ai/sdk'
import { ApiError, GoogleGenAI } from '@google/genai'
import OpenAI from 'openai'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startTestRelay, type TestRelay } from '../../../support/test-relay.ts'

const models = {
  chat: 'gpt-4o',
  messages: 'claude-opus-4-5',
  generate: 'gemini-2.5-pro',
  small: 'small-model',
  responses: 'gpt-5-codex',
  /** Used by one test only, because its channel cools down afterwards. */
  busy: 'gemini-2.5-flash',
}

/** Vendors' messages, and the text that Claude Code must receive. */
const refusals = [
  {
    says: 'OpenAI',
    model: models.chat,
    status: 400,
    json: {
      error: {
        message:
          "This model's maximum context length is 128000 tokens. However, your messages resulted in 200000 tokens.",
        type: 'invalid_request_error',
        param: 'messages',
        code: 'context_length_exceeded',
      },
    },
    anthropic: 'prompt is too long: 200000 tokens > 128000 maximum',
  },
  {
    says: 'vLLM, of prompt and answer together',
    model: models.chat,
    status: 400,
    json: {
      object: 'error',
      type: 'BadRequestError',
      message:
        "Requested token count exceeds the model's maximum context length of 262144 tokens. You requested a total of 262462 tokens: 230462 tokens from the input messages and 32000 tokens for the completion.",
    },
    anthropic: 'input length and `max_tokens` exceed context limit: 230462 + 32000 > 262144',
  },
  {
    says: 'llama.cpp, as a fault of the server',
    model: models.chat,
    status: 500,
    json: {
      error: { code: 500, message: 'the request exceeds the available context size, try increasing it' },
    },
    anthropic: 'prompt is too long: the request exceeds the available context size',
  },
  {
    says: 'Baidu, by a code of its own',
    model: models.chat,
    status: 400,
    json: {
      error: { code: 'prompt_too_long', message: 'The request is refused.', type: 'invalid_request_error' },
    },
    anthropic: 'prompt is too long: The request is refused.',
  },
  {
    says: 'Anthropic',
    model: models.messages,
    status: 400,
    json: {
      type: 'error',
      error: { type: 'invalid_request_error', message: 'prompt is too long: 210000 tokens > 200000 maximum' },
    },
    anthropic: 'prompt is too long: 210000 tokens > 200000 maximum',
  },
  {
    says: 'Google',
    model: models.generate,
    status: 400,
    json: {
      error: {
        code: 400,
        message: 'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
        status: 'INVALID_ARGUMENT',
      },
    },
    anthropic: 'prompt is too long: 1200000 tokens > 1048576 maximum',
  },
] as const

let relay: TestRelay
let anthropic: Anthropic
let google: GoogleGenAI

beforeAll(async () => {
  relay = await startTestRelay()
  await relay.setOption(
    'ModelRatio',
    JSON.stringify(Object.fromEntries(Object.values(models).map((each) => [each, 1]))),
  )
  await relay.addChannel({ models: models.chat })
  await relay.addChannel({ type: 14, models: models.messages })
  await relay.addChannel({ type: 24, models: `${models.generate},${models.busy}` })
  await relay.addChannel({ models: models.small, max_input_tokens: 5 })
  await relay.addChannel({ type: 3, models: models.responses })
  anthropic = new Anthropic({ apiKey: relay.key, baseURL: relay.url, maxRetries: 0 })
  google = new GoogleGenAI({ apiKey: relay.key, httpOptions: { baseUrl: relay.url } })
})
afterAll(() => relay.close())
afterEach(() => relay.upstream.reset())

const prompt = 'a prompt of more than five tokens, as models count them'
const byChat = (model: string) =>
  relay.openai.chat.completions.create({ model, messages: [{ role: 'user', content: prompt }] })
const byMessages = (model: string) =>
  anthropic.messages.create({ model, max_tokens: 50, messages: [{ role: 'user', content: prompt }] })
const byGenerate = (model: string) => google.models.generateContent({ model, contents: prompt })
const streamed = (model: string) => relay.post('/v1/responses', { model, input: prompt, stream: true })

const failureOf = async (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => expect.unreachable('it should have failed'),
    (error: unknown) => error,
  )

describe('a prompt that is too long for the model, in whichever words its provider says so', () => {
  for (const { says, model, status, json, anthropic: words } of refusals) {
    it(`is told to clients as their own vendor tells it: ${says}`, async () => {
      relay.upstream.always({ status, json })
      const openaiError = await failureOf(byChat(model))
      expect(openaiError).toBeInstanceOf(OpenAI.BadRequestError)
      expect(openaiError).toMatchObject({ code: 'context_length_exceeded' })
      const anthropicError = await failureOf(byMessages(model))
      expect(anthropicError).toBeInstanceOf(Anthropic.BadRequestError)
      expect((anthropicError as Error).message).toContain(words)
      const googleError = await failureOf(byGenerate(model))
      expect(googleError).toBeInstanceOf(ApiError)
      expect(googleError).toMatchObject({ status: 400 })
      expect((googleError as Error).message).toContain('CONTEXT_LENGTH_EXCEEDED')
    })

    it(`ends a stream of Responses with the event from which Codex compacts: ${says}`, async () => {
      relay.upstream.always({ status, json })
      const answer = await streamed(model)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toContain('text/event-stream')
      const failed = /event: response\.failed\ndata: (.*)/.exec(await answer.text())?.[1] ?? '{}'
      expect(JSON.parse(failed)).toMatchObject({
        response: { status: 'failed', error: { code: 'context_length_exceeded' } },
      })
    })
  }

  it('is told so too where the provider says it as the first event of a stream, as OpenAI does', async () => {
    const error = {
      code: 'context_length_exceeded',
      message: 'Your input exceeds the context window of this model. Please adjust your input and try again.',
    }
    const failed = {
      type: 'response.failed',
      sequence_number: 2,
      response: { id: 'resp_1', object: 'response', status: 'failed', error, output: [] },
    }
    relay.upstream.always({
      body: `event: response.failed\ndata: ${JSON.stringify(failed)}\n\n`,
      contentType: 'text/event-stream',
    })
    const told = await failureOf(
      anthropic.messages
        .stream({ model: models.responses, max_tokens: 50, messages: [{ role: 'user', content: prompt }] })
        .finalMessage(),
    )
    expect(told).toBeInstanceOf(Anthropic.BadRequestError)
    expect(String(told)).toContain('prompt is too long')
    expect(await (await streamed(models.responses)).text()).toContain('"code":"context_length_exceeded"')
    expect(relay.upstream.requests).toHaveLength(2)
  })

  it('is no fault of the channel: it is asked again at once, and nobody else is', async () => {
    relay.upstream.always({ status: 500, json: refusals[2].json })
    for (let i = 0; i < 8; i += 1) await failureOf(byChat(models.chat))
    expect(relay.upstream.requests).toHaveLength(8)
  })

  it('is told so too where a channel has a limit of its own', async () => {
    expect(await failureOf(byChat(models.small))).toMatchObject({
      status: 400,
      code: 'context_length_exceeded',
    })
    expect(String(await failureOf(byMessages(models.small)))).toContain('prompt is too long')
    expect(await (await streamed(models.small)).text()).toContain('event: response.failed')
    expect(relay.upstream.requests).toHaveLength(0)
  })

  it('is told without the words of the provider where those are hidden', async () => {
    await relay.setOption('global.hide_upstream_error_enabled', 'true')
    relay.upstream.always({ status: 400, json: refusals[0].json })
    const error = await failureOf(byChat(models.chat))
    await relay.setOption('global.hide_upstream_error_enabled', 'false')
    expect(error).toMatchObject({ status: 400, code: 'context_length_exceeded' })
    expect(String(error)).not.toContain('128000')
  })
})

describe('a provider that is busy says when to come back', () => {
  it.each([
    ['429, in the body', models.busy, { status: 429, json: busyGoogle('7.4s') }, 429, '8'],
    ['503', models.chat, { status: 503, retryAfter: 3 }, 503, '3'],
    ['529', models.messages, { status: 529, retryAfter: 4, json: overloaded() }, 529, '4'],
  ] as const)('clients get it as Retry-After: %s', async (_, model, behaviour, status, seconds) => {
    relay.upstream.always(behaviour)
    const answer = await relay.post('/v1/chat/completions', {
      model,
      messages: [{ role: 'user', content: prompt }],
    })
    expect(answer.status).toBe(status)
    expect(answer.headers.get('retry-after')).toBe(seconds)
  })
})

describe('a provider that is overloaded', () => {
  it.each([
    ['Google', models.generate, { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' }],
    ['OpenAI', models.chat, { message: 'Overloaded', type: 'server_error', code: 'server_is_overloaded' }],
    [
      'OpenAI, of too fast a rise',
      models.chat,
      { message: 'Slow Down', type: 'server_error', code: 'slow_down' },
    ],
  ])(
    'is told to Anthropic clients by the type for which they turn to another model: %s',
    async (_, model, error) => {
      relay.upstream.always({ status: 503, json: { error } })
      expect(await failureOf(byMessages(model))).toMatchObject({ status: 503, type: 'overloaded_error' })
    },
  )
})

function busyGoogle(retryDelay: string) {
  const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay }]
  return { error: { code: 429, message: 'Resource exhausted', status: 'RESOURCE_EXHAUSTED', details } }
}

function overloaded() {
  return { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }
}
