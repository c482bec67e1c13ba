import { describe, expect, it } from 'vitest'
import { channelTypes } from '../../../src/daemon/channel-types/index.ts'
import { isKeyDead } from '../../../src/daemon/channel-types/key-death.ts'
import { readModelIds } from '../../../src/daemon/channel-types/openai-family.ts'
import type { BalanceQuery, Channel, ChannelType } from '../../../src/daemon/channel-types/types.ts'
import type { JsonValue, UpstreamFailure } from '../../../src/daemon/protocols/types.ts'
import { aCall } from './a-channel.ts'

const NOW = new Date('2026-03-05T10:00:00Z')

function typeOf(type: number): ChannelType {
  const found = channelTypes.get(type)
  if (!found) throw new Error(`no type ${type}`)
  return found
}

function balanceOf(type: number): BalanceQuery {
  const { balance } = typeOf(type)
  if (!balance) throw new Error(`type ${type} has no balance`)
  return balance
}

const urls = (type: number, channel: Partial<Channel> = {}, query = balanceOf(type)) =>
  query.requests(aCall({ operation: 'models' }, { type, ...channel }), NOW).map((each) => each.url)

const read = (type: number, bodies: readonly JsonValue[], channel: Partial<Channel> = {}) =>
  balanceOf(type).read(bodies, aCall({ operation: 'models' }, { type, ...channel }))

describe('balances', () => {
  it('OpenAI: what the month left of the hard limit, or 100 days where no payment method is known', () => {
    expect(urls(1, { baseUrl: 'https://relay.example/v1' })).toEqual([
      'https://relay.example/v1/dashboard/billing/subscription',
      'https://relay.example/v1/dashboard/billing/usage?start_date=2026-03-01&end_date=2026-03-06',
      'https://relay.example/v1/dashboard/billing/usage?start_date=2025-11-25&end_date=2026-03-06',
    ])
    const usage: JsonValue[] = [{ total_usage: 250 }, { total_usage: 1999.5 }]
    expect(read(1, [{ hard_limit_usd: 20, has_payment_method: true }, ...usage])).toEqual({
      balance: '17.5',
      currency: 'USD',
    })
    expect(read(1, [{ hard_limit_usd: 20, has_payment_method: false }, ...usage])).toEqual({
      balance: '0.005',
      currency: 'USD',
    })
  })

  it('custom: at the host of the complete address', () => {
    expect(urls(8, { baseUrl: 'https://relay.example/pool/v1/chat/completions' })[0]).toBe(
      'https://relay.example/pool/v1/dashboard/billing/subscription',
    )
  })

  it('OpenRouter: credits less use, else what is left of the key', () => {
    expect(urls(20)).toEqual(['https://openrouter.ai/api/v1/credits'])
    expect(read(20, [{ data: { total_credits: 10, total_usage: 12.25 } }])).toEqual({
      balance: '-2.25',
      currency: 'USD',
    })
    const fallback = balanceOf(20).fallback
    expect(urls(20, { baseUrl: 'https://openrouter.ai/api/v1' }, fallback)).toEqual([
      'https://openrouter.ai/api/v1/key',
    ])
    expect(fallback?.read([{ data: { limit: 5, limit_remaining: 3.5, usage: 1.5 } }]).balance).toBe('3.5')
  })

  it('Moonshot and SiliconCloud: another currency on the international host', () => {
    expect(urls(25)).toEqual(['https://api.moonshot.cn/v1/users/me/balance'])
    const body = { code: 0, data: { available_balance: 49.58894 }, status: true }
    expect(read(25, [body])).toEqual({ balance: '49.58894', currency: 'CNY' })
    expect(read(25, [body], { baseUrl: 'https://api.moonshot.ai' }).currency).toBe('USD')
    expect(balanceOf(25).read([body]).currency).toBe('CNY')
    expect(read(40, [{ code: 20000, data: { totalBalance: '88.00' } }])).toEqual({
      balance: '88.00',
      currency: 'CNY',
    })
    expect(() => read(40, [{ code: 30001, data: { totalBalance: '88' } }])).toThrow('upstream_malformed')
  })

  it('DeepSeek: the entry in yuan, else the first', () => {
    expect(urls(43)).toEqual(['https://api.deepseek.com/user/balance'])
    const usd = { currency: 'USD', total_balance: '1.10' }
    expect(read(43, [{ balance_infos: [usd, { currency: 'CNY', total_balance: '110.00' }] }])).toEqual({
      balance: '110.00',
      currency: 'CNY',
    })
    expect(read(43, [{ balance_infos: [usd] }])).toEqual({ balance: '1.10', currency: 'USD' })
  })

  it.each([1, 8, 20, 25, 40, 43])(
    'type %i: an answer without numbers is malformed, never a balance of zero',
    (type) => {
      const channel = { baseUrl: 'https://x.example' }
      for (const body of [{}, null, [], 'x', { data: {} }, { balance_infos: [] }])
        expect(() => read(type, [body, body, body], channel)).toThrow('upstream_malformed')
    },
  )

  it.each([1, 8, 20, 25, 40, 43])("type %i: the key goes to the channel's own host, in a header", (type) => {
    const call = aCall({ operation: 'models', key: 'sk-secret' }, { type, baseUrl: 'https://own.example' })
    for (const { url, headers } of balanceOf(type).requests(call, NOW)) {
      expect(new URL(url).host).toBe('own.example')
      expect(url).not.toContain('sk-secret')
      expect(headers.authorization).toBe('Bearer sk-secret')
    }
  })
})

