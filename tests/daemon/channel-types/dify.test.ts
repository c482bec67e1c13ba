import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { difyChat } from '../../../src/daemon/channel-types/dify/codec.ts'
import { decodeDifyAnswer, decodeDifyStream } from '../../../src/daemon/channel-types/dify/decode-chat.ts'
import { encodeDifyRequest } from '../../../src/daemon/channel-types/dify/encode-chat.ts'
import { dify } from '../../../src/daemon/channel-types/dify/index.ts'
import { AnswerAssembler } from '../../../src/daemon/protocols/conversation/assemble.ts'
import { LossList } from '../../../src/daemon/protocols/conversation/losses.ts'
import type { ConversationRequest, Turn } from '../../../src/daemon/protocols/conversation/types.ts'
import { SseFramer } from '../../../src/daemon/protocols/sse.ts'
import type { JsonObject, JsonValue } from '../../../src/daemon/protocols/types.ts'
import { aCall, someAdapters } from './a-channel.ts'

const FIXTURES = new URL('../../fixtures/dify/', import.meta.url)
const read = (file: string): JsonValue => JSON.parse(readFileSync(new URL(file, FIXTURES), 'utf8'))

const readStream = (file: string): string[] =>
  new SseFramer().push(readFileSync(new URL(file, FIXTURES))).map((each) => each.data)

function assemble(data: readonly string[]) {
  const decoder = decodeDifyStream()
  const assembler = new AnswerAssembler()
  for (const each of data) assembler.push(decoder.push(each))
  assembler.push(decoder.flush())
  return assembler
}

const user = (text: string): Turn => ({ role: 'user', parts: [{ kind: 'text', text }] })

function encode(given: Partial<ConversationRequest>, isStream = true) {
  const losses = new LossList()
  const request: ConversationRequest = { model: 'dify', isStream, turns: [user('hi')], tools: [], ...given }
  const target = { model: 'dify', isStream, traits: {}, adapters: someAdapters(), losses }
  return { body: encodeDifyRequest(request, target), losses: losses.fields }
}

describe('requests', () => {
  it('carry a single question as it is, behind the instructions', () => {
    const { body, losses } = encode({
      turns: [{ role: 'system', parts: [{ kind: 'text', text: 'Be brief.' }] }, user('Who?')],
    })
    expect(body).toEqual({
      inputs: {},
      query: 'Be brief.\n\nWho?',
      response_mode: 'streaming',
      user: expect.stringMatching(/^[0-9a-f]{32}$/),
      auto_generate_name: false,
    })
    expect(losses).toEqual([])
  })

  it('carry a conversation as a transcript', () => {
    const turns: Turn[] = [
      { role: 'system', parts: [{ kind: 'text', text: 'Be brief.' }] },
      user('One?'),
      {
        role: 'assistant',
        parts: [
          { kind: 'text', text: '1' },
          { kind: 'tool-call', id: 'c', name: 'count', arguments: '{}' },
        ],
      },
      { role: 'user', parts: [{ kind: 'tool-result', callId: 'c', parts: [{ kind: 'text', text: '2' }] }] },
      user('Two?'),
    ]
    expect(encode({ turns }).body.query).toBe(
      'System: Be brief.\n\nUser: One?\n\nAssistant: 1\n[called count with {}]\n\nUser: [result: 2]\n\nUser: Two?',
    )
  })

  it('name the same user the same way, and never by its own name', () => {
    const name = (given: Partial<ConversationRequest>) => encode(given).body.user
    expect(name({ user: 'alice@example.com' })).toBe(
      name({ user: 'alice@example.com', turns: [user('other')] }),
    )
    expect(name({ user: 'alice@example.com' })).not.toBe(name({ user: 'bob' }))
    expect(name({ user: 'alice@example.com' })).not.toContain('alice')
    expect(name({ turns: [user('a')] })).toBe(name({ turns: [user('a'), user('b')] }))
  })

  it('announce what an application decides itself, and refuse what must not go missing', () => {
    const tools = [{ kind: 'function', name: 'f' }] as const
    expect(
      encode({ temperature: 0, outputTokensMax: 5, tools, reasoning: { effort: 'low' } }).losses,
    ).toEqual(['max_tokens', 'temperature', 'reasoning_effort', 'tools'])
    expect(() => encode({ tools, toolChoice: { kind: 'required' } })).toThrow('translation_unsupported')
    expect(encode({ webSearch: {} }).losses).toContain('web_search_options')
    expect(() => encode({ webSearch: { isForced: true } })).toThrow('translation_unsupported')
    const json = encode({ format: { kind: 'schema', schema: { type: 'array' } } })
    expect(json.body.query).toContain('{"type":"array"}')
    expect(json.losses).toEqual(['response_format'])
  })

  it('hand on files by link and refuse others', () => {
    const media = (
      mimeType: string,
      source: { kind: 'url'; url: string } | { kind: 'data'; base64: string },
    ): Turn => ({
      role: 'user',
      parts: [{ kind: 'media', mimeType, source }],
    })
    const url = 'https://a.example/x'
    expect(
      encode({ turns: [media('', { kind: 'url', url }), media('application/pdf', { kind: 'url', url })] })
        .body.files,
    ).toEqual([
      { type: 'image', transfer_method: 'remote_url', url },
      { type: 'document', transfer_method: 'remote_url', url },
    ])
    expect(() => encode({ turns: [media('image/png', { kind: 'data', base64: 'AA==' })] })).toThrow(
      'translation_unsupported',
    )
  })
})

