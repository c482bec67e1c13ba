import { afterEach, describe, expect, it } from 'vitest'
import type { Database } from '../../../src/daemon/db/database.ts'
import { auditSource, runAudit } from '../../../src/daemon/ledger/audit.ts'
import type { InvariantId, Violation } from '../../../src/daemon/ledger/audit-report.ts'
import { auditWallets, createSampler } from '../../../src/daemon/ledger/audit-sample.ts'
import { sourceOf } from '../../../src/daemon/ledger/audit-source.ts'
import { writeCheckpoint } from '../../../src/daemon/ledger/checkpoint.ts'
import { credit } from '../../../src/daemon/ledger/credit.ts'
import { createLedger } from '../../../src/daemon/ledger/ledger.ts'
import { entryKinds } from '../../../src/daemon/ledger/operations.ts'
import { redeem } from '../../../src/daemon/ledger/redeem.ts'
import { amount } from '../../../src/daemon/money/amount.ts'
import { fund, openPrivate } from './databases.ts'
import { accrue, recover, reserve, settle } from './requests.ts'
import { complaints } from './stores.ts'

const nowMs = 1_000_000
let opened: { database: Database; remove(): Promise<void> }[] = []
afterEach(async () => {
  for (const { remove } of opened) await remove()
  opened = []
})

/** Opens a store with some of everything: charges, a recovery, a late charge, holds, codes, transfers. */
async function furnished(engine: 'sqlite' | 'postgres'): Promise<Database> {
  const made = await openPrivate(engine, 'audit')
  opened.push(made)
  const { database } = made
  const { knex } = database
  await fund(database, [
    { userId: 1, balance: 100_000n, tokens: [{ id: 1, limit: 50_000n, period: [1, 90_000n] }] },
    { userId: 2, balance: 100_000n, tokens: [{ id: 2, limit: null }] },
  ])
  const ledger = createLedger(await database.createLedgerEngine())
  for (let index = 0; index < 20; index += 1) {
    const user = { userId: 1 + (index % 2), tokenId: 1 + (index % 2) }
    await ledger.submit(reserve(`r${index}`, 500, user))
    await ledger.submit(settle(`r${index}`, 100 + index, { ...user, channelId: 1 + (index % 3) }))
  }
  await ledger.submit(reserve('lost', 500))
  await ledger.submit(accrue('lost', 200))
  await ledger.submit(recover('lost'))
  await ledger.submit(settle('lost', 300))
  await ledger.submit(reserve('open', 400, { deadlineMs: nowMs }))
  await knex('redemptions').insert({
    id: 7,
    creator_id: 1,
    name: 'c',
    key_hash: 'h',
    key_ciphertext: 'x',
    quota: 50,
    created_time: 1,
  })
  await knex.transaction((trx) => redeem(trx, { keyHash: 'h', userId: 1, nowMs }))
  await knex.transaction(async (trx) => {
    const both = { userId: 1, ref: 'transfer:1', atMs: 5 } as const
    await credit(trx, { ...both, walletKind: 2, kind: entryKinds.inviter, delta: amount(70) })
    await credit(trx, { ...both, walletKind: 2, kind: entryKinds.transfer, delta: amount(-70) })
    await credit(trx, { ...both, walletKind: 1, kind: entryKinds.transfer, delta: amount(70) })
  })
  await writeCheckpoint(knex, nowMs)
  return database
}

/** Drops the triggers that keep wrong rows out, so that one can be inserted. */
async function disarm(database: Database): Promise<void> {
  const { knex } = database
  if (database.engine === 'sqlite') {
    await knex.raw('DROP TRIGGER entries_no_update')
    await knex.raw('DROP TRIGGER entries_no_delete')
    return
  }
  await knex.raw('DROP TRIGGER entries_append_only ON entries')
}

const third = '(SELECT id FROM entries WHERE user_id = 2 AND wallet_kind = 1 AND wseq = 3)'
const seventh = '(SELECT id FROM entries WHERE user_id = 2 AND wallet_kind = 1 AND wseq = 7)'