describe('isKeyDead', () => {
  const failure = (given: Partial<UpstreamFailure> = {}): UpstreamFailure => ({
    message: 'm',
    type: 't',
    code: 'c',
    param: null,
    ...given,
  })

  it.each<[string, number, Partial<UpstreamFailure>]>([
    ['status 401', 401, {}],
    ['status 402', 402, {}],
    ['code', 403, { code: 'account_deactivated' }],
    ['code', 429, { code: 'insufficient_quota' }],
    ['type', 403, { type: 'permission_error' }],
    ['type', 429, { type: 'insufficient_user_quota' }],
  ])('by %s', (_, status, given) => {
    expect(isKeyDead(typeOf(1), status, failure(given), '')).toBe(true)
  })

  it('by a keyword of the administrator, without regard to case and to empty lines', () => {
    const message = 'Sorry: your CREDIT balance is too low.'
    expect(isKeyDead(typeOf(1), 400, failure({ message }), 'x\n\r\n Credit balance \r\ny')).toBe(true)
    expect(isKeyDead(typeOf(1), 400, failure({ message }), '\n\n  \n')).toBe(false)
    expect(isKeyDead(typeOf(1), 400, failure({ message }), 'other')).toBe(false)
  })

  it.each([400, 403, 404, 429, 500, 503])('not by status %i alone', (status) => {
    for (const type of channelTypes.values()) {
      // Google responds with 403 to keys that are no longer valid.
      const isTelling = status === 403 && (type.slug === 'google-gemini' || type.slug === 'google-palm')
      expect([type.slug, isKeyDead(type, status, failure(), 'quota')]).toEqual([type.slug, isTelling])
    }
  })
})

describe('readModelIds', () => {
  it.each<[string, JsonValue]>([
    ["OpenAI's", { object: 'list', data: [{ id: 'a' }, { id: 'b' }] }],
    ['a bare list', [{ id: 'a', name: 'A' }, { id: 'b' }]],
    ["Ollama's", { models: [{ name: 'a' }, { name: 'b' }] }],
    ['names only, with rubbish between', { data: ['a', null, 5, {}, { id: '' }, 'b'] }],
  ])('reads %s', (_, body) => {
    expect(readModelIds(body)).toEqual(['a', 'b'])
  })

  it('refuses what is no list', () => {
    for (const body of [{}, null, 'x', { data: {} }])
      expect(() => readModelIds(body)).toThrow('upstream_malformed')
  })
})
