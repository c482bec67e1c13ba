import { describe, expect, it } from 'vitest'
import { isKeyDead } from '../../../src/daemon/channel-types/key-death.ts'
import { sparkChat } from '../../../src/daemon/channel-types/spark/codec.ts'
import { spark } from '../../../src/daemon/channel-types/spark/index.ts'
import type { Call, Channel } from '../../../src/daemon/channel-types/types.ts'
import { asObject } from '../../../src/daemon/protocols/json-access.ts'
import { openaiChat } from '../../../src/daemon/protocols/openai/index.ts'
import type { JsonObject } from '../../../src/daemon/protocols/types.ts'
import { steerHead } from '../../../src/daemon/relay/call/prepare/steer.ts'
import { aCall } from './a-channel.ts'
import { aRequest, decoded, encoded, WITH_CALL } from './a-conversation.ts'

const NOW = new Date('2026-01-02T03:04:05Z')
const KEY = 'app1|SECRETEXAMPLE|KEYEXAMPLE'

const call = (given: Partial<Call> = {}, channel: Partial<Channel> = {}): Call =>
  aCall({ model: 'Spark-Max', key: KEY, isStream: true, ...given }, channel)

const HTTP = { baseUrl: 'https://spark-api-open.xf-yun.com' }

describe('spark', () => {
  it('signs the address of the published vector', () => {
    const one = call()
    const target = spark.target(one)
    expect(target).toEqual({ url: 'wss://spark-api.xf-yun.com/v3.5/chat', headers: {} })
    const url = new URL(spark.finishUrl?.({ ...target, body: '', now: NOW }, one) ?? '')
    expect(url.pathname).toBe('/v3.5/chat')
    expect(Buffer.from(url.searchParams.get('authorization') ?? '', 'base64').toString('utf8')).toContain(
      'signature="/6rT8aoUghSwRQQpzwTE3KnF4ZChG3kHByfvIkeoxCU="',
    )
  })

  it.each([
    ['Spark-Lite', '', '/v1.1/chat', 'lite'],
    ['Spark-Pro', '', '/v3.1/chat', 'generalv3'],
    ['Spark-Pro-128K', '', '/chat/pro-128k', 'pro-128k'],
    ['Spark-Max', '', '/v3.5/chat', 'generalv3.5'],
    ['Spark-Max-32K', '', '/chat/max-32k', 'max-32k'],
    ['Spark-4.0-Ultra', '', '/v4.0/chat', '4.0Ultra'],
    ['Spark-X1', '', '/v1/x1', 'x1'],
    ['SparkDesk-v3.1', 'v1.1', '/v3.1/chat', 'generalv3'],
    ['SparkDesk', '', '/v2.1/chat', 'generalv2'],
    ['SparkDesk', 'v4.0', '/v4.0/chat', '4.0Ultra'],
    ['SparkDesk', 'v9.9', '/v9.9/chat', 'generalv9.9'],
  ])('takes %s on a channel of version %j for %s', (model, other, path, domain) => {
    const one = call({ model }, { other })
    expect(new URL(spark.target(one).url).pathname).toBe(path)
    const { body } = encoded(sparkChat, aRequest(), { model })
    expect(spark.shapeRequest?.(body, one)).toMatchObject({
      header: { app_id: 'app1' },
      parameter: { chat: { domain } },
    })
  })

  it('H4: lets no client choose the version, which has a price of its own', () => {
    const asked = call({ query: { 'api-version': 'v4.0' } })
    expect(spark.target(asked).url).toBe(spark.target(call({})).url)
    const { call: steered, stripped } = steerHead(spark, asked)
    expect([stripped, steered.query]).toEqual([['api-version'], {}])
    const wrong = call({ model: 'mine' }, { other: '../x' })
    expect(() => spark.target(wrong)).toThrow('channel_misconfigured')
  })

  it('gives instructions as a message where the version knows no system role', () => {
    const { body } = encoded(sparkChat, { ...aRequest(), turns: WITH_CALL.turns.slice(0, 2) })
    const texts = (model: string) =>
      asObject(asObject(spark.shapeRequest?.(body, call({ model }))?.payload)?.message)?.text
    expect(texts('Spark-Max')).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Weather in Rome?' },
    ])
    expect(texts('Spark-Pro')).toEqual([
      { role: 'user', content: 'Be brief.' },
      { role: 'assistant', content: 'Okay' },
      { role: 'user', content: 'Weather in Rome?' },
    ])
  })

  it('only streams over its WebSocket', () => {
    expect(spark.streaming?.(call())).toBe('always')
    expect(spark.codecFor?.('chat', call().channel, 'Spark-Max')).toBeUndefined()
  })

  it('speaks OpenAI’s format where the base URL is an http address', () => {
    const one = call({ model: 'Spark-Max', key: 'password' }, HTTP)
    expect(spark.target(one)).toEqual({
      url: 'https://spark-api-open.xf-yun.com/v1/chat/completions',
      headers: { authorization: 'Bearer password' },
    })
    expect(spark.streaming?.(one)).toBe('both')
    // With the same codec id, bytes pass through to clients of OpenAI's chat.
    expect(spark.codecFor?.('chat', one.channel, 'Spark-Max')?.id).toBe(openaiChat.id)
    expect(spark.finishUrl?.({ ...spark.target(one), body: '', now: NOW }, one)).toBe(spark.target(one).url)
    expect(spark.shapeRequest?.({ model: 'Spark-Max', messages: [] }, one)).toEqual({
      model: 'generalv3.5',
      messages: [],
    })
    const thinking = spark.target(call({ model: 'Spark-X1' }, HTTP))
    expect(thinking.url).toBe('https://spark-api-open.xf-yun.com/v2/chat/completions')
    expect(thinking.headers).toEqual({ authorization: 'Bearer KEYEXAMPLE:SECRETEXAMPLE' })
  })

  it.each(['a|b', 'a', 'a|b|c|d', 'a||c'])('refuses the key %s', (key) => {
    expect(() => spark.target(call({ key }))).toThrow('channel_misconfigured')
  })

  it('refuses an address of another kind', () => {
    for (const baseUrl of ['ftp://x.example', 'x.example', 'wss://x.example/?a=1'])
      expect(() => spark.target(call({}, { baseUrl }))).toThrow('channel_misconfigured')
    expect(spark.fields.baseUrl.check?.('ftp://x.example')).toBeDefined()
    expect(spark.fields.baseUrl.check?.('wss://x.example')).toBeUndefined()
  })
})