describe('answers', () => {
  it('are read whole', () => {
    const answer = decodeDifyAnswer(read('chat.json'))
    expect(answer).toMatchObject({
      id: '9da23599',
      finish: 'stop',
      parts: [{ kind: 'text', text: 'Hello there.' }],
    })
    expect(answer.usage).toMatchObject({ inputTokens: 1033, outputTokens: 128 })
    expect(difyChat.readOutput(read('chat.json')).text).toBe('Hello there.')
    expect(difyChat.readDisguisedFailure(read('chat.json'))).toBeUndefined()
    expect(difyChat.readDisguisedFailure(read('error-400.json'))?.code).toBe('invalid_param')
  })

  it('are always asked for as a stream', () => {
    expect(dify.streaming?.(aCall())).toBe('always')
    expect(dify.target(aCall({ path: difyChat.path }, { baseUrl: 'https://own.example/v1' })).url).toBe(
      'https://own.example/v1/chat-messages',
    )
  })
})

describe('streams', () => {
  it('of a chatflow give its text and its usage', () => {
    const data = readStream('chatflow.stream.txt')
    const assembler = assemble(data)
    expect(assembler.answer()).toMatchObject({
      id: '9da23599',
      parts: [{ kind: 'text', text: 'Hello there.' }],
      finish: 'stop',
      usage: { inputTokens: 1033, outputTokens: 128 },
    })
    expect(data.map((each) => difyChat.classify(each)).filter((kind) => kind !== 'content')).toEqual([
      'comment',
      'terminator',
    ])
    expect(data.filter((each) => difyChat.finishesChoice(each))).toHaveLength(1)
  })

  it('of an agent say once what is repeated at the end', () => {
    const { parts } = assemble(readStream('agent.stream.txt')).answer()
    expect(parts).toEqual([
      { kind: 'reasoning', text: 'Let me look.' },
      { kind: 'text', text: 'It is sunny.' },
      { kind: 'media', mimeType: '', source: { kind: 'url', url: 'https://upload.example/plot.png' } },
    ])
  })

  it('keep a piece that only looks like a repetition', () => {
    const message = (answer: string) => JSON.stringify({ event: 'message', answer })
    const end = JSON.stringify({ event: 'message_end' })
    const text = (...pieces: string[]) => assemble([...pieces.map(message), end]).answer().parts
    expect(text('ha', 'ha')).toMatchObject([{ text: 'haha' }])
    expect(text('a', 'b', 'ab', 'c')).toMatchObject([{ text: 'ababc' }])
    expect(text('a', 'b', 'ab')).toMatchObject([{ text: 'ab' }])
  })

  it('end as filtered where the text was taken back', () => {
    expect(assemble(readStream('replaced.stream.txt')).answer()).toMatchObject({
      parts: [{ text: 'Something bad' }],
      finish: 'content-filter',
    })
    const early = assemble(['{"event":"message_replace","answer":"No."}', '{"event":"message_end"}']).answer()
    expect(early).toMatchObject({ parts: [{ text: 'No.' }], finish: 'stop' })
  })

  it('fail with the vendor’s words', () => {
    const data = readStream('error.stream.txt')
    expect(data.map((each) => difyChat.classify(each))).toEqual(['content', 'error'])
    const assembler = assemble(data)
    expect(assembler.failure).toMatchObject({
      message: 'The model is busy',
      code: 'rate_limit_error',
      status: 429,
    })
    expect(assembler.isFinished).toBe(false)
  })

  it.each<JsonObject>([
    { event: 'workflow_finished', data: { status: 'failed', error: 'node broke' } },
    { event: 'workflow_paused' },
    { event: 'human_input_required' },
  ])('fail where the application stops: %j', (event) => {
    expect(difyChat.classify(JSON.stringify(event))).toBe('error')
    expect(assemble([JSON.stringify(event)]).failure).toBeDefined()
  })
})
