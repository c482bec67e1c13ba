import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chargeCall } from '../../../support/charged-call.ts'
import { startTestApi, type TestApi } from '../../../support/test-services.ts'

let api: TestApi
let id: number
beforeAll(async () => {
  api = await startTestApi()
  id = (await api.createUser('alice')).id
})
afterAll(() => api.close())

const credit = (body: object, headers: Record<string, string> = {}) =>
  api.root.request<{ quota: number; quota_exact: string }>(
    'POST',
    '/api/user/credit',
    { id, ...body },
    headers,
  )
const balance = async () => (await api.root.call('GET', `/api/user/${id}`)).quota_exact

describe('POST /api/user/credit', () => {
  it('200 books exactly what is asked for, with author, note and log row', async () => {
    const answer = await credit({ delta: '1000.125', note: 'refund of March' })
    expect(answer.body.data).toEqual({ id, quota: 1000, quota_exact: '1000.125', delta_exact: '1000.125' })
    expect(await balance()).toBe('1000.125')
    expect(
      await api.services.knex('entries').where({ user_id: id }).first('kind', 'delta', 'actor_id', 'note'),
    ).toEqual({
      kind: 6,
      delta: 1_000_125,
      actor_id: api.root.id,
      note: 'refund of March',
    })
    const row = await api.services.knex('usage_logs').where({ user_id: id }).first()
    expect(row).toMatchObject({ type: 3, quota: 1_000_125, username: 'alice' })
    expect(row.content).toContain('refund of March')
  })

  it('200 takes away, down to nothing', async () => {
    await credit({ delta: '-0.125' })
    expect(await balance()).toBe('1000')
    expect((await credit({ delta: '-1000' })).body.data.quota_exact).toBe('0')
  })

  it('403 takes no more than is there', async () => {
    await credit({ delta: '+5' })
    const answer = await credit({ delta: '-5.001' })
    expect([answer.status, answer.body.code]).toEqual([403, 'insufficient_user_quota'])
    expect(answer.body.message).toMatch(/^insufficient user quota: 5 available, 5.001 needed;/)
    expect(await balance()).toBe('5')
  })

  it('200 takes also what the daemon holds for requests to come, and shows it as free', async () => {
    const { id: userId } = await api.createUser('busy')
    const has = async () => (await api.root.call('GET', `/api/user/${userId}`)).quota_exact
    await credit({ id: userId, delta: '1000' })
    for (let call = 0; call < 12; call += 1) await chargeCall(api, { userId, cost: 1_000 })
    const lent = () => api.services.knex('holds').where({ user_id: userId, is_allowance: 1 })
    expect(await lent()).toHaveLength(1)
    expect(await has()).toBe('988')
    expect((await credit({ id: userId, delta: '-988' })).body.data.quota_exact).toBe('0')
    expect(await lent()).toEqual([])
  })

  it('200 a repeated call with one Idempotency-Key books once', async () => {
    const key = { 'idempotency-key': 'pipeline-7' }
    const answers = await Promise.all(Array.from({ length: 10 }, () => credit({ delta: '10' }, key)))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(await balance()).toBe('15')
  })

  it('422 one key stands for one booking', async () => {
    const answer = await credit({ delta: '11' }, { 'idempotency-key': 'pipeline-7' })
    expect([answer.status, answer.body.code]).toEqual([422, 'idempotency_mismatch'])
    expect(await balance()).toBe('15')
  })

  it('400 refuses what is no amount', async () => {
    for (const delta of [
      '0',
      '',
      '1e3',
      ' 7',
      '1.2345',
      'NaN',
      'Infinity',
      '0x1',
      '--1',
      '1,5',
      5,
      null,
      true,
      [1],
      '9'.repeat(16),
    ])
      expect([delta, (await credit({ delta })).status]).toEqual([delta, 400])
    expect((await credit({ delta: '9'.repeat(15) })).body.code).toBe('amount_out_of_range')
    expect(await balance()).toBe('15')
  })

  it('404 for accounts that are not there', async () => {
    expect((await credit({ id: 999_999, delta: '1' })).body.code).toBe('user_not_found')
  })
})