describe('the HTTP service', () => {
  const httpChat = () => {
    const found = spark.codecFor?.('chat', call({}, HTTP).channel, 'Spark-Max')
    if (!found) throw new Error('no codec')
    return found
  }

  it.each([
    [10_013, 400, 'content_policy_violation'],
    [10_907, 400, 'invalid_request_error'],
    [11_200, 401, 'authentication_error'],
    [11_202, 429, 'rate_limit_error'],
    [10_008, 503, 'upstream_error'],
  ])('tells code %i of an answer with status 200 as status %i', (code, status, type) => {
    const document = { code, message: 'words', sid: 's' }
    expect(httpChat().readDisguisedFailure(document)).toMatchObject({
      status,
      type,
      code: String(code),
      message: 'words',
    })
    const chunk = { ...document, choices: [{ index: 0, delta: { role: 'assistant', content: '' } }] }
    expect(httpChat().classify(JSON.stringify(chunk))).toBe('error')
  })

  it('takes answers for answers, whatever their words look like', () => {
    const choices = [{ index: 0, delta: { content: '{"code":10013}' } }]
    const chunk = { code: 0, message: 'Success', sid: 's', choices }
    expect(httpChat().classify(JSON.stringify(chunk))).toBe('content')
    expect(httpChat().readDisguisedFailure(chunk)).toBeUndefined()
    expect(httpChat().classify('{"error":{"message":"no","code":"11"}}')).toBe('error')
  })
})