/** Cases in which one unit, row or flag is wrong, with the check that must report it and its first violation. */
const injections: Record<string, { id: InvariantId; sql: string; first: Partial<Violation> }> = {
  'a balance one unit too high': {
    id: 'I1',
    sql: 'UPDATE wallets SET balance = balance + 1 WHERE user_id = 2 AND kind = 1',
    first: { user: 2, wallet: 1, row: 'wallets 2/1' },
  },
  'a balance in the middle of the journal': {
    id: 'I2',
    sql: `UPDATE entries SET balance_after = balance_after - 1 WHERE id = ${third}`,
    first: { user: 2, wallet: 1, seq: 3 },
  },
  'an amount in the middle of the journal': {
    id: 'I2',
    sql: `UPDATE entries SET delta = delta - 1 WHERE id = ${seventh}`,
    first: { user: 2, wallet: 1, seq: 7 },
  },
  'an entry taken out': {
    id: 'I3',
    sql: `DELETE FROM entries WHERE id = ${third}`,
    first: { user: 2, wallet: 1, seq: 4, expected: 'sequence 3', found: 'sequence 4' },
  },
  'a sequence number that runs ahead': {
    id: 'I3',
    sql: 'UPDATE wallets SET last_wseq = last_wseq + 1 WHERE user_id = 2 AND kind = 1',
    first: { user: 2, wallet: 1 },
  },
  'a hold one unit off its wallet': {
    id: 'I4',
    sql: 'UPDATE wallets SET held = held + 1 WHERE user_id = 1 AND kind = 1',
    first: { user: 1, expected: '400', found: '401' },
  },
  'a hold one unit off its token': {
    id: 'I5',
    sql: 'UPDATE token_budgets SET held = held - 1 WHERE token_id = 1',
    first: { row: 'token_budgets 1', expected: '400', found: '399' },
  },
  'a token that used one unit less': {
    id: 'I6',
    sql: 'UPDATE token_budgets SET used = used - 1, remain = remain + 1 WHERE token_id = 1',
    first: { row: 'token_budgets 1' },
  },
  'a token that was granted one unit nobody gave': {
    id: 'I6',
    sql: 'UPDATE token_budgets SET remain = remain + 1 WHERE token_id = 1',
    first: { row: 'token_budgets 1' },
  },
  'a wallet that used one unit more': {
    id: 'I7',
    sql: 'UPDATE wallets SET used = used + 1 WHERE user_id = 2 AND kind = 1',
    first: { user: 2, wallet: 1 },
  },
  'a log row one unit off': {
    id: 'I8',
    sql: "UPDATE usage_logs SET quota = quota + 1 WHERE request_id = 'r3'",
    first: { user: 2, row: 'entries of r3' },
  },
  'a log row that is missing': {
    id: 'I8',
    sql: "DELETE FROM usage_logs WHERE request_id = 'r4'",
    first: { user: 1, row: 'entries of r4', found: 'no log row' },
  },
  'a log row without a charge': {
    id: 'I8',
    sql: "INSERT INTO usage_logs (request_id, at_ms, type, user_id, quota) VALUES ('ghost', 1, 2, 2, 5)",
    first: { user: 2, found: 'none' },
  },
  'a hold long past its deadline': {
    id: 'I9',
    sql: "UPDATE holds SET deadline_ms = 5 WHERE id = 'open'",
    first: { user: 1, row: 'holds open' },
  },
  'a code that was used once more than it paid': {
    id: 'I10',
    sql: 'UPDATE redemptions SET used_count = 2 WHERE id = 7',
    first: { row: 'redemptions 7' },
  },
  'a code that paid one unit too much': {
    id: 'I10',
    sql: 'UPDATE redemptions SET quota = 49 WHERE id = 7',
    first: { row: 'redemptions 7' },
  },
  'a top-up without an order': {
    id: 'I11',
    sql: "UPDATE entries SET kind = 5, ref = 'order' WHERE kind = 4",
    first: { user: 1, row: 'entries of order', expected: 'an order for the top-up' },
  },
  'a transfer that makes money': {
    id: 'I12',
    sql: 'UPDATE entries SET delta = delta + 1 WHERE kind = 12 AND delta > 0',
    first: { row: 'entries of transfer:1', expected: '0', found: '1' },
  },
  'a wallet below zero without a reason': {
    id: 'I13',
    sql: 'UPDATE wallets SET held = balance + 1 WHERE user_id = 2 AND kind = 1',
    first: { user: 2, found: '-1' },
  },
  'token counts that cannot be': {
    id: 'I14',
    sql: "UPDATE usage_logs SET prompt_tokens = 3000000000 WHERE request_id = 'r5'",
    first: { user: 2 },
  },
  'a channel one unit off': {
    id: 'I15',
    sql: 'UPDATE channel_counters SET used = used - 1 WHERE channel_id = 2',
    first: { row: 'channel_counters 2' },
  },
  'a channel that lost its counter': {
    id: 'I15',
    sql: 'DELETE FROM channel_counters WHERE channel_id = 2',
    first: { row: 'channel_counters 2', found: 'no counter' },
  },
  'money out of nowhere': {
    id: 'I16',
    sql: 'UPDATE wallets SET balance = balance + 1 WHERE user_id = 1 AND kind = 1',
    first: { row: 'wallets' },
  },
  'a name changed in a sealed entry': {
    id: 'I17',
    sql: `UPDATE entries SET note = 'innocent' WHERE id = ${third}`,
    first: {},
  },
  'statistics above the charges': {
    id: 'S1',
    sql: 'UPDATE hourly_stats SET quota = quota + 1 WHERE user_id = 1',
    first: { user: 1 },
  },
}

