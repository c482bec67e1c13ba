import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { cohereChat } from '../../../src/daemon/channel-types/cohere/codec.ts'
import {
  decodeCohereAnswer,
  decodeCohereStream,
} from '../../../src/daemon/channel-types/cohere/decode-chat.ts'
import { encodeCohereRequest } from '../../../src/daemon/channel-types/cohere/encode-chat.ts'
import { AnswerAssembler } from '../../../src/daemon/protocols/conversation/assemble.ts'
import { LossList } from '../../../src/daemon/protocols/conversation/losses.ts'
import type { ConversationRequest, Turn } from '../../../src/daemon/protocols/conversation/types.ts'
import { SseFramer } from '../../../src/daemon/protocols/sse.ts'
import type { JsonObject, JsonValue } from '../../../src/daemon/protocols/types.ts'
import { someAdapters } from './a-channel.ts'

const FIXTURES = new URL('../../fixtures/cohere/', import.meta.url)
const read = (file: string): JsonValue => JSON.parse(readFileSync(new URL(file, FIXTURES), 'utf8'))

function readStream(file: string): string[] {
  const framer = new SseFramer()
  const events = framer.push(readFileSync(new URL(file, FIXTURES)))
  return events.map((each) => each.data)
}

function assemble(data: readonly string[]) {
  const decoder = decodeCohereStream()
  const assembler = new AnswerAssembler()
  for (const each of data) assembler.push(decoder.push(each))
  assembler.push(decoder.flush())
  return assembler
}

const user = (text: string): Turn => ({ role: 'user', parts: [{ kind: 'text', text }] })

function encode(given: Partial<ConversationRequest>, model = 'command-a-03-2025') {
  const losses = new LossList()
  const request: ConversationRequest = {
    model: 'm',
    isStream: false,
    turns: [user('hi')],
    tools: [],
    ...given,
  }
  const target = { model, isStream: false, traits: {}, adapters: someAdapters(), losses }
  return { body: encodeCohereRequest(request, target), losses: losses.fields }
}

describe('answers', () => {
  it('keep the plan apart from the calls, and state what is billed', () => {
    const answer = decodeCohereAnswer(read('chat-tool.json'))
    expect(answer.finish).toBe('tool-calls')
    expect(answer.parts).toEqual([
      { kind: 'reasoning', text: 'I will use one or more of the available tools to find the answer' },
      {
        kind: 'tool-call',
        id: 'final_result_5ey6n45w0dgv',
        name: 'final_result',
        arguments: '{"city":"Paris","summary":"Sunny, 22C"}',
      },
    ])
    expect(answer.usage).toMatchObject({ inputTokens: 91, outputTokens: 31, cacheReadTokens: 0 })
  })

  it('keep thinking apart from the text', () => {
    const { parts, finish, usage } = decodeCohereAnswer(read('chat-thinking.json'))
    expect(parts.map((part) => part.kind)).toEqual(['reasoning', 'text'])
    expect(finish).toBe('stop')
    expect(usage).toMatchObject({ inputTokens: 431, outputTokens: 661 })
    const output = cohereChat.readOutput(read('chat-thinking.json'))
    expect(output.text).toMatch(/^Crossing a river/)
    expect(output.hiddenText).toMatch(/^Okay, the user/)
  })

  it('put the plan behind what was thought and before what is said', () => {
    const content = [
      { type: 'thinking', thinking: 'Hm.' },
      { type: 'text', text: 'Hi.' },
    ]
    const { parts } = decodeCohereAnswer({ message: { content, tool_plan: 'I look.' } })
    expect(parts.map((part) => (part.kind === 'reasoning' || part.kind === 'text' ? part.text : ''))).toEqual(
      ['Hm.', 'I look.', 'Hi.'],
    )
  })

  it('fall back to the tokens where nothing is billed', () => {
    const usage = { tokens: { input_tokens: 20, output_tokens: 5 }, cached_tokens: 8 }
    expect(cohereChat.readUsage({ usage })).toMatchObject({
      kind: 'stated',
      usage: { inputTokens: 20, outputTokens: 5, cacheReadTokens: 8 },
    })
    expect(cohereChat.readUsage({ usage: { billed_units: { input_tokens: -1 } } }).kind).toBe('invalid')
    expect(cohereChat.readUsage({}).kind).toBe('none')
  })

  it('give a tool without arguments an empty object', () => {
    const call = (given: JsonObject) => ({
      message: { tool_calls: [{ id: 'a', function: { name: 'f', ...given } }] },
    })
    for (const given of [{}, { arguments: 'null' }, { arguments: '' }])
      expect(decodeCohereAnswer(call(given)).parts).toMatchObject([{ arguments: '{}' }])
  })

  it('are failures where the model broke off before it said anything', () => {
    expect(cohereChat.readDisguisedFailure({ finish_reason: 'ERROR', message: { content: [] } })?.code).toBe(
      'ERROR',
    )
    const partial = { finish_reason: 'ERROR', message: { content: [{ type: 'text', text: 'Hel' }] } }
    expect(cohereChat.readDisguisedFailure(partial)).toBeUndefined()
    expect(decodeCohereAnswer(partial).finish).toBe('error')
    expect(cohereChat.readDisguisedFailure(read('error-404.json'))?.message).toContain('not found')
    expect(cohereChat.readDisguisedFailure(read('chat-tool.json'))).toBeUndefined()
  })

  it('cite only what has an address', () => {
    const source = (document: JsonObject) => ({
      start: 0,
      end: 2,
      text: 'Hi',
      sources: [{ type: 'document', document }],
    })
    const answer = decodeCohereAnswer({
      message: {
        content: [{ type: 'text', text: 'Hi' }],
        citations: [source({ url: 'https://a.example', title: 'A' }), source({ text: 'no address' })],
      },
    })
    expect(answer.parts).toEqual([
      {
        kind: 'text',
        text: 'Hi',
        citations: [{ url: 'https://a.example', title: 'A', start: 0, end: 2, quotedText: 'Hi' }],
      },
    ])
  })
})