describe('sparkChat', () => {
  it('writes one frame, with calls and results in words', () => {
    const { body, lost } = encoded(sparkChat, {
      ...WITH_CALL,
      temperature: 1.5,
      topK: 40,
      outputTokensMax: 9,
    })
    expect(lost).toEqual(['temperature', 'top_k', 'tool_calls'])
    expect(body).toEqual({
      parameter: { chat: { temperature: 1, top_k: 6, max_tokens: 9 } },
      payload: {
        message: {
          text: [
            { role: 'system', content: 'Be brief.' },
            { role: 'user', content: 'Weather in Rome?' },
            { role: 'assistant', content: 'Called weather({"city":"Rome"}).\nCalled time({}).' },
            { role: 'user', content: 'Result of weather: sunny\n\nResult of time: 12:00' },
          ],
        },
        functions: {
          text: [
            { name: 'weather', description: 'Tells it.', parameters: { type: 'object' } },
            { name: 'time', description: '', parameters: { type: 'object', properties: {} } },
          ],
        },
      },
    })
  })

  it('carries what the thinking model takes', () => {
    const request = aRequest({ temperature: 1.5, presencePenalty: 1, webSearch: {} })
    const { body, lost } = encoded(sparkChat, request, { model: 'Spark-X1' })
    expect(lost).toEqual([])
    expect(body.parameter).toEqual({
      chat: {
        temperature: 1.5,
        presence_penalty: 1,
        tools: [{ type: 'web_search', web_search: { enable: true } }],
      },
    })
    expect(encoded(sparkChat, { ...request, seed: 1 }).lost).toEqual([
      'seed',
      'presence_penalty',
      'temperature',
    ])
  })

  it('offers only the tool that must be called, and none where none may be', () => {
    const names = (toolChoice: 'none' | { readonly name: string }) => {
      const choice = toolChoice === 'none' ? { kind: toolChoice } : { kind: 'tool' as const, ...toolChoice }
      const { body } = encoded(sparkChat, aRequest({ tools: WITH_CALL.tools, toolChoice: choice }))
      const functions = (body.payload as JsonObject).functions as { text: JsonObject[] } | undefined
      return functions?.text.map((each) => each.name)
    }
    expect(names({ name: 'time' })).toEqual(['time'])
    expect(names('none')).toBeUndefined()
  })

  it('refuses pictures', () => {
    const picture = {
      kind: 'media',
      mimeType: 'image/png',
      source: { kind: 'data', base64: 'AA==' },
    } as const
    expect(() => encoded(sparkChat, aRequest({ turns: [{ role: 'user', parts: [picture] }] }))).toThrow(
      'translation_unsupported',
    )
  })

  const frame = (status: number, piece: JsonObject, usage?: JsonObject): JsonObject => ({
    header: { code: 0, message: 'Success', sid: 'cht1', status },
    payload: {
      choices: { status, seq: 0, text: [{ role: 'assistant', index: 0, ...piece }] },
      ...(usage && { usage: { text: usage } }),
    },
  })
  const USAGE = { question_tokens: 4, prompt_tokens: 5, completion_tokens: 9, total_tokens: 14 }

  it('reads the frames of an answer, usage in the last', () => {
    const documents = [
      frame(0, { content: '', reasoning_content: 'hm' }),
      frame(1, { content: 'Hel' }),
      frame(2, { content: 'lo' }, USAGE),
    ]
    expect(decoded(sparkChat, documents).answer).toMatchObject({
      id: 'cht1',
      parts: [
        { kind: 'reasoning', text: 'hm' },
        { kind: 'text', text: 'Hello' },
      ],
      finish: 'stop',
      usage: { inputTokens: 5, outputTokens: 9 },
    })
    const data = documents.map((each) => JSON.stringify(each))
    expect(data.map((each) => sparkChat.finishesChoice(each))).toEqual([false, false, true])
    expect(data.map((each) => sparkChat.classify(each))).toEqual(['content', 'content', 'content'])
  })

  it('reads a call, which has no id of its own', () => {
    const { answer } = decoded(sparkChat, [
      frame(2, { content: '', function_call: { name: 'weather', arguments: '{"city":"Rome"}' } }, USAGE),
    ])
    expect(answer.parts).toEqual([
      {
        kind: 'tool-call',
        id: expect.stringMatching(/^call_[0-9a-f]{24}$/),
        name: 'weather',
        arguments: '{"city":"Rome"}',
      },
    ])
    expect(answer.finish).toBe('tool-calls')
  })

  it.each([
    [10_013, 400, false],
    [10_907, 400, false],
    [11_200, 401, true],
    [11_202, 429, false],
    [10_008, 503, false],
    [10_222, 502, false],
  ])('tells code %i as status %i', (code, status, isDead) => {
    const document = { header: { code, message: 'words', sid: 's', status: 2 } }
    expect(sparkChat.classify(JSON.stringify(document))).toBe('error')
    const failure = sparkChat.readDisguisedFailure(document)
    expect(failure).toMatchObject({ status, code: String(code), message: 'words' })
    if (failure) expect(isKeyDead(spark, status, failure, '')).toBe(isDead)
    expect(decoded(sparkChat, [document]).failure).toMatchObject({ code: String(code) })
  })

  it('reads the refusal of a handshake', () => {
    expect(sparkChat.readFailure(401, '{"message":"HMAC signature does not match"}')).toMatchObject({
      message: 'HMAC signature does not match',
    })
  })

  it('takes words that look like a code for words', () => {
    const data = JSON.stringify(frame(1, { content: '{"code":10013}' }))
    expect(sparkChat.classify(data)).toBe('content')
  })
})
