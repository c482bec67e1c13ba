import { describe, expect, it } from 'vitest'
import { hunyuanChat } from '../../../src/daemon/channel-types/hunyuan/codec.ts'
import { hunyuanEmbedding } from '../../../src/daemon/channel-types/hunyuan/embedding-codec.ts'
import { hunyuan } from '../../../src/daemon/channel-types/hunyuan/index.ts'
import { isKeyDead } from '../../../src/daemon/channel-types/key-death.ts'
import type { Call, Channel } from '../../../src/daemon/channel-types/types.ts'
import { LossList } from '../../../src/daemon/protocols/conversation/losses.ts'
import { openaiChat, openaiEmbedding } from '../../../src/daemon/protocols/openai/index.ts'
import type { JsonObject } from '../../../src/daemon/protocols/types.ts'
import { aCall } from './a-channel.ts'
import { aRequest, decoded, encoded, WITH_CALL } from './a-conversation.ts'

const NOW = new Date('2026-01-02T03:04:05Z')
const KEY = '1300000000|ID|Gu5t9xGARNpq86cd98joQYCN3EXAMPLE'

const call = (given: Partial<Call> = {}, channel: Partial<Channel> = {}): Call =>
  aCall({ model: 'hunyuan-lite', key: KEY, ...given }, { keys: [given.key ?? KEY], ...channel })

describe('hunyuan', () => {
  it('signs the call of the published vector', () => {
    const one = call()
    const { url, headers } = hunyuan.target(one)
    expect(url).toBe('https://hunyuan.tencentcloudapi.com/')
    expect(headers).toMatchObject({ 'x-tc-action': 'ChatCompletions', 'x-tc-version': '2023-09-01' })
    const body = '{"Model":"hunyuan-lite","Messages":[{"Role":"user","Content":"hi"}],"Stream":false}'
    const signed = hunyuan.sign?.({ url, headers, body, now: NOW }, one)
    expect(signed).toMatchObject({ 'x-tc-timestamp': '1767323045' })
    expect(signed?.authorization).toMatch(
      /Signature=2d253b1ecb523fb40dced4c4acdf91af6583714955256e22a3fbfaf98fc31c85$/,
    )
  })

  it('asks for embeddings by another action', () => {
    expect(hunyuan.target(call({ operation: 'embedding' })).headers['x-tc-action']).toBe('GetEmbedding')
  })

  it('speaks OpenAI’s format on another host to a plain API key', () => {
    const one = call({ key: 'sk-hunyuan' })
    expect(hunyuan.target(one)).toEqual({
      url: 'https://api.hunyuan.cloud.tencent.com/v1/chat/completions',
      headers: { authorization: 'Bearer sk-hunyuan' },
    })
    expect(hunyuan.sign?.({ ...hunyuan.target(one), body: '', now: NOW }, one)).toEqual({})
    expect(hunyuan.codecFor?.('chat', one.channel, one.model)).toBe(openaiChat)
    expect(hunyuan.codecFor?.('embedding', one.channel, one.model)).toBe(openaiEmbedding)
    expect(hunyuan.codecFor?.('chat', call().channel, 'hunyuan-lite')).toBeUndefined()
  })

  it('refuses keys of both kinds in one channel, and keys of another form', () => {
    const keys = [KEY, 'sk-hunyuan']
    expect(() => hunyuan.target(call({ key: 'sk-hunyuan' }, { keys }))).toThrow('channel_misconfigured')
    expect(() => hunyuan.target(call({ key: 'a|b' }))).toThrow('channel_misconfigured')
  })
})