describe('streams', () => {
  it('give the answer that was thought about', () => {
    const answer = assemble(readStream('chat-thinking.stream.txt')).answer()
    expect(answer.parts.map((part) => part.kind)).toEqual(['reasoning', 'text'])
    expect(answer.parts[0]).toMatchObject({ text: expect.stringMatching(/^The document clearly/) })
    expect(answer.parts[1]).toMatchObject({
      text: 'According to the document, Ruby was created by **Yukihiro Matsumoto** in 1993. The document also mentions that Ruby was designed to make programmers happy and productive.',
    })
    expect(answer.finish).toBe('stop')
    expect(answer.usage).toMatchObject({ inputTokens: 65, outputTokens: 63, reasoningTokens: 28 })
  })

  it('give the calls, each with its own arguments', () => {
    const assembler = assemble(readStream('chat-tools.stream.txt'))
    const calls = assembler.answer().parts.filter((part) => part.kind === 'tool-call')
    expect(calls.map(({ name, arguments: given }) => [name, JSON.parse(given)])).toEqual([
      ['get_time', { location: 'Tokyo' }],
      ['get_weather', { location: 'Tokyo' }],
    ])
    expect(assembler.answer().finish).toBe('tool-calls')
    expect(assembler.isFinished).toBe(true)
  })

  it('are complete only with their last event', () => {
    const data = readStream('chat-tools.stream.txt')
    const cut = data.filter((each) => !each.includes('message-end'))
    expect(assemble(cut).isFinished).toBe(false)
    expect(data.filter((each) => cohereChat.finishesChoice(each))).toHaveLength(1)
    expect(data.map((each) => cohereChat.classify(each)).filter((kind) => kind !== 'content')).toEqual([
      'terminator',
    ])
  })

  it('turn the text null into no arguments, in whatever pieces it comes', () => {
    const event = (type: string, call: JsonObject) =>
      JSON.stringify({ type, index: 0, delta: { message: { tool_calls: call } } })
    const start = event('tool-call-start', { id: 'a', function: { name: 'f' } })
    const end = JSON.stringify({ type: 'tool-call-end', index: 0 })
    const piece = (text: string) => event('tool-call-delta', { function: { arguments: text } })
    for (const pieces of [[], ['null'], ['nu', 'll']])
      expect(assemble([start, ...pieces.map(piece), end]).answer().parts).toMatchObject([{ arguments: '{}' }])
    expect(assemble([start, piece('{"n":'), piece('null}'), end]).answer().parts).toMatchObject([
      { arguments: '{"n":null}' },
    ])
  })

  it('fail where the model says so', () => {
    const data = JSON.stringify({
      type: 'message-end',
      delta: { finish_reason: 'ERROR', error: 'out of memory' },
    })
    expect(cohereChat.classify(data)).toBe('error')
    expect(assemble([data]).failure?.message).toBe('out of memory')
    expect(cohereChat.classify('{"message":"internal server error"}')).toBe('error')
  })
})

