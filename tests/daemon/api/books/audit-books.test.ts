import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chargeCall } from '../../../support/charged-call.ts'
import { startTestApi, type TestApi } from '../../../support/test-services.ts'

interface Report {
  readonly state: string
  readonly entries: number
  readonly checks: { id: string; state: string; violations: number; first: object | null }[]
  readonly trial_balance: {
    balances_exact: string
    held_exact: string
    by_kind_exact: Record<string, string>
  }
}

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
  await chargeCall(api, { userId: api.root.id, username: 'root', cost: 3_750_500 })
})
afterAll(() => api.close())

const audit = () => api.root.call<Report>('GET', '/api/audit/')

describe('GET /api/audit/', () => {
  it('200 lists each invariant and the trial balance', async () => {
    const report = await audit()
    expect(report.state).toBe('clean')
    expect(report.checks.map((each) => each.id)).toEqual(expect.arrayContaining(['I1', 'I8', 'I17']))
    expect(report.checks.every((each) => each.state === 'ok')).toBe(true)
    expect(report.trial_balance).toMatchObject({ balances_exact: '99996249.5', held_exact: '0' })
    expect(report.trial_balance.by_kind_exact.usage).toBe('-3750.5')
  })

  it('200 finds one thousandth of a unit that is missing, and names the row', async () => {
    const where = { user_id: api.root.id, kind: 1 }
    await api.services.knex('wallets').where(where).decrement('balance', 1)
    const report = await audit()
    expect(report.state).toBe('violated')
    expect(report.checks.find((each) => each.id === 'I1')).toMatchObject({
      state: 'violated',
      violations: 1,
      first: { user: api.root.id, expected: '99996249500', found: '99996249499' },
    })
    await api.services.knex('wallets').where(where).increment('balance', 1)
    expect((await audit()).state).toBe('clean')
  })

  it('200 answers many callers at once', async () => {
    const reports = await Promise.all(Array.from({ length: 20 }, audit))
    expect(new Set(reports.map((each) => each.state))).toEqual(new Set(['clean']))
  })

  it('403 for users', async () => {
    const user = await api.createUser('u1')
    expect((await user.request('GET', '/api/audit/')).status).toBe(403)
  })
})
