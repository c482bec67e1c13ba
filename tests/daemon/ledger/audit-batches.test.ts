import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../../src/daemon/db/database.ts'
import { auditSource, runAudit } from '../../../src/daemon/ledger/audit.ts'
import { sourceOf } from '../../../src/daemon/ledger/audit-source.ts'
import { createLedger } from '../../../src/daemon/ledger/ledger.ts'
import type { Ledger } from '../../../src/daemon/ledger/operations.ts'
import { fund, openPrivate } from './databases.ts'
import { log } from './history.ts'
import { reserve, settle } from './requests.ts'
import { complaints } from './stores.ts'

const COST = 700
const CHANNEL = 3
const nowMs = 1_000_000_000

describe.each(['sqlite', 'postgres'] as const)('batches on %s', (engine) => {
  let database: Database
  let ledger: Ledger
  let remove: () => Promise<void>

  beforeAll(async () => {
    ;({ database, remove } = await openPrivate(engine, 'batches'))
    await fund(database, [
      { userId: 1, balance: 100_000n, tokens: [{ id: 1, limit: null }] },
      { userId: 2, balance: 100_000n, tokens: [{ id: 2, limit: null }] },
    ])
    for (const id of [1, 2])
      await database.knex('users').insert({ id, username: `user-${id}`, created_time: 1 })
    ledger = createLedger(await database.createLedgerEngine())
  })
  afterAll(() => remove())

  const charge = async (id: string) => {
    await ledger.submit(reserve(id, COST))
    await ledger.submit(settle(id, COST, { log: { ...log(id, 1, 2, 20), channelId: CHANNEL } }))
  }
  const insert = (id: string, columns: Readonly<Record<string, unknown>>) =>
    database.knex('batches').insert({
      request_id: id,
      hold_id: id,
      user_id: 1,
      token_id: 1,
      channel_id: CHANNEL,
      key_hint: 'k',
      model: 'm',
      endpoint: '/v1/chat/completions',
      requests: 1,
      prompt_tokens: 1,
      payer: '{}',
      price: '{}',
      held: COST,
      created_ms: nowMs - 1000,
      ...columns,
    })

  it('I20 the audit names a batch whose charge is not right: 12 planted errors', async () => {
    const { knex } = database
    for (const id of ['done', 'noted-late']) await charge(id)
    await insert('done', { vendor_id: 'v-done', state: 'ended', cost: COST })
    await insert('noted-late', { vendor_id: 'v-late', state: 'open' })
    await insert('running', { vendor_id: 'v-running', state: 'open' })
    await insert('failed', { vendor_id: 'v-failed', state: 'ended' })
    await insert('handed-in', {})
    expect(complaints(await runAudit(knex, { nowMs }))).toEqual([])
    if (engine === 'sqlite')
      for (const name of ['update', 'delete']) await knex.raw(`DROP TRIGGER entries_no_${name}`)
    else await knex.raw('DROP TRIGGER entries_append_only ON entries')
    const batch = (id: string) => `request_id = '${id}'`
    const entry = "ref = 'done' AND kind = 1"
    const planted: Record<string, string> = {
      'one that has ended without its charge': `DELETE FROM entries WHERE ${entry}`,
      'a charge of a unit more': `UPDATE entries SET delta = delta - 1 WHERE ${entry}`,
      'a row that says a unit less': `UPDATE batches SET cost = cost - 1 WHERE ${batch('done')}`,
      'one that failed at a cost': `UPDATE batches SET cost = 1 WHERE ${batch('failed')}`,
      'one that was charged twice': `INSERT INTO entries (user_id, wallet_kind, wseq, kind, ref, delta, balance_after, token_id, channel_id, at_ms)
        VALUES (1, 1, 900, 3, 'done', -${COST}, 0, 1, ${CHANNEL}, 1)`,
      'a charge to another user': `UPDATE entries SET user_id = 2, wseq = 900 WHERE ${entry}`,
      'one of another token': `UPDATE batches SET token_id = 2 WHERE ${batch('done')}`,
      'one of another channel': `UPDATE batches SET channel_id = 4 WHERE ${batch('done')}`,
      'one with a cost before its end': `UPDATE batches SET cost = 1 WHERE ${batch('running')}`,
      'one that is charged and was never taken': `UPDATE batches SET state = 'submitting' WHERE ${batch('noted-late')}`,
      'a submission that is left open': `UPDATE batches SET created_ms = ${nowMs - 3 * 3_600_000} WHERE ${batch('handed-in')}`,
      'one that is open for a week': `UPDATE batches SET created_ms = ${nowMs - 7 * 86_400_000} WHERE ${batch('running')}`,
    }
    for (const [name, sql] of Object.entries(planted)) {
      const rollback = new Error('seen')
      const seen = knex.transaction(async (trx) => {
        await trx.raw(sql)
        const report = await auditSource(sourceOf(trx), { nowMs })
        const check = report.checks.find(({ id }) => id === 'I20')
        expect([name, check?.state, check?.error]).toEqual([name, 'violated', null])
        throw rollback
      })
      await expect(seen).rejects.toBe(rollback)
    }
    expect(complaints(await runAudit(knex, { nowMs }))).toEqual([])
  })
})