describe('requests', () => {
  it('carry the conversation with its calls and results', () => {
    const { body, losses } = encode({
      turns: [
        { role: 'system', parts: [{ kind: 'text', text: 'Be brief.' }] },
        user('Weather?'),
        {
          role: 'assistant',
          parts: [
            { kind: 'reasoning', text: 'I look.' },
            { kind: 'tool-call', id: 'c1', name: 'weather', arguments: '{"city":"Oslo"}' },
          ],
        },
        {
          role: 'user',
          parts: [
            { kind: 'tool-result', callId: 'c1', parts: [{ kind: 'text', text: 'rain' }], isError: true },
            { kind: 'text', text: 'And now?' },
          ],
        },
      ],
    })
    expect(body).toEqual({
      model: 'command-a-03-2025',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Weather?' },
        {
          role: 'assistant',
          tool_plan: 'I look.',
          tool_calls: [
            { id: 'c1', type: 'function', function: { name: 'weather', arguments: '{"city":"Oslo"}' } },
          ],
        },
        { role: 'tool', tool_call_id: 'c1', content: 'Error: rain' },
        { role: 'user', content: 'And now?' },
      ],
    })
    expect(losses).toEqual([])
  })

  it('spell every parameter as the vendor does, within its bounds', () => {
    const { body, losses } = encode({
      outputTokensMax: 9,
      temperature: 1.5,
      topP: 1,
      topK: 40,
      seed: 7,
      presencePenalty: -1,
      frequencyPenalty: 0.5,
      stop: ['a', 'b', 'c', 'd', 'e', 'f'],
      format: { kind: 'schema', schema: { type: 'object' } },
      user: 'u',
    })
    expect(body).toMatchObject({
      max_tokens: 9,
      temperature: 1,
      p: 0.99,
      k: 40,
      seed: 7,
      presence_penalty: 0,
      frequency_penalty: 0.5,
      stop_sequences: ['a', 'b', 'c', 'd', 'e'],
      response_format: { type: 'json_object', json_schema: { type: 'object' } },
    })
    expect(losses).toEqual(['temperature', 'presence_penalty', 'stop'])
  })

  it('announce what the vendor has no place for', () => {
    const { losses } = encode({
      logprobs: 2,
      verbosity: 'low',
      serviceTier: 'flex',
      tools: [],
      cacheKey: 'k',
    })
    expect(losses).toEqual(['logprobs', 'verbosity', 'service_tier'])
    expect(encode({ webSearch: {} }).losses).toEqual(['web_search_options'])
    expect(() => encode({ webSearch: { isForced: true } })).toThrow('translation_unsupported')
  })

  it('offer one tool where one is named', () => {
    const tools = [
      { kind: 'function', name: 'a', isStrict: true },
      { kind: 'function', name: 'b', parameters: { type: 'object' } },
      { kind: 'custom', name: 'c' },
    ] as const
    expect(encode({ tools, toolChoice: { kind: 'tool', name: 'b' } }).body).toMatchObject({
      tools: [{ type: 'function', function: { name: 'b', parameters: { type: 'object' } } }],
      tool_choice: 'REQUIRED',
    })
    expect(encode({ tools, toolChoice: { kind: 'none' } }).body.tool_choice).toBe('NONE')
    const auto = encode({ tools, toolChoice: { kind: 'auto' } })
    expect(auto.body.tool_choice).toBeUndefined()
    expect(auto.body.tools).toHaveLength(3)
    expect(auto.losses).toEqual(['strict'])
  })

  it('ask only models that think to think', () => {
    const thinking = (effort: 'none' | 'low' | 'high', model: string) =>
      encode({ reasoning: { effort } }, model).body.thinking
    expect(thinking('low', 'command-a-reasoning-08-2025')).toEqual({ type: 'enabled', token_budget: 2048 })
    expect(thinking('high', 'command-a-reasoning-08-2025')).toEqual({ type: 'enabled' })
    expect(thinking('none', 'command-a-reasoning-08-2025')).toEqual({ type: 'disabled' })
    expect(thinking('high', 'command-r-08-2024')).toBeUndefined()
    expect(encode({ reasoning: { effort: 'high' } }, 'command-r-08-2024').losses).toEqual([
      'reasoning_effort',
    ])
  })

  it('refuse what is neither text nor picture', () => {
    const media = (mimeType: string): Turn => ({
      role: 'user',
      parts: [{ kind: 'media', mimeType, source: { kind: 'data', base64: 'AA==' } }],
    })
    expect(encode({ turns: [media('image/png')] }).body.messages).toEqual([
      { role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } }] },
    ])
    for (const mimeType of ['audio/wav', 'application/pdf', 'video/mp4'])
      expect(() => encode({ turns: [media(mimeType)] })).toThrow('translation_unsupported')
  })

  it('say the result of a call that nobody made as text', () => {
    const turns: Turn[] = [
      {
        role: 'user',
        parts: [{ kind: 'tool-result', callId: 'lost', parts: [{ kind: 'text', text: '42' }] }],
      },
    ]
    expect(encode({ turns }).body.messages).toEqual([{ role: 'user', content: '42' }])
  })
})