describe.each(['sqlite', 'postgres'] as const)('the audit on %s', (engine) => {
  it('finds nothing where nothing is wrong and prints a trial balance that balances', async () => {
    const { knex } = await furnished(engine)
    const report = await runAudit(knex, { nowMs })
    expect(complaints(report)).toEqual([])
    expect(report.state).toBe('clean')
    const { balances, byKind } = report.trialBalance
    expect(Object.values(byKind).reduce((sum, each) => sum + BigInt(each), 0n)).toBe(BigInt(balances))
    expect(
      report.checks.every(({ checked, id }) => checked > 0 || id === 'I11' || id === 'I19' || id === 'I20'),
    ).toBe(true)
  })

  it('names the first wrong row of each kind of wrong', { timeout: 240_000 }, async () => {
    const database = await furnished(engine)
    await disarm(database)
    for (const [name, { id, sql, first }] of Object.entries(injections)) {
      // Runs in a transaction that is rolled back, so that every case starts from the same clean store.
      const rollback = new Error('seen')
      const seen = database.knex.transaction(async (trx) => {
        for (const statement of sql.split(';')) await trx.raw(statement)
        const report = await auditSource(sourceOf(trx), { nowMs })
        const check = report.checks.find((each) => each.id === id)
        expect(report.state, name).toBe('violated')
        expect(check?.state, name).toBe('violated')
        expect(check?.first, name).toMatchObject(first)
        throw rollback
      })
      await expect(seen).rejects.toBe(rollback)
    }
    expect(complaints(await runAudit(database.knex, { nowMs }))).toEqual([])
  })

  it('excuses log rows that were cleaned up, and only those', async () => {
    const { knex } = await furnished(engine)
    await knex('usage_logs').where('at_ms', '<', 25).delete()
    await knex('log_cleanups').insert({ before_ms: 25, at_ms: 30, actor_id: 1, removed: 20 })
    expect(complaints(await runAudit(knex, { nowMs }))).toEqual([])
    await knex('log_cleanups').update({ before_ms: 15 })
    expect(complaints(await runAudit(knex, { nowMs })).map(({ id }) => id)).toEqual(['I8'])
  })

  it('tells “could not look” from “nothing wrong”', async () => {
    const { knex } = await furnished(engine)
    await knex.raw('DROP TABLE channel_counters')
    const report = await runAudit(knex, { nowMs })
    expect(report.state).toBe('unknown')
    const check = report.checks.find(({ id }) => id === 'I15')
    expect(check).toMatchObject({ state: 'unknown', ok: false })
    expect(check?.error).toContain('channel_counters')
  })

  it('reads only what came after a checkpoint when asked to', async () => {
    const database = await furnished(engine)
    const { knex } = database
    const [{ entry_id: since }] = await knex('ledger_checkpoints').select('entry_id')
    await knex.transaction((trx) =>
      credit(trx, { userId: 2, walletKind: 1, kind: entryKinds.admin, ref: 'x', delta: amount(5), atMs: 5 }),
    )
    const report = await runAudit(knex, { nowMs, since })
    expect(report).toMatchObject({ state: 'clean', entries: 1, since })
    await knex('wallets').where({ user_id: 2, kind: 1 }).increment('balance', 1)
    expect(complaints(await runAudit(knex, { nowMs, since })).map(({ id }) => id)).toEqual(['I1'])
  })

  it('begins at the last checkpoint up to the entry that is asked for, or at the first entry', async () => {
    const database = await furnished(engine)
    const { knex } = database
    const [{ entry_id: since }] = await knex('ledger_checkpoints').select('entry_id')
    expect(await runAudit(knex, { nowMs, since: since + 1 })).toMatchObject({
      state: 'clean',
      entries: 0,
      since,
    })
    const whole = await runAudit(knex, { nowMs })
    expect(await runAudit(knex, { nowMs, since: since - 1 })).toMatchObject({
      state: 'clean',
      entries: whole.entries,
      since: 0,
    })
  })

  it('chains checkpoints: each covers what came after the one before', async () => {
    const database = await furnished(engine)
    const { knex } = database
    expect(await writeCheckpoint(knex, nowMs)).toBeUndefined()
    await knex.transaction((trx) =>
      credit(trx, { userId: 2, walletKind: 1, kind: entryKinds.admin, ref: 'x', delta: amount(5), atMs: 5 }),
    )
    expect(await writeCheckpoint(knex, nowMs)).toMatchObject({ entries: 1 })
    const report = await runAudit(knex, { nowMs })
    expect(report.state).toBe('clean')
    expect(report.checks.find(({ id }) => id === 'I17')?.checked).toBe(2)
  })

  it('a sample of touched wallets finds a wrong unit within one pass, and again in the next', async () => {
    const database = await furnished(engine)
    const { knex } = database
    const sampler = createSampler(knex)
    expect(await sampler.pass()).toMatchObject({ checked: 2, violations: 0, first: null })
    const ledger = createLedger(await database.createLedgerEngine())
    await ledger.submit(settle('late', 100))
    await knex('wallets').where({ user_id: 1, kind: 1 }).increment('used', 1)
    expect(await sampler.pass()).toMatchObject({ checked: 1, violations: 1, first: { user: 1, wallet: 1 } })
    expect(await sampler.pass()).toMatchObject({ checked: 1, violations: 1 })
    await knex('wallets').where({ user_id: 2, kind: 1 }).increment('held', 1)
    expect(await auditWallets(knex, [2])).toMatchObject({
      checked: 1,
      violations: 1,
      first: { user: 2, row: 'holds' },
    })
  })
})
