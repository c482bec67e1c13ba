import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { isKeyDead } from '../../../src/daemon/channel-types/key-death.ts'
import type { Call, Channel } from '../../../src/daemon/channel-types/types.ts'
import { zhipu } from '../../../src/daemon/channel-types/zhipu/index.ts'
import type { JsonObject } from '../../../src/daemon/protocols/types.ts'
import { aCall } from './a-channel.ts'

const NOW = new Date('2026-01-02T03:04:05Z')

const call = (given: Partial<Call> = {}, channel: Partial<Channel> = {}): Call =>
  aCall({ model: 'glm-4.6', key: 'idexample.secretexample', ...given }, channel)

const shape = (body: JsonObject, model = 'glm-4.6') => zhipu.shapeRequest?.(body, call({ model }))

describe('zhipu', () => {
  it.each([
    ['', 'https://open.bigmodel.cn/api/paas/v4/chat/completions'],
    ['https://api.z.ai', 'https://api.z.ai/api/paas/v4/chat/completions'],
    [
      'https://open.bigmodel.cn/api/coding/paas/v4',
      'https://open.bigmodel.cn/api/coding/paas/v4/chat/completions',
    ],
  ])('finds its address behind base URL %j', (baseUrl, url) => {
    expect(zhipu.target(call({}, { baseUrl })).url).toBe(url)
  })

  it('sends a token that the secret signed in place of the key', () => {
    const one = call()
    const target = zhipu.target(one)
    expect(target.headers).toEqual({})
    const signed = zhipu.sign?.({ ...target, body: '', now: NOW }, one)
    const [header = '', claims = '', signature = ''] = (signed?.authorization ?? '')
      .replace('Bearer ', '')
      .split('.')
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString('utf8'))).toMatchObject({
      api_key: 'idexample',
      timestamp: NOW.getTime(),
    })
    expect(createHmac('sha256', 'secretexample').update(`${header}.${claims}`).digest('base64url')).toBe(
      signature,
    )
    expect(signed?.authorization).not.toContain('secretexample')
  })

  it('sends any other key as it is', () => {
    const one = call({ key: 'plain-key' })
    const target = zhipu.target(one)
    expect(target.headers).toEqual({ authorization: 'Bearer plain-key' })
    expect(zhipu.sign?.({ ...target, body: '', now: NOW }, one)).toEqual({})
  })

  it('fits a body to what GLM takes', () => {
    expect(
      shape({
        model: 'glm-4.6',
        messages: [{ role: 'developer', content: 'be brief' }],
        temperature: 0,
        top_p: 1,
        stop: ['a', 'b'],
        max_completion_tokens: 5,
        n: 1,
        seed: 1,
        presence_penalty: 0,
        tool_choice: 'required',
        user: 'user-123',
        reasoning_effort: 'high',
        response_format: { type: 'json_schema', json_schema: { name: 'x', schema: {} } },
      }),
    ).toEqual({
      model: 'glm-4.6',
      messages: [{ role: 'system', content: 'be brief' }],
      temperature: 0.01,
      top_p: 0.99,
      stop: ['a'],
      max_tokens: 5,
      user_id: 'user-123',
      thinking: { type: 'enabled' },
      response_format: { type: 'json_object' },
    })
  })

  it('leaves a request in its own terms as it is', () => {
    const body = {
      model: 'glm-4.6',
      messages: [{ role: 'user', content: 'hi' }],
      temperature: 0.5,
      stop: ['a'],
    }
    expect(shape(body)).toBe(body)
  })

  it('tells each generation how much to think in its own words', () => {
    expect(shape({ reasoning_effort: 'none' })).toEqual({ thinking: { type: 'disabled' } })
    expect(shape({ reasoning_effort: 'high', thinking: { type: 'disabled' } })).toEqual({
      thinking: { type: 'disabled' },
    })
    expect(shape({ reasoning_effort: 'medium' }, 'glm-5.2')).toEqual({ reasoning_effort: 'medium' })
    expect(shape({ reasoning_effort: 'medium' }, 'glm-5.3')).toEqual({ reasoning_effort: 'high' })
    expect(shape({ reasoning_effort: 'none' }, 'glm-5.3')).toEqual({ reasoning_effort: 'low' })
  })

  it('offers no tools where none may be called, and drops a name that is too short', () => {
    expect(shape({ tools: [], tool_choice: 'none', user: 'u' })).toEqual({})
  })

  it.each([
    ['1002', true],
    ['1113', true],
    ['1302', false],
    ['1211', false],
  ])('judges the key by code %s', (code, isDead) => {
    expect(isKeyDead(zhipu, 400, { type: 'e', message: 'm', code, param: null }, '')).toBe(isDead)
  })
})
