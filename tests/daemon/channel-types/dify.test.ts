import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { difyChat, difyWorkflow } from '../../../src/daemon/channel-types/dify/codec.ts'
import { decodeDifyAnswer, decodeDifyStream } from '../../../src/daemon/channel-types/dify/decode-chat.ts'
import {
  decodeWorkflowAnswer,
  decodeWorkflowStream,
} from '../../../src/daemon/channel-types/dify/decode-workflow.ts'
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

  it('hand on files by link or uploaded id, and refuse others', () => {
    const media = (
      mimeType: string,
      source: { kind: 'url'; url: string } | { kind: 'data'; base64: string } | { kind: 'file'; id: string },
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
    const uploaded = media('image/png', { kind: 'file', id: 'dify-upload:file-1' })
    expect(encode({ turns: [uploaded] }).body.files).toEqual([
      { type: 'image', transfer_method: 'local_file', upload_file_id: 'file-1' },
    ])
    for (const source of [{ kind: 'data', base64: 'AA==' } as const, { kind: 'file', id: 'file-1' } as const])
      expect(() => encode({ turns: [media('image/png', source)] })).toThrow('translation_unsupported')
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

describe('finding relay 20: other kinds of applications', () => {
  it('are told by the channel, and asked at their own address', () => {
    const codec = (other: string) => dify.codecFor?.('chat', aCall({}, { other }).channel, 'dify')
    expect(
      [codec(''), codec('agent'), codec('workflow'), codec('Completion')].map((each) => each?.path),
    ).toEqual(['/v1/chat-messages', '/v1/chat-messages', '/v1/workflows/run', '/v1/completion-messages'])
    const check = dify.fields.other?.check
    expect([check?.(''), check?.('workflow:question'), check?.('completion')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(check?.('robot')?.en).toContain('workflow')
  })

  it('get the conversation in the input that their author named', () => {
    const losses = new LossList()
    const request: ConversationRequest = { model: 'dify', isStream: true, turns: [user('Who?')], tools: [] }
    const target = { model: 'dify', isStream: true, traits: {}, adapters: someAdapters(), losses }
    const body = difyWorkflow.upstream?.encodeRequest(request, target) ?? {}
    expect(body).toEqual({ inputs: { query: 'Who?' }, response_mode: 'streaming', user: expect.any(String) })
    const named = dify.shapeRequest?.(body, aCall({}, { other: 'workflow:question' }))
    expect(named).toMatchObject({ inputs: { question: 'Who?' } })
    expect(dify.shapeRequest?.(body, aCall({}, { other: 'workflow' }))).toBe(body)
  })

  const workflow = (events: readonly JsonObject[]) => {
    const decoder = decodeWorkflowStream()
    return events.flatMap((event) => decoder.push(JSON.stringify({ workflow_run_id: 'run-1', ...event })))
  }
  const finished = (outputs: JsonObject, more: JsonObject = {}): JsonObject => ({
    event: 'workflow_finished',
    data: { status: 'succeeded', outputs, total_tokens: 9, ...more },
  })

  it('say their text in chunks, and the end repeats nothing', () => {
    const events = workflow([
      { event: 'workflow_started', data: {} },
      { event: 'text_chunk', data: { text: 'Bon' } },
      { event: 'text_chunk', data: { text: 'jour' } },
      finished({ text: 'Bonjour' }),
    ])
    expect(events).toEqual([
      { kind: 'start', id: 'run-1' },
      { kind: 'text', text: 'Bon' },
      { kind: 'text', text: 'jour' },
      { kind: 'finish', reason: 'stop' },
    ])
  })

  it.each([
    [{ result: 'Bonjour', other: 1 }, 'Bonjour'],
    [{ translation: 'Bonjour' }, 'Bonjour'],
    [{ a: 1, b: 2 }, '{"a":1,"b":2}'],
  ])('or say it at the end: %o', (outputs, text) => {
    expect(workflow([finished(outputs)])[1]).toEqual({ kind: 'text', text })
    const whole = { workflow_run_id: 'run-1', data: { status: 'succeeded', outputs } }
    expect(decodeWorkflowAnswer(whole)).toEqual({
      id: 'run-1',
      parts: [{ kind: 'text', text }],
      finish: 'stop',
    })
    expect(difyWorkflow.readOutput(whole)).toMatchObject({ text, hasOutput: true })
  })

  it('fail in their own words', () => {
    const failed = finished({}, { status: 'failed', error: 'node 3 broke' })
    expect(workflow([failed])).toMatchObject([{ kind: 'error', failure: { message: 'node 3 broke' } }])
    expect(difyWorkflow.classify(JSON.stringify(failed))).toBe('error')
    expect(difyWorkflow.classify(JSON.stringify(finished({})))).toBe('terminator')
    expect(difyWorkflow.readDisguisedFailure({ data: { status: 'failed', error: 'no' } })?.message).toBe('no')
    expect(difyWorkflow.readDisguisedFailure({ data: { status: 'succeeded', outputs: {} } })).toBeUndefined()
  })
})
