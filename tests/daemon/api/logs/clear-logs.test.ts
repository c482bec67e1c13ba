import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chargeCall } from '../../../support/charged-call.ts'
import { type Caller, startTestApi, type TestApi } from '../../../support/test-services.ts'

let api: TestApi
let user: Caller
beforeAll(async () => {
  api = await startTestApi()
  user = await api.createUser('u1')
  await api.root.call('POST', '/api/user/credit', { id: user.id, delta: '1000000' })
})
afterAll(() => api.close())

const clear = (query: string, who = api.root) => who.request('DELETE', `/api/log/${query}`)
const seconds = () => Math.floor(api.clock.now() / 1000)
const countRows = async () => (await api.root.call<{ total: number }>('GET', '/api/log/')).total
const audit = async () => (await api.root.call<{ state: string }>('GET', '/api/audit/')).state

describe('DELETE /api/log/', () => {
  it('200 deletes rows of every type before the time and no others; the books stay clean', async () => {
    for (let i = 0; i < 5; i += 1) await chargeCall(api, { userId: user.id, username: 'u1', cost: 1000 })
    api.clock.advance(10_000)
    const border = seconds()
    await chargeCall(api, { userId: user.id, username: 'u1', cost: 1000 })
    const entries = await api.services.knex('entries').count<{ n: number }[]>({ n: '*' })
    const before = await countRows()
    const answer = await clear(`?target_timestamp=${border}`)
    expect([answer.status, answer.body.data]).toEqual([200, before - 1])
    expect(await countRows()).toBe(1)
    expect(await api.services.knex('entries').count<{ n: number }[]>({ n: '*' })).toEqual(entries)
    expect(await audit()).toBe('clean')
    const events = await api.root.call<{ items: { after: string }[] }>(
      'GET',
      '/api/audit_event/?action=log.clear',
    )
    expect(JSON.parse(events.items[0]?.after ?? '')).toEqual({
      before_ms: border * 1000,
      removed: before - 1,
    })
  })

  it('200 deletes more than one batch, and one marker tells of all of them', async () => {
    const row = { type: 4, user_id: user.id, at_ms: 1000 }
    for (let i = 0; i < 50; i += 1)
      await api.services.knex('usage_logs').insert(Array.from({ length: 50 }, () => row))
    expect((await clear('?target_timestamp=2')).body.data).toBe(2500)
    const markers = await api.services.knex('log_cleanups').where({ before_ms: 2000 }).select('removed')
    expect(markers.map((each) => each.removed)).toEqual([2500])
  })

  it('200 with a time in the future spares what is being written', async () => {
    const answer = await clear('?target_timestamp=253402300799')
    expect(answer.status).toBe(200)
    // A marker in the future would excuse rows that are lost later.
    const latest = await api.services.knex('log_cleanups').orderBy('before_ms', 'desc').first('before_ms')
    expect(Number(latest?.before_ms)).toBeLessThanOrEqual(api.clock.now())
    expect(await audit()).toBe('clean')
    await chargeCall(api, { userId: user.id, username: 'u1', cost: 1000 })
    expect(await countRows()).toBe(1)
    expect(await audit()).toBe('clean')
  })

  it.each(['', '?target_timestamp=', '?target_timestamp=0', '?target_timestamp=x', '?target_timestamp=-1'])(
    '400 refuses %j and deletes nothing',
    async (query) => {
      const before = await countRows()
      expect((await clear(query)).status).toBe(400)
      expect(await countRows()).toBe(before)
    },
  )

  it('400 names the missing time in the words of the product', async () => {
    expect((await clear('')).body).toMatchObject({
      code: 'log_time_required',
      message: 'please choose log time',
    })
  })

  it('403 for users', async () => {
    expect((await clear('?target_timestamp=1', user)).status).toBe(403)
  })
})
