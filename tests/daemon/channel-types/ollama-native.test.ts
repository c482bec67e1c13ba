import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ollamaChat } from '../../../src/daemon/channel-types/ollama/codec.ts'
import {
  decodeOllamaAnswer,
  decodeOllamaStream,
} from '../../../src/daemon/channel-types/ollama/decode-chat.ts'
import { ollamaEmbedding } from '../../../src/daemon/channel-types/ollama/embedding.ts'
import { encodeOllamaRequest } from '../../../src/daemon/channel-types/ollama/encode-chat.ts'
import { readModelIds } from '../../../src/daemon/channel-types/openai-family.ts'
import { AnswerAssembler } from '../../../src/daemon/protocols/conversation/assemble.ts'
import { LossList } from '../../../src/daemon/protocols/conversation/losses.ts'
import type { ConversationRequest, Turn } from '../../../src/daemon/protocols/conversation/types.ts'
import { createFramer } from '../../../src/daemon/protocols/framers.ts'
import type { JsonValue } from '../../../src/daemon/protocols/types.ts'
import { someAdapters } from './a-channel.ts'

const FIXTURES = new URL('../../fixtures/ollama-native/', import.meta.url)
const read = (file: string): JsonValue => JSON.parse(readFileSync(new URL(file, FIXTURES), 'utf8'))

const readStream = (file: string): string[] =>
  createFramer(ollamaChat.framing ?? 'sse')
    .push(readFileSync(new URL(file, FIXTURES)))
    .map((each) => each.data)

function assemble(data: readonly string[]) {
  const decoder = decodeOllamaStream()
  const assembler = new AnswerAssembler()
  for (const each of data) assembler.push(decoder.push(each))
  return assembler
}

const user = (text: string): Turn => ({ role: 'user', parts: [{ kind: 'text', text }] })

function encode(given: Partial<ConversationRequest>) {
  const losses = new LossList()
  const request: ConversationRequest = {
    model: 'm',
    isStream: false,
    turns: [user('hi')],
    tools: [],
    ...given,
  }
  const target = { model: 'qwen3:8b', isStream: false, traits: {}, adapters: someAdapters(), losses }
  return { body: encodeOllamaRequest(request, target), losses: losses.fields }
}

describe('answers', () => {
  it('keep thinking, text and calls apart', () => {
    const answer = decodeOllamaAnswer(read('chat-tool.json'))
    expect(answer.finish).toBe('tool-calls')
    expect(answer.parts).toMatchObject([
      { kind: 'reasoning', text: expect.stringMatching(/^Thinking Process:/) },
      { kind: 'tool-call', id: 'call_2k7ryu9k', name: 'add_two_numbers', arguments: '{"a":2,"b":3}' },
    ])
    expect(answer.usage).toMatchObject({ inputTokens: 310, outputTokens: 145 })
    expect(ollamaChat.readOutput(read('chat-tool.json')).hiddenText).toContain('add_two_numbers{"a":2,"b":3}')
  })

  it('give calls without an id one of their own', () => {
    const { parts } = decodeOllamaAnswer({
      message: { tool_calls: [{ function: { name: 'f', arguments: {} } }] },
    })
    expect(parts).toMatchObject([{ id: expect.stringMatching(/^call_[0-9a-f]{24}$/), arguments: '{}' }])
  })

  it('state nothing where the prompt was not counted', () => {
    expect(ollamaChat.readUsage({ done: true, eval_count: 5 }).kind).toBe('none')
    expect(ollamaChat.readUsage({ eval_count: 1.5, prompt_eval_count: 1 }).kind).toBe('invalid')
  })
})

describe('streams', () => {
  it('give the text, the usage and why it ended', () => {
    const data = readStream('chat-length.stream.txt')
    const answer = assemble(data).answer()
    expect(answer).toMatchObject({
      model: 'gemma3:1b',
      finish: 'length',
      usage: { inputTokens: 15, outputTokens: 50 },
    })
    expect(answer.parts).toMatchObject([
      { text: expect.stringMatching(/^Hello there! I’m doing well.*😊 $/) },
    ])
    expect(data.filter((each) => ollamaChat.finishesChoice(each))).toHaveLength(1)
    expect(data.filter((each) => ollamaChat.mayStateUsage?.(each))).toHaveLength(1)
    expect(data.map((each) => ollamaChat.classify(each))).toEqual([
      ...data.slice(1).map(() => 'content'),
      'terminator',
    ])
  })

  it('give every call of a turn', () => {
    const { parts, finish } = assemble(readStream('chat-tools.stream.txt')).answer()
    expect(parts.filter((part) => part.kind === 'tool-call')).toEqual([
      { kind: 'tool-call', id: 'call_REDACTED_1', name: 'lookup_harbor_label', arguments: '{}' },
      { kind: 'tool-call', id: 'call_REDACTED_2', name: 'lookup_orchard_label', arguments: '{}' },
    ])
    expect(finish).toBe('tool-calls')
  })

  it('are complete only with their last line, and fail where one says so', () => {
    const data = readStream('chat.stream.txt')
    expect(assemble(data).isFinished).toBe(true)
    expect(assemble(data.slice(0, -1)).isFinished).toBe(false)
    const failed = '{"error":"model runner has unexpectedly stopped"}'
    expect(ollamaChat.classify(failed)).toBe('error')
    expect(assemble([failed]).failure?.message).toContain('unexpectedly stopped')
  })
})

