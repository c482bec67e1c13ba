import { describe, expect, it } from 'vitest'
import { claude } from '../../../src/daemon/channel-types/claude/index.ts'
import { isKeyDead } from '../../../src/daemon/channel-types/key-death.ts'
import type { Call, Channel } from '../../../src/daemon/channel-types/types.ts'
import { aCall, someAdapters } from './a-channel.ts'

const call = (given: Partial<Call> = {}, channel: Partial<Channel> = {}): Call =>
  aCall({ operation: 'messages', path: '/v1/messages', model: 'claude-sonnet-4-6', ...given }, channel)

describe('claude', () => {
  it('calls Anthropic with one key header and a version', () => {
    expect(claude.target(call())).toEqual({
      url: 'https://api.anthropic.com/v1/messages',
      headers: { 'x-api-key': 'sk-test', 'anthropic-version': '2023-06-01' },
    })
  })

  it('hands on the version and betas of its client', () => {
    const headers = { 'anthropic-version': '2024-01-01', 'anthropic-beta': 'context-1m-2025-08-07' }
    expect(claude.target(call({ headers })).headers).toMatchObject(headers)
  })

  it('gives other vendors the key in both headers, behind the path of their base URL', () => {
    const target = claude.target(call({}, { baseUrl: 'https://api.moonshot.cn/anthropic' }))
    expect(target.url).toBe('https://api.moonshot.cn/anthropic/v1/messages')
    expect(target.headers).toMatchObject({ 'x-api-key': 'sk-test', authorization: 'Bearer sk-test' })
  })

  it('sends the headers that the administrator set for the model, in place of the client’s', () => {
    const adapters = someAdapters({
      claudeHeaders: new Map([
        [
          'claude-sonnet-4-6',
          new Map([
            ['Anthropic-Beta', ['a-2025', 'b-2025']],
            ['bad header', ['x']],
            ['x-odd', ['line\r\nend']],
          ]),
        ],
      ]),
    })
    const { headers } = claude.target(call({ adapters, headers: { 'anthropic-beta': 'c-2025' } }))
    expect(headers['anthropic-beta']).toBe('a-2025,b-2025')
    expect(Object.keys(headers).sort()).toEqual(['anthropic-beta', 'anthropic-version', 'x-api-key'])
  })

  it('asks for the whole list of models', () => {
    expect(claude.target(call({ operation: 'models' })).url).toBe(
      'https://api.anthropic.com/v1/models?limit=1000',
    )
  })

  it('fills in what Anthropic requires and strips the suffix that only the gateway knows', () => {
    const body = { model: 'claude-sonnet-4-5-thinking', messages: [{ role: 'user', content: 'hi' }] }
    const shaped = claude.shapeRequest?.(body, call({ model: 'claude-sonnet-4-5-thinking' }))
    expect(shaped).toMatchObject({
      model: 'claude-sonnet-4-5',
      max_tokens: 64_000,
      thinking: { type: 'enabled', budget_tokens: Math.trunc(64_000 * 0.8) },
    })
  })

  it('leaves a complete request as it is', () => {
    const body = { model: 'claude-sonnet-4-6', max_tokens: 5, messages: [{ role: 'user', content: 'hi' }] }
    expect(claude.shapeRequest?.(body, call())).toBe(body)
  })

  it.each([
    [401, 'authentication_error', 'invalid x-api-key', true],
    [403, 'permission_error', 'not allowed', true],
    [400, 'invalid_request_error', 'Your credit balance is too low to access the Anthropic API.', true],
    [400, 'invalid_request_error', 'This organization has been disabled.', true],
    [400, 'invalid_request_error', 'max_tokens: required', false],
    [429, 'rate_limit_error', 'slow down', false],
  ])('judges the key by %i %s: %s', (status, type, message, isDead) => {
    expect(isKeyDead(claude, status, { type, message, code: '', param: null }, '')).toBe(isDead)
  })
})
