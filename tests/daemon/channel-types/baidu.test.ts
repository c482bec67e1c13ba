import { describe, expect, it } from 'vitest'
import { baiduChat } from '../../../src/daemon/channel-types/baidu/codec.ts'
import { baiduEmbedding } from '../../../src/daemon/channel-types/baidu/embedding-codec.ts'
import { baidu } from '../../../src/daemon/channel-types/baidu/index.ts'
import { isKeyDead } from '../../../src/daemon/channel-types/key-death.ts'
import type { Call, Channel } from '../../../src/daemon/channel-types/types.ts'
import { LossList } from '../../../src/daemon/protocols/conversation/losses.ts'
import type { JsonObject } from '../../../src/daemon/protocols/types.ts'
import { aCall } from './a-channel.ts'
import { aRequest, decoded, encoded, WITH_CALL } from './a-conversation.ts'

const call = (given: Partial<Call> = {}, channel: Partial<Channel> = {}): Call =>
  aCall({ model: 'ERNIE-4.0-8K', key: 'AK|SK', credential: '24.a+b', ...given }, channel)

const ROOT = 'https://aip.baidubce.com/rpc/2.0/ai_custom/v1/wenxinworkshop'

describe('baidu', () => {
  it.each([
    ['ERNIE-4.0-8K', 'completions_pro'],
    ['ERNIE-3.5-8K', 'completions'],
    ['ERNIE-Lite-8K-0922', 'eb-instant'],
    ['ERNIE-Speed-8K', 'ernie_speed'],
    ['ERNIE-Speed-128K', 'ernie-speed-128k'],
    ['ERNIE-Tiny-8K', 'ernie-tiny-8k'],
    ['My-Own_Model', 'my-own_model'],
  ])('finds the address of %s', (model, endpoint) => {
    expect(baidu.target(call({ model }))).toEqual({
      url: `${ROOT}/chat/${endpoint}?access_token=24.a%2Bb`,
      headers: {},
    })
  })

  it('asks for embeddings elsewhere', () => {
    const { url } = baidu.target(call({ operation: 'embedding', model: 'bge-large-zh' }))
    expect(url).toBe(`${ROOT}/embeddings/bge_large_zh?access_token=24.a%2Bb`)
  })

  it('lets no name leave its place in the address', () => {
    for (const model of ['..', '../x', 'a/b', 'a?b', ''])
      expect(() => baidu.target(call({ model }))).toThrow('channel_misconfigured')
  })

  it('buys a token with the pair, and keeps the pair out of every other call', () => {
    const request = baidu.credential?.request(call(), new Date(0))
    expect(request?.url).toBe(
      'https://aip.baidubce.com/oauth/2.0/token?grant_type=client_credentials&client_id=AK&client_secret=SK',
    )
    expect(baidu.credential?.read({ access_token: '24.x', expires_in: 2_592_000 })).toEqual({
      token: '24.x',
      expiresInSeconds: 2_592_000,
    })
    expect(
      baidu.credential?.read({ error: 'invalid_client', error_description: 'unknown client id' }),
    ).toBeUndefined()
  })

  it.each(['AK', 'AK|SK|X', 'AK|'])('refuses the key %s', (key) => {
    expect(() => baidu.target(call({ key }))).toThrow('channel_misconfigured')
  })

  it.each([
    [110, 401, true, false],
    [111, 401, true, false],
    [6, 401, false, true],
    [14, 401, false, true],
    [18, 429, false, false],
    [336_100, 503, false, false],
    [336_103, 400, false, false],
    [336_000, 502, false, false],
  ])('tells code %i, which comes with status 200, as %i', (code, status, isExpired, isDead) => {
    const failure = baiduChat.readDisguisedFailure({ error_code: code, error_msg: 'words' })
    expect(failure).toMatchObject({ code: String(code), message: 'words', status })
    if (!failure) return
    expect(baidu.credential?.isExpired?.(status, failure)).toBe(isExpired)
    expect(baidu.isKeyDead?.(status, failure)).toBe(isDead)
    if (status !== 401) expect(isKeyDead(baidu, status, failure, '')).toBe(isDead)
  })
})