describe('requests', () => {
  it('carry the conversation with arguments as objects and the names of tools', () => {
    const { body, losses } = encode({
      turns: [
        user('Weather?'),
        {
          role: 'assistant',
          parts: [
            { kind: 'reasoning', text: 'I look.' },
            { kind: 'tool-call', id: 'c1', name: 'weather', arguments: '{"city":"Oslo"}' },
            { kind: 'tool-call', id: 'c2', name: 'odd', arguments: 'no json' },
          ],
        },
        {
          role: 'user',
          parts: [{ kind: 'tool-result', callId: 'c1', parts: [{ kind: 'text', text: 'rain' }] }],
        },
      ],
    })
    expect(body).toEqual({
      model: 'qwen3:8b',
      stream: false,
      messages: [
        { role: 'user', content: 'Weather?' },
        {
          role: 'assistant',
          content: '',
          thinking: 'I look.',
          tool_calls: [
            { id: 'c1', type: 'function', function: { name: 'weather', arguments: { city: 'Oslo' } } },
            { id: 'c2', type: 'function', function: { name: 'odd', arguments: { _raw: 'no json' } } },
          ],
        },
        { role: 'tool', tool_call_id: 'c1', tool_name: 'weather', content: 'rain' },
      ],
    })
    expect(losses).toEqual([])
  })

  it('put every parameter among the options', () => {
    expect(
      encode({
        temperature: 0,
        topP: 0.9,
        topK: 5,
        seed: 1,
        stop: ['x'],
        outputTokensMax: 9,
        format: { kind: 'json' },
        reasoning: { effort: 'none' },
      }).body,
    ).toMatchObject({
      options: { temperature: 0, top_p: 0.9, top_k: 5, seed: 1, stop: ['x'], num_predict: 9 },
      format: 'json',
      think: false,
    })
    expect(encode({ reasoning: { effort: 'xhigh' } }).body.think).toBe('high')
    expect(encode({}).body).not.toHaveProperty('options')
  })

  it('offer the one tool that is named, and say that nothing forces it', () => {
    const tools = [
      { kind: 'function', name: 'a' },
      { kind: 'function', name: 'b' },
    ] as const
    const { body, losses } = encode({ tools, toolChoice: { kind: 'tool', name: 'b' } })
    expect(body.tools).toMatchObject([{ function: { name: 'b' } }])
    expect(losses).toEqual(['tool_choice'])
    expect(encode({ tools, toolChoice: { kind: 'none' } }).body.tools).toBeUndefined()
  })

  it('carry pictures inline and refuse links', () => {
    const picture = (source: { kind: 'url'; url: string } | { kind: 'data'; base64: string }): Turn => ({
      role: 'user',
      parts: [
        { kind: 'text', text: 'What?' },
        { kind: 'media', mimeType: 'image/png', source },
      ],
    })
    expect(encode({ turns: [picture({ kind: 'data', base64: 'AA==' })] }).body.messages).toEqual([
      { role: 'user', content: 'What?', images: ['AA=='] },
    ])
    expect(() => encode({ turns: [picture({ kind: 'url', url: 'https://a.example' })] })).toThrow(
      'translation_unsupported',
    )
  })
})

it('embeds with the options of the runner', () => {
  const losses = new LossList()
  expect(
    ollamaEmbedding.form?.encodeRequest?.(
      { model: 'm', input: 'hi', options: { num_ctx: 512 }, odd: 1 },
      losses,
    ),
  ).toEqual({ model: 'm', input: ['hi'], options: { num_ctx: 512 } })
  expect(losses.fields).toEqual(['odd'])
  expect(ollamaEmbedding.form?.decodeAnswer?.(read('embed.json'), { model: 'm' })).toMatchObject({
    data: [{ embedding: [-0.01224925, 0.026221288, -0.15246673, -0.006903719] }],
    usage: { prompt_tokens: 9 },
  })
  expect(ollamaEmbedding.readUsage(read('embed.json'))).toMatchObject({
    usage: { inputTokens: 9, outputTokens: 0 },
  })
})

it('lists its models by name', () => {
  expect(readModelIds(read('tags.json'))).toContain('qwen3:4b')
})
