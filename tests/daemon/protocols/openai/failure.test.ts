import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readDisguisedFailure, readFailure } from '../../../../src/daemon/protocols/openai/failure.ts'
import type { JsonValue } from '../../../../src/daemon/protocols/types.ts'

describe('readFailure', () => {
  it.each<[string, string, { message: string; type?: string; code?: string; param?: string }]>([
    [
      "OpenAI's object",
      '{"error":{"message":"no","type":"invalid_request_error","param":"model","code":"model_not_found"}}',
      { message: 'no', type: 'invalid_request_error', param: 'model', code: 'model_not_found' },
    ],
    [
      'a numeric code',
      '{"error":{"code":429,"message":"slow down"},"user_id":"u"}',
      { message: 'slow down', code: '429' },
    ],
    ['a bare text', '{"error":"no such model"}', { message: 'no such model' }],
    [
      'text beside a code',
      '{"code":"Not found","error":"no such model"}',
      { message: 'no such model', code: 'Not found' },
    ],
    [
      "Mistral's flat form",
      '{"object":"error","message":"Invalid model","type":"invalid_model","param":null,"code":"1500"}',
      { message: 'Invalid model', type: 'invalid_model', code: '1500' },
    ],
    ['msg', '{"code":7,"msg":"quota"}', { message: 'quota', code: '7' }],
    ['err', '{"err":"broken"}', { message: 'broken' }],
    [
      "Baidu's old form",
      '{"error_code":17,"error_msg":"daily limit"}',
      { message: 'daily limit', code: '17' },
    ],
    ['a header', '{"header":{"code":10163,"message":"bad"}}', { message: 'bad' }],
    [
      'a response object',
      '{"response":{"error":{"message":"late","code":"x"}}}',
      { message: 'late', code: 'x' },
    ],
    [
      "FastAPI's list",
      '{"detail":[{"loc":["body","n"],"msg":"too big","type":"v"},{"msg":"second"}]}',
      { message: 'n: too big; second' },
    ],
    ["FastAPI's text", '{"detail":"not here"}', { message: 'not here' }],
    [
      "Azure's front door",
      '{"statusCode":401,"message":"Access denied"}',
      { message: 'Access denied', code: '401' },
    ],
    [
      'a list of errors',
      '{"success":false,"errors":[{"code":7003,"message":"route"}]}',
      { message: 'route', code: '7003' },
    ],
    ['a list around the object', '[{"error":{"message":"no","code":"c"}}]', { message: 'no', code: 'c' }],
    ['a JSON text', '"Invalid token"', { message: 'Invalid token' }],
    [
      'an event',
      'event: error\ndata: {"error":{"message":"no","code":"c"}}\n\n',
      { message: 'no', code: 'c' },
    ],
    ['an event behind comments', ': hi\ndata:{"message":"no"}\n\n', { message: 'no' }],
    ['a sentence', 'Too many requests.\n', { message: 'Too many requests.' }],
    [
      'an object without a message',
      '{"error":{"code":"overloaded","type":"t"}}',
      { message: 'overloaded', code: 'overloaded', type: 't' },
    ],
  ])('reads %s', (_, text, expected) => {
    expect(readFailure(500, text)).toEqual({ type: 'upstream_error', code: '', param: null, ...expected })
  })

  it.each([
    '',
    '   ',
    '{}',
    'null',
    '[]',
    '17',
    '<html><title>502</title></html>',
    '{"error":null}',
    '{"broken',
  ])('falls back to the status for %j', (text) => {
    expect(readFailure(502, text)).toEqual({
      message: 'bad response status code 502',
      texts: { en: 'bad response status code 502', zh: '上游返回了错误状态码 502' },
      type: 'upstream_error',
      code: 'bad_response_status_code',
      param: '502',
    })
  })

  it('cuts long messages', () => {
    expect(readFailure(500, JSON.stringify({ message: 'x'.repeat(100_000) })).message.length).toBe(2000)
  })

  it('never throws, and always has a message', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
        expect(readFailure(500, text).message).not.toBe('')
      }),
    )
  })
})

describe('readDisguisedFailure', () => {
  it.each<[string, JsonValue]>([
    ['an error object', { error: { message: 'no', code: 'c' } }],
    ['an error beside choices', { error: { message: 'no' }, choices: [{ message: { content: 'half' } }] }],
    ['an error text', { error: 'no' }],
    ['a code and a message instead of choices', { code: 30_001, message: 'no', data: null }],
    ['a text', 'Invalid token'],
    [
      'a broken choice',
      { choices: [{ error: { message: 'no' }, finish_reason: 'error', message: { content: '' } }] },
    ],
    ['an error without words', { error: { status: 3 } }],
  ])('sees %s', (_, document) => {
    expect(readDisguisedFailure(document, 'choices')?.message).toBeTruthy()
  })

  it.each<[string, JsonValue]>([
    ['an answer', { choices: [{ message: { content: 'hi' } }] }],
    ['an answer with a null error', { error: null, choices: [{ message: { content: 'hi' } }] }],
    ['an answer with an empty error', { error: {}, choices: [] }],
    [
      'an answer with a message of its own',
      { message: 'ok', code: 0, choices: [{ message: { content: 'hi' } }] },
    ],
    [
      'a broken choice that delivered',
      { choices: [{ error: { message: 'no' }, message: { content: 'half' } }] },
    ],
  ])('lets %s pass', (_, document) => {
    expect(readDisguisedFailure(document, 'choices')).toBeUndefined()
  })
})
