import { describe, expect, it } from 'vitest'
import { AppError } from '../../../src/daemon/errors/app-error.ts'
import { areas, catalogue } from '../../../src/daemon/errors/catalogue.ts'
import { inWords } from '../../../src/daemon/errors/fill-in.ts'
import { phrases, topics } from '../../../src/daemon/errors/phrases/phrases.ts'
import { phraseOf, renderEnvelope } from '../../../src/daemon/errors/render-envelope.ts'

/** Returns the placeholders of a text. A value that exists in both languages is named `problem` and `problemZh`. */
const placeholders = (text: string): string[] =>
  [...text.matchAll(/\{(\w+?)(Zh)?\}/g)].map(([, name = '']) => name).sort()

describe('the catalogue', () => {
  it('has every code in one area only', () => {
    const codes = Object.values(areas).flatMap((rows) => Object.keys(rows))
    expect(codes.sort()).toEqual(Object.keys(catalogue).sort())
  })

  it('has the same placeholders in both languages', () => {
    for (const [code, { en, zh }] of Object.entries(catalogue))
      expect(placeholders(zh), code).toEqual(placeholders(en))
  })

  it('is Chinese where it should be', () => {
    for (const [code, { zh }] of Object.entries(catalogue)) expect(zh, code).toMatch(/[\u4e00-\u9fff]|Zh\}/)
  })

  it('says what the product specification demands word for word', () => {
    const texts: string[] = Object.values(catalogue).map(({ en }) => en)
    for (const demanded of [
      'password must be at least 8 characters',
      'the two passwords differ',
      'please enter the admin username',
      'please fill in the key',
      'please fill the channel name and key',
      'please select at least one model',
      'not a valid JSON string',
      'this site is for demo only, no server',
      'not logged in or login expired, please log in again',
      'too many requests, try again later',
      'please enter username and password',
      'username and password cannot be empty',
      'channel not found, refresh and retry',
      'effective time must be earlier than expiry',
      'email domain format incorrect',
      'domain already in whitelist',
      'please choose log time',
      'wait a few seconds and retry, Turnstile is checking the environment',
      'please check the fallback ratio config: when using a single price no ratios can be set, when using ratios both input and completion ratios are needed',
    ])
      expect(texts).toContain(demanded)
    expect(catalogue.internal.en).toContain('internal server error, contact the admin')
  })
})

describe('the phrases about requests', () => {
  it('have every name in one topic only', () => {
    const names = Object.values(topics).flatMap((texts) => Object.keys(texts))
    expect(names.sort()).toEqual(Object.keys(phrases).sort())
  })

  it('have both languages with the same placeholders, and Chinese where there are words', () => {
    for (const [name, { en, zh }] of Object.entries(phrases)) {
      expect(en, name).not.toMatch(/[\u3000-\uffef]/)
      expect(placeholders(zh), name).toEqual(placeholders(en))
      const words = zh.replace(/\{\w+\}/g, '')
      if (/[a-z]/i.test(words)) expect(words, name).toMatch(/[\u4e00-\u9fff]/)
    }
  })

  it('name the field, separate lists as the language does, and take values literally', () => {
    const values = { choices: ['{field}', '$&'] }
    const error = new AppError('invalid_request', { field: 'endpoint', phrase: 'notOneOf', values })
    expect(error.message).toBe("'endpoint' must be one of {field}, $&")
    expect(phraseOf(error, 'en')).toBe(error.message)
    expect(phraseOf(error, 'zh')).toBe('endpoint 必须是以下之一：{field}、$&')
  })

  it('may be the reason at the end of another one', () => {
    const why = inWords('tooManyRequests', { max: 5 })
    const error = new AppError('invalid_request', { phrase: 'badLine', values: { line: 2, why } })
    expect(phraseOf(error, 'en')).toBe('line 2 of the input file: a batch has at most 5 requests')
    expect(phraseOf(error, 'zh')).toBe('输入文件第 2 行：单个批处理最多包含 5 个请求')
  })
})

describe('renderEnvelope', () => {
  it('fills in the values and names code and field', () => {
    const error = new AppError('option_role', { values: { key: 'Footer', role: 100 }, field: 'Footer' })
    expect(renderEnvelope(error, 'en', 'req_1')).toEqual({
      success: false,
      message: 'the option Footer can only be changed by role 100 (super administrator)',
      code: 'option_role',
      field: 'Footer',
    })
  })

  it('takes values literally, whatever they look like', () => {
    const error = new AppError('group_not_found', { values: { group: '{group} $& $1' } })
    expect(phraseOf(error, 'en')).toBe('the group {group} $& $1 does not exist')
  })

  it('shows the request id of internal errors and nothing of their cause', () => {
    const error = new AppError('internal', {
      cause: new Error('SELECT secret'),
      values: { requestId: 'req_1' },
    })
    const rendered = renderEnvelope(error, 'zh', 'req_1')
    expect(rendered.request_id).toBe('req_1')
    expect(JSON.stringify(rendered)).not.toContain('secret')
  })
})