describe('baiduChat', () => {
  it('tells each call with its result, one after another', () => {
    const { body, lost } = encoded(baiduChat, WITH_CALL, { isStream: true })
    expect(lost).toEqual([])
    expect(body).toEqual({
      stream: true,
      system: 'Be brief.',
      messages: [
        { role: 'user', content: 'Weather in Rome?' },
        { role: 'assistant', content: '', function_call: { name: 'weather', arguments: '{"city":"Rome"}' } },
        { role: 'function', name: 'weather', content: 'sunny' },
        { role: 'assistant', content: '', function_call: { name: 'time', arguments: '{}' } },
        { role: 'function', name: 'time', content: '12:00' },
      ],
      functions: [
        { name: 'weather', description: 'Tells it.', parameters: { type: 'object' } },
        { name: 'time', description: 'time', parameters: { type: 'object', properties: {} } },
      ],
    })
  })

  it('says in a result what the user said after it, because the sides take turns', () => {
    const later = { role: 'user', parts: [{ kind: 'text', text: 'And in Paris?' }] } as const
    const { body } = encoded(baiduChat, { ...WITH_CALL, turns: [...WITH_CALL.turns, later] })
    const messages = body.messages as JsonObject[]
    expect(messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'function',
      'assistant',
      'function',
    ])
    expect(messages.at(-1)).toEqual({ role: 'function', name: 'time', content: '12:00\n\nAnd in Paris?' })
  })

  it('keeps within the vendor’s bounds', () => {
    const { body, lost } = encoded(
      baiduChat,
      aRequest({
        temperature: 1.5,
        topP: 0.5,
        outputTokensMax: 1,
        frequencyPenalty: 1.5,
        stop: ['a', 'b', 'c', 'd', 'e', 'x'.repeat(21)],
        format: { kind: 'json' },
        parallelToolCalls: false,
        webSearch: {},
        tools: WITH_CALL.tools,
        toolChoice: { kind: 'tool', name: 'time' },
      }),
    )
    expect(lost).toEqual(['temperature', 'stop'])
    expect(body).toMatchObject({
      temperature: 1,
      top_p: 0.5,
      max_output_tokens: 2,
      penalty_score: 1.5,
      stop: ['a', 'b', 'c', 'd'],
      response_format: 'json_object',
      enable_citation: true,
      tool_choice: { type: 'function', function: { name: 'time' } },
    })
  })

  it('tells what it cannot carry and refuses what it must not drop', () => {
    const request = aRequest({
      frequencyPenalty: 0.5,
      seed: 1,
      format: { kind: 'schema', schema: { type: 'object' } },
      tools: WITH_CALL.tools,
      toolChoice: { kind: 'required' },
    })
    const { body, lost } = encoded(baiduChat, request)
    expect(lost).toEqual(['seed', 'response_format', 'frequency_penalty', 'tool_choice'])
    expect(body.system).toContain('{"type":"object"}')
    const picture = {
      kind: 'media',
      mimeType: 'image/png',
      source: { kind: 'data', base64: 'AA==' },
    } as const
    expect(() => encoded(baiduChat, aRequest({ turns: [{ role: 'user', parts: [picture] }] }))).toThrow(
      'translation_unsupported',
    )
  })

  const USAGE = { prompt_tokens: 3, completion_tokens: 7, total_tokens: 10 }

  it('reads a stream, whose last event says so', () => {
    const documents: JsonObject[] = [
      {
        id: 'as-1',
        sentence_id: 0,
        is_end: false,
        result: 'Hel',
        usage: { prompt_tokens: 3, completion_tokens: 0 },
      },
      { id: 'as-1', sentence_id: 1, is_end: true, result: 'lo', finish_reason: 'normal', usage: USAGE },
    ]
    expect(decoded(baiduChat, documents).answer).toMatchObject({
      id: 'as-1',
      parts: [{ kind: 'text', text: 'Hello' }],
      finish: 'stop',
      usage: { inputTokens: 3, outputTokens: 7 },
    })
    const data = documents.map((each) => JSON.stringify(each))
    expect(data.map((each) => baiduChat.finishesChoice(each))).toEqual([false, true])
    expect(data.map((each) => baiduChat.classify(each))).toEqual(['content', 'content'])
  })

  it('reads a whole answer with a call in it', () => {
    const document = {
      id: 'as-2',
      result: '',
      is_truncated: false,
      finish_reason: 'function_call',
      function_call: { name: 'weather', arguments: '{"city":"Rome"}', thoughts: 'I look it up.' },
      usage: USAGE,
    }
    expect(baiduChat.upstream?.decodeAnswer(document)).toMatchObject({
      parts: [
        { kind: 'reasoning', text: 'I look it up.' },
        { kind: 'tool-call', name: 'weather', arguments: '{"city":"Rome"}' },
      ],
      finish: 'tool-calls',
      usage: { inputTokens: 3, outputTokens: 7 },
    })
    expect(baiduChat.readOutput(document).hasOutput).toBe(true)
  })

  it.each([
    [{ finish_reason: 'length' }, 'length'],
    [{ is_truncated: true }, 'length'],
    [{ finish_reason: 'content_filter' }, 'content-filter'],
  ])('reads the end %j', (end, finish) => {
    expect(baiduChat.upstream?.decodeAnswer({ result: 'a', ...end })).toMatchObject({ finish })
  })

  it('reads an error inside a stream, and takes words about errors for words', () => {
    const document = { error_code: 336_100, error_msg: 'try again' }
    expect(baiduChat.classify(JSON.stringify(document))).toBe('error')
    expect(decoded(baiduChat, [document]).failure).toMatchObject({ code: '336100' })
    expect(baiduChat.classify(JSON.stringify({ result: '"error_code": 5', is_end: false }))).toBe('content')
  })
})

describe('baiduEmbedding', () => {
  it('asks for a list and reads the vectors', () => {
    const encode = (input: string | string[], model = 'Embedding-V1') =>
      baiduEmbedding.form?.encodeRequest?.({ model, input }, new LossList())
    expect(encode('a')).toEqual({ input: ['a'] })
    expect(() => encode(Array.from({ length: 17 }, () => 'a'))).toThrow('translation_unsupported')
    expect(() => encode(['a', 'b'], 'tao-8k')).toThrow('translation_unsupported')
    const answer = {
      data: [{ object: 'embedding', embedding: [0.5], index: 0 }],
      usage: { prompt_tokens: 2, total_tokens: 2 },
    }
    expect(baiduEmbedding.form?.decodeAnswer?.(answer, { model: 'm' })).toMatchObject({
      data: [{ embedding: [0.5] }],
      usage: { prompt_tokens: 2 },
    })
    expect(baiduEmbedding.readDisguisedFailure({ error_code: 110, error_msg: 'x' })).toMatchObject({
      status: 401,
    })
    expect(baiduEmbedding.readDisguisedFailure(answer)).toBeUndefined()
  })
})