describe('hunyuanChat', () => {
  it('writes a conversation with calls and their results', () => {
    const { body, lost } = encoded(hunyuanChat, WITH_CALL, { model: 'hunyuan-turbos-latest' })
    expect(lost).toEqual([])
    expect(body).toEqual({
      Model: 'hunyuan-turbos-latest',
      Stream: false,
      Messages: [
        { Role: 'system', Content: 'Be brief.' },
        { Role: 'user', Content: 'Weather in Rome?' },
        {
          Role: 'assistant',
          Content: '',
          ToolCalls: [
            {
              Id: 'call_1',
              Type: 'function',
              Index: 0,
              Function: { Name: 'weather', Arguments: '{"city":"Rome"}' },
            },
            { Id: 'call_2', Type: 'function', Index: 1, Function: { Name: 'time', Arguments: '{}' } },
          ],
        },
        { Role: 'tool', ToolCallId: 'call_1', Content: 'sunny' },
        { Role: 'tool', ToolCallId: 'call_2', Content: '12:00' },
      ],
      ToolChoice: 'auto',
      Tools: [
        {
          Type: 'function',
          Function: { Name: 'weather', Description: 'Tells it.', Parameters: '{"type":"object"}' },
        },
        {
          Type: 'function',
          Function: { Name: 'time', Description: '', Parameters: '{"type":"object","properties":{}}' },
        },
      ],
    })
  })

  it('writes pictures beside the text, by link and inline', () => {
    const { body } = encoded(
      hunyuanChat,
      aRequest({
        turns: [
          {
            role: 'user',
            parts: [
              { kind: 'text', text: 'What is it?' },
              { kind: 'media', mimeType: '', source: { kind: 'url', url: 'https://a.example/b.png' } },
              { kind: 'media', mimeType: 'image/png', source: { kind: 'data', base64: 'AA==' } },
            ],
          },
        ],
      }),
    )
    expect(body.Messages).toEqual([
      {
        Role: 'user',
        Contents: [
          { Type: 'text', Text: 'What is it?' },
          { Type: 'image_url', ImageUrl: { Url: 'https://a.example/b.png' } },
          { Type: 'image_url', ImageUrl: { Url: 'data:image/png;base64,AA==' } },
        ],
      },
    ])
  })

  it('carries sampling, a forced tool and a search; thinking where the model may choose', () => {
    const request = aRequest({
      temperature: 1.5,
      topP: 0.5,
      seed: 7,
      stop: ['END'],
      tools: WITH_CALL.tools,
      toolChoice: { kind: 'tool', name: 'time' },
      webSearch: {},
      reasoning: { effort: 'none' },
    })
    const { body, lost } = encoded(hunyuanChat, request, { model: 'hunyuan-a13b', isStream: true })
    expect(lost).toEqual([])
    expect(body).toMatchObject({
      Stream: true,
      Temperature: 1.5,
      TopP: 0.5,
      Seed: 7,
      Stop: ['END'],
      ToolChoice: 'custom',
      CustomTool: { Function: { Name: 'time' } },
      EnableThinking: false,
      EnableEnhancement: true,
    })
    expect(encoded(hunyuanChat, request, { model: 'hunyuan-lite' }).lost).toEqual(['reasoning_effort'])
  })

  it('tells what it cannot carry and refuses what it must not drop', () => {
    const { body, lost } = encoded(
      hunyuanChat,
      aRequest({
        outputTokensMax: 5,
        topK: 3,
        presencePenalty: 1,
        format: { kind: 'schema', schema: { type: 'object' } },
        tools: WITH_CALL.tools,
        toolChoice: { kind: 'required' },
      }),
    )
    expect(lost).toEqual(['max_tokens', 'top_k', 'presence_penalty', 'response_format', 'tool_choice'])
    const [instructions] = body.Messages as JsonObject[]
    expect(instructions?.Content).toContain('{"type":"object"}')
    const sound = { kind: 'media', mimeType: 'audio/wav', source: { kind: 'data', base64: 'AA==' } } as const
    expect(() => encoded(hunyuanChat, aRequest({ turns: [{ role: 'user', parts: [sound] }] }))).toThrow(
      'translation_unsupported',
    )
    expect(() => encoded(hunyuanChat, aRequest({ webSearch: { allowedDomains: ['a.example'] } }))).toThrow(
      'translation_unsupported',
    )
  })

  const chunk = (delta: JsonObject, finish = '', tokens = 0): JsonObject => ({
    Created: 1,
    Id: 'id-1',
    Choices: [{ Index: 0, Delta: { Role: 'assistant', ...delta }, FinishReason: finish }],
    Usage: { PromptTokens: 3, CompletionTokens: tokens, TotalTokens: 3 + tokens },
  })

  it('reads a stream whose usage grows', () => {
    const documents = [
      chunk({ ReasoningContent: 'hm', Content: '' }, '', 1),
      chunk({ Content: 'Hel' }, '', 2),
      chunk({ Content: 'lo' }, '', 3),
      chunk({ Content: '' }, 'stop', 4),
    ]
    expect(decoded(hunyuanChat, documents).answer).toMatchObject({
      id: 'id-1',
      parts: [
        { kind: 'reasoning', text: 'hm' },
        { kind: 'text', text: 'Hello' },
      ],
      finish: 'stop',
      usage: { inputTokens: 3, outputTokens: 4 },
    })
    const data = documents.map((each) => JSON.stringify(each))
    expect(data.map((each) => hunyuanChat.classify(each))).toEqual([
      'content',
      'content',
      'content',
      'content',
    ])
    expect(data.map((each) => hunyuanChat.finishesChoice(each))).toEqual([false, false, false, true])
    expect(hunyuanChat.classify('[DONE]')).toBe('terminator')
  })

  it('reads calls in pieces and ends them', () => {
    const { events, answer } = decoded(hunyuanChat, [
      chunk({
        ToolCalls: [{ Id: 'c1', Type: 'function', Index: 0, Function: { Name: 'f', Arguments: '{"a"' } }],
      }),
      chunk({ ToolCalls: [{ Index: 0, Function: { Name: '', Arguments: ':1}' } }] }),
      chunk({}, 'tool_calls', 2),
    ])
    expect(events.filter((each) => each.kind === 'tool-end')).toHaveLength(1)
    expect(answer.parts).toEqual([{ kind: 'tool-call', id: 'c1', name: 'f', arguments: '{"a":1}' }])
    expect(answer.finish).toBe('tool-calls')
  })

  const whole: JsonObject = {
    Response: {
      Id: 'id-2',
      Choices: [{ Index: 0, FinishReason: 'sensitive', Message: { Role: 'assistant', Content: 'No.' } }],
      Usage: { PromptTokens: 5, CompletionTokens: 2, TotalTokens: 7 },
      RequestId: 'r',
    },
  }

  it('reads a whole answer out of its envelope', () => {
    expect(hunyuanChat.upstream?.decodeAnswer(whole)).toMatchObject({
      parts: [{ kind: 'text', text: 'No.' }],
      finish: 'content-filter',
      usage: { inputTokens: 5, outputTokens: 2 },
    })
    expect(hunyuanChat.readOutput(whole)).toMatchObject({ text: 'No.', hasOutput: true })
    expect(hunyuanChat.readUsage(whole)).toMatchObject({ kind: 'stated', usage: { inputTokens: 5 } })
    expect(hunyuanChat.readDisguisedFailure(whole)).toBeUndefined()
  })

  it.each([
    ['AuthFailure.SignatureFailure', 401, true],
    ['UnauthorizedOperation', 401, true],
    ['FailedOperation.ResourcePackExhausted', 402, true],
    ['FailedOperation.EngineServerLimitExceeded', 429, false],
    ['RequestLimitExceeded', 429, false],
    ['InvalidParameterValue.Model', 400, false],
    ['OperationDenied.TextIllegalDetected', 400, false],
    ['InternalError', 502, false],
  ])('tells %s, which comes with status 200, as %i', (code, status, isDead) => {
    const document = { Response: { Error: { Code: code, Message: 'text' }, RequestId: 'r' } }
    const failure = hunyuanChat.readDisguisedFailure(document)
    expect(failure).toMatchObject({ code, message: 'text', status })
    if (failure) expect(isKeyDead(hunyuan, failure.status ?? 0, failure, '')).toBe(isDead)
  })

  it('reads an error inside a stream', () => {
    const document = { Id: 'x', Choices: [], ErrorMsg: { Msg: 'busy', Code: 4001 } }
    expect(hunyuanChat.classify(JSON.stringify(document))).toBe('error')
    expect(decoded(hunyuanChat, [document]).failure).toMatchObject({ message: 'busy', code: '4001' })
  })

  it('takes words about errors for words', () => {
    const data = JSON.stringify(chunk({ Content: '{"Error":{"Code":"x"}} "ErrorMsg":{' }))
    expect(hunyuanChat.classify(data)).toBe('content')
  })
})

describe('hunyuanEmbedding', () => {
  it('asks for one text or several', () => {
    const encode = (input: string | string[]) =>
      hunyuanEmbedding.form?.encodeRequest?.({ model: 'hunyuan-embedding', input }, new LossList())
    expect(encode('a')).toEqual({ Input: 'a' })
    expect(encode(['a', 'b'])).toEqual({ InputList: ['a', 'b'] })
  })

  it('reads the vectors in their order', () => {
    const answer = {
      Response: {
        Data: [
          { Embedding: [2], Index: 1, Object: 'embedding' },
          { Embedding: [1], Index: 0, Object: 'embedding' },
        ],
        Usage: { PromptTokens: 4, TotalTokens: 4 },
      },
    }
    expect(hunyuanEmbedding.form?.decodeAnswer?.(answer, { model: 'm' })).toEqual({
      object: 'list',
      model: 'm',
      data: [
        { object: 'embedding', index: 0, embedding: [1] },
        { object: 'embedding', index: 1, embedding: [2] },
      ],
      usage: { prompt_tokens: 4, total_tokens: 4 },
    })
    expect(hunyuanEmbedding.readOutput(answer).hasOutput).toBe(true)
  })
})
