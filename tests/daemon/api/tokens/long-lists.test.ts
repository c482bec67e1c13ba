import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Callers } from '../../../../src/daemon/relay/admit/callers.ts'
import { type Caller, startTestApi, type TestApi } from '../../../support/test-services.ts'

let api: TestApi
let user: Caller
beforeAll(async () => {
  api = await startTestApi()
  user = await api.createUser('collector')
})
afterAll(() => api.close())

interface Made {
  readonly id: number
  readonly key: string
}
const models = (chars: number, mark = 'm'): string => mark.repeat(chars)
const create = (fields: object) =>
  user.request<Made>('POST', '/api/token/', { name: 'long', remain_quota: 0, expired_time: -1, ...fields })
const addresses = (count: number): string =>
  Array.from({ length: count }, (_, index) => `10.${index >> 8}.${index & 255}.0/24`).join('\n')

describe('what somebody without quota may write holds up nobody else', () => {
  it('400 token_addresses_too_many beyond a thousand addresses, at once', async () => {
    expect((await create({ allow_ips: addresses(1_000) })).status).toBe(200)
    const { status, body } = await create({ allow_ips: addresses(1_001) })
    expect([status, body.code]).toEqual([400, 'token_addresses_too_many'])
  })

  it.each(['fe80::1', '::ffff:10.0.0.1', '2001:db8::/32', '0.0.0.0/0', '10.0.0.0/08'])(
    '%s is an address or range',
    async (text) => {
      expect((await create({ allow_ips: text })).status).toBe(200)
    },
  )

  it.each(['010.0.0.1', '::/129', '1.2.3.4/33', '1.2.3.4/1/2', '::1%a%b/64%', '/8'])(
    '%s is none',
    async (text) => {
      expect((await create({ allow_ips: text })).body.code).toBe('token_address_invalid')
    },
  )

  it('409 token_lists_too_long when the lists of all tokens of an account would be', async () => {
    const { body } = await create({ model_limits: 'gpt-4o' })
    const { id } = body.data
    await api.services
      .knex('tokens')
      .where({ id })
      .update({ model_limits: models(8_380_000) })
    for (const refused of [
      await create({ model_limits: models(20_000) }),
      await user.request('PUT', '/api/token/', {
        id,
        name: 'long',
        model_fallbacks: { a: [] },
        allow_ips: addresses(1_000),
      }),
    ])
      expect([refused.status, refused.body.code]).toEqual([409, 'token_lists_too_long'])
    expect((await create({ model_limits: 'gpt-4o' })).status).toBe(200)
    const shorter = await user.request('PUT', '/api/token/', { id, name: 'long', model_limits: 'gpt-4o' })
    expect(shorter.status).toBe(200)
    expect((await create({ model_limits: models(20_000) })).status).toBe(200)
  })

  it('the trail of their own changes stays short', async () => {
    const { body } = await create({ model_limits: models(60_000) })
    const { id } = body.data
    await user.request('PUT', '/api/token/', { id, name: 'long', model_limits: models(60_000, 'n') })
    const rows = await api.services
      .knex('audit_events')
      .where({ target_kind: 'token', target_id: String(id) })
    expect(rows.length).toBe(2)
    for (const { before, after } of rows) expect(before.length + after.length).toBeLessThan(9_000)
  })

  it('a long answer is not kept for a repeated Idempotency-Key, and the call still runs once', async () => {
    const make = () =>
      user.request(
        'POST',
        '/api/token/',
        { name: 'once', remain_quota: 0, expired_time: -1, model_limits: models(60_000) },
        { 'idempotency-key': 'long-answer' },
      )
    expect((await make()).status).toBe(200)
    expect((await make()).body.code).toBe('idempotency_done')
    expect(await api.services.knex('tokens').where({ name: 'once' })).toHaveLength(1)
  })

  it('long lists leave the memory of callers when others come', async () => {
    const { knex, secrets } = api.services
    const callers = new Callers(knex, secrets, api.clock)
    const keys: string[] = []
    for (let each = 0; each < 40; each += 1)
      keys.push(
        (await create({ model_limits_enabled: true, model_limits: models(60_000, String(each % 10)) })).body
          .data.key,
      )
    let asked = 0
    knex.on('query', ({ sql }: { sql: string }) => {
      if (/from .tokens. where .*key_hash/i.test(sql)) asked += 1
    })
    for (const key of keys) await callers.find(key)
    expect(asked).toBe(40)
    await callers.find(keys.at(-1) ?? '')
    expect(asked).toBe(40)
    await callers.find(keys[0] ?? '')
    expect(asked).toBe(41)
  })
})
