import { describe, expect, it } from 'vitest'
import { openaiResponses } from '../../../../src/daemon/protocols/responses/index.ts'
import type { JsonObject, StreamEventKind } from '../../../../src/daemon/protocols/types.ts'

const NO_CONTENT = { text: '', hiddenText: '', hasOutput: false }

describe('an event of a stream', () => {
  it.each<[StreamEventKind, string]>([
    ['content', '{"type":"response.output_text.delta","delta":"hi"}'],
    ['content', '{"delta":"hi","output_index":0,"type":"response.output_text.delta"}'],
    ['content', '{ "output_index": 0, "type": "response.refusal.delta", "delta": "no" }'],
    ['content', '{"type":"response.output_item.done","item":{"type":"message"}}'],
    ['content', 'not JSON'],
    ['comment', ''],
    ['comment', '{"type":"response.created","response":{"status":"in_progress"}}'],
    ['comment', '{"type":"response.output_item.added","item":{"type":"message"}}'],
    ['comment', '{"type":"response.output_text.done","text":"hi"}'],
    ['comment', '{"type":"response.something_new"}'],
    ['terminator', '{"type":"response.completed","response":{}}'],
    ['terminator', '{"response":{"status":"incomplete"},"type":"response.incomplete"}'],
    ['terminator', '[DONE]'],
    ['error', '{"type":"error","message":"no"}'],
    ['error', '{"type":"response.failed","response":{}}'],
    ['error', '{"error":{"message":"no"}}'],
  ])('counts as %s: %s', (kind, data) => {
    expect(openaiResponses.classify(data)).toBe(kind)
  })

  it('is not taken for another by what a client wrote into its request', () => {
    const response = { metadata: { type: 'response.completed' }, tools: [{ type: 'response.failed' }] }
    for (const data of [
      JSON.stringify({ type: 'response.created', response }),
      JSON.stringify({ response, type: 'response.created' }),
      JSON.stringify({ response, type: 'response.created', sequence_number: 0 }),
      JSON.stringify({
        response: { ...response, instructions: '"type":"error"}' },
        type: 'response.created',
      }),
    ]) {
      expect(openaiResponses.classify(data)).toBe('comment')
      expect(openaiResponses.finishesChoice(data)).toBe(false)
    }
  })

  it('may state usage only where the stream ends', () => {
    const may = (data: string) => openaiResponses.mayStateUsage?.(data)
    expect(may('{"type":"response.completed","response":{"usage":{"input_tokens":1}}}')).toBe(true)
    expect(may('{"type":"response.completed","response":{}}')).toBe(false)
    expect(may('{"type":"response.in_progress","response":{"usage":null}}')).toBe(false)
    expect(may('{"type":"response.output_text.delta","delta":"a \\"usage\\""}')).toBe(false)
  })
})

describe('output of an event', () => {
  it.each<[string, JsonObject, object]>([
    ['text', { type: 'response.output_text.delta', delta: 'hi' }, { text: 'hi' }],
    ['a refusal', { type: 'response.refusal.delta', delta: 'no' }, { text: 'no' }],
    ['reasoning', { type: 'response.reasoning_text.delta', delta: 'hm' }, { hiddenText: 'hm' }],
    ['arguments', { type: 'response.function_call_arguments.delta', delta: '{' }, { hiddenText: '{' }],
    [
      'input of a custom tool',
      { type: 'response.custom_tool_call_input.delta', delta: 'x' },
      { hiddenText: 'x' },
    ],
    [
      'the name of a tool, once',
      { type: 'response.output_item.done', item: { type: 'function_call', name: 'f', arguments: '{}' } },
      { hiddenText: 'f' },
    ],
    [
      'a picture, which costs something, but without its bytes',
      {
        type: 'response.output_item.done',
        item: { type: 'image_generation_call', quality: 'low', result: 'iVBORw0KGgo=' },
      },
      { ranTool: { type: 'image_generation_call', quality: 'low' } },
    ],
    [
      'encrypted reasoning',
      { type: 'response.output_item.done', item: { type: 'reasoning', summary: [] } },
      {},
    ],
  ])('is %s', (_, event, output) => {
    expect(openaiResponses.readOutput(event)).toEqual({ ...NO_CONTENT, ...output, hasOutput: true })
  })

  it.each<[string, JsonObject]>([
    ['a beginning', { type: 'response.created', response: { output: [] } }],
    ['an announcement', { type: 'response.output_item.added', item: { type: 'function_call', name: 'f' } }],
    ['a repetition', { type: 'response.output_text.done', text: 'hi' }],
    ['an empty message', { type: 'response.output_item.done', item: { type: 'message', content: [] } }],
    ['an empty delta', { type: 'response.output_text.delta', delta: '' }],
  ])('is nothing for %s', (_, event) => {
    expect(openaiResponses.readOutput(event)).toEqual(NO_CONTENT)
  })

  it('never repeats in the last event what the deltas told', () => {
    const output = [{ type: 'message', content: [{ type: 'output_text', text: 'hi' }] }]
    expect(openaiResponses.readOutput({ type: 'response.completed', response: { output } })).toEqual({
      ...NO_CONTENT,
      hasOutput: true,
    })
  })
})

describe('output of a whole answer', () => {
  it('is text, and apart from it reasoning and calls', () => {
    const output = [
      { type: 'reasoning', summary: [{ type: 'summary_text', text: 'hm' }] },
      {
        type: 'message',
        content: [
          { type: 'output_text', text: 'hi' },
          { type: 'refusal', refusal: 'no' },
        ],
      },
      { type: 'function_call', name: 'f', arguments: '{}' },
    ]
    expect(openaiResponses.readOutput({ object: 'response', output })).toEqual({
      text: 'hino',
      hiddenText: 'hmf{}',
      hasOutput: true,
    })
  })

  it('counts as output when the cap left nothing visible: asking again would end the same', () => {
    expect(
      openaiResponses.readOutput({ status: 'incomplete', output: [{ type: 'reasoning', summary: [] }] }),
    ).toMatchObject({ text: '', hasOutput: true })
    expect(openaiResponses.readOutput({ status: 'completed', output: [] })).toEqual(NO_CONTENT)
  })
})

describe('a failure in disguise', () => {
  it.each<[string, JsonObject, object]>([
    [
      'nested event',
      { type: 'error', error: { code: 'a', message: 'm', type: 't' } },
      { code: 'a', type: 't' },
    ],
    ['flat event', { type: 'error', code: 'a', message: 'm', param: 'p' }, { code: 'a', param: 'p' }],
    [
      'failed event',
      { type: 'response.failed', response: { error: { code: 'a', message: 'm' } } },
      { code: 'a' },
    ],
    ['failed event without a reason', { type: 'response.failed', response: {} }, { code: 'server_error' }],
    ['failed response', { status: 'failed', error: { code: 'a', message: 'm' }, output: [] }, { code: 'a' }],
    [
      'failed response without a reason',
      { status: 'failed', error: null, output: [] },
      { code: 'server_error' },
    ],
    ['error of a proxy', { error: { message: 'm', code: 502 } }, { code: '502' }],
  ])('is found: %s', (_, document, failure) => {
    expect(openaiResponses.readDisguisedFailure(document)).toMatchObject(failure)
    expect(openaiResponses.readDisguisedFailure(document)?.type).not.toBe('error')
  })

  it.each<[string, JsonObject]>([
    ['an answer', { object: 'response', status: 'completed', error: null, output: [] }],
    ['an incomplete answer', { status: 'incomplete', error: null, output: [] }],
    ['an ordinary event', { type: 'response.created', response: { error: null } }],
  ])('is not seen in %s', (_, document) => {
    expect(openaiResponses.readDisguisedFailure(document)).toBeUndefined()
  })
})

describe('our own errors', () => {
  const error = {
    status: 429,
    type: 'requests',
    code: 'rate_limit_exceeded',
    param: null,
    message: 'too many',
    requestId: 'r',
    retryAfterSeconds: 1,
  }

  it('have the shape of the chat API in a body', () => {
    expect(JSON.parse(openaiResponses.errors.render(error))).toEqual({
      error: { message: 'too many', type: 'requests', param: null, code: 'rate_limit_exceeded' },
    })
  })

  it('are read back by this codec, nested and flat, in a stream', () => {
    const [name, data] = openaiResponses.errors.renderInStream(error).trimEnd().split('\n')
    expect(name).toBe('event: error')
    const event = JSON.parse((data ?? '').replace('data: ', '')) as JsonObject
    const { error: _, ...flat } = event
    for (const document of [event, flat])
      expect(openaiResponses.readDisguisedFailure(document)).toMatchObject({
        code: 'rate_limit_exceeded',
        message: 'too many',
      })
  })
})
