import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../../src/daemon/db/database.ts'
import { auditSource, runAudit } from '../../../src/daemon/ledger/audit.ts'
import { sourceOf } from '../../../src/daemon/ledger/audit-source.ts'
import { createLedger } from '../../../src/daemon/ledger/ledger.ts'
import type { Ledger } from '../../../src/daemon/ledger/operations.ts'
import { defaultOptions } from '../../../src/daemon/options/registry.ts'
import { changeTask, giveUpSubmission } from '../../../src/daemon/tasks/change-task.ts'
import type { TaskStatus } from '../../../src/daemon/tasks/task.ts'
import { acceptTask, claimTask, dropTask, insertTask } from '../../../src/daemon/tasks/tasks-store.ts'
import { fund, openPrivate } from './databases.ts'
import { log } from './history.ts'
import { recover, release, reserve, settle, takeBack } from './requests.ts'
import { complaints } from './stores.ts'

const COST = 700
const CHANNEL = 3
const nowMs = 1_000_000

describe.each(['sqlite', 'postgres'] as const)('tasks on %s', (engine) => {
  let database: Database
  let ledger: Ledger
  let remove: () => Promise<void>

  beforeAll(async () => {
    ;({ database, remove } = await openPrivate(engine, 'tasks'))
    await fund(database, [
      { userId: 1, balance: 100_000n, tokens: [{ id: 1, limit: 50_000n, period: [1, 90_000n] }] },
      { userId: 2, balance: 100_000n, tokens: [{ id: 2, limit: null }] },
    ])
    for (const id of [1, 2])
      await database.knex('users').insert({ id, username: `user-${id}`, created_time: 1 })
    ledger = createLedger(await database.createLedgerEngine())
  })
  afterAll(() => remove())

  const deps = () => ({
    knex: database.knex,
    options: { current: () => defaultOptions },
    clock: { now: () => nowMs },
    log: pino({ level: 'silent' }),
  })
  const rowOf = (requestId: string) => database.knex('tasks').where({ request_id: requestId }).first()
  const charge = (id: string) =>
    ledger.submit(settle(id, COST, { needsHold: true, log: { ...log(id, 1, 2, 20), channelId: CHANNEL } }))
  const free = async () => {
    const row = await database.knex('wallets').where({ user_id: 1, kind: 1 }).first('balance', 'held')
    return Number(row.balance) - Number(row.held)
  }

  /** Takes a submission through its real steps, up to `upTo`. */
  const steps = ['held', 'noted', 'claimed', 'charged', 'accepted'] as const
  async function submission(id: string, upTo: (typeof steps)[number] = 'accepted'): Promise<string> {
    const reaches = (step: (typeof steps)[number]) => steps.indexOf(step) <= steps.indexOf(upTo)
    await ledger.submit(reserve(id, COST))
    if (reaches('noted'))
      await insertTask(database.knex, {
        requestId: id,
        platform: 'suno',
        action: 'MUSIC',
        model: 'suno_music',
        userId: 1,
        tokenId: 1,
        channelId: CHANNEL,
        prompt: 'p',
        result: {},
        hookHash: null,
        submitMs: nowMs,
      })
    const claim = { publicId: `task-${id}`, vendorId: `task-${id}`, channelId: CHANNEL, keyHint: 'k' }
    if (reaches('claimed')) await claimTask(database.knex, id, claim)
    if (reaches('charged')) await charge(id)
    const news = { status: 'SUBMITTED' } as const
    if (reaches('accepted')) await acceptTask(database.knex, id, { code: 1, news, atMs: nowMs })
    return id
  }
  const end = async (id: string, status: TaskStatus): Promise<void> => {
    await changeTask(Number((await rowOf(id)).id), { status, failReason: '' }, deps())
  }

  it('I19: a clean store stays clean at every step of a task, and after every end', async () => {
    for (const step of steps) await submission(`step-${step}`, step)
    expect(complaints(await runAudit(database.knex, { nowMs }))).toEqual([])
    await end(await submission('done'), 'SUCCESS')
    await end(await submission('failed'), 'FAILURE')
    await dropTask(database.knex, 'step-noted', { code: 4, reason: 'no', atMs: nowMs })
    await ledger.submit(release('step-noted'))
    await giveUpSubmission(Number((await rowOf('step-charged')).id), 'cut off', deps())
    expect(complaints(await runAudit(database.knex, { nowMs }))).toEqual([])
  })

  it('a submission that was given up is charged no more: its hold is gone', async () => {
    const id = await submission('given-up', 'claimed')
    await ledger.submit(recover(id))
    await giveUpSubmission(Number((await rowOf(id)).id), 'cut off', deps())
    const before = await free()
    expect(await charge(id)).toEqual({ ok: false, reason: 'no-hold' })
    expect(await free()).toBe(before)
    expect(complaints(await runAudit(database.knex, { nowMs }))).toEqual([])
  })

  it('a charge that three sides give back at once comes back once', async () => {
    const before = await free()
    for (let round = 0; round < 10; round += 1) {
      const id = await submission(`three-${round}`, round % 2 === 0 ? 'charged' : 'accepted')
      const row = Number((await rowOf(id)).id)
      await Promise.all([
        round % 2 === 0 ? giveUpSubmission(row, 'cut off', deps()) : end(id, 'FAILURE'),
        ledger.submit(takeBack(id)),
        round % 2 === 0 ? giveUpSubmission(row, 'cut off', deps()) : end(id, 'FAILURE'),
        charge(id),
      ])
      expect(await rowOf(id)).toMatchObject({ status: 'FAILURE', is_open: 0 })
    }
    expect(await free()).toBe(before)
    expect(complaints(await runAudit(database.knex, { nowMs }))).toEqual([])
  })

  it('I19: tasks fail while others are handed in: no deadlock, and the books add up at every moment', {
    timeout: 60_000,
  }, async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, (_, index) => submission(`load-${index}`)))
    const before = await free()
    const load = Array.from({ length: 60 }, async (_, index) => {
      const user = { userId: 1 + (index % 2), tokenId: 1 + (index % 2) }
      await ledger.submit(reserve(`other-${index}`, 100, user))
      await ledger.submit(release(`other-${index}`))
    })
    const handedIn = Array.from({ length: 20 }, (_, index) => submission(`meanwhile-${index}`))
    const audits = Array.from({ length: 5 }, async () => {
      await Promise.race(handedIn)
      expect(complaints(await runAudit(database.knex, { nowMs }))).toEqual([])
    })
    await Promise.all([...load, ...audits, ...handedIn, ...ids.map((id) => end(id, 'FAILURE'))])
    // Twenty were refunded, and twenty were submitted.
    expect(await free()).toBe(before)
    expect(complaints(await runAudit(database.knex, { nowMs }))).toEqual([])
  })

  it('I19 the audit names a task or a refund that is not right: 27 planted errors', {
    timeout: 240_000,
  }, async () => {
    const { knex } = database
    const done = await submission('planted-done')
    await end(done, 'SUCCESS')
    const failed = await submission('planted-failed')
    await end(failed, 'FAILURE')
    const open = await submission('planted-open')
    expect(complaints(await runAudit(knex, { nowMs }))).toEqual([])
    if (engine === 'sqlite')
      for (const name of ['update', 'delete']) await knex.raw(`DROP TRIGGER entries_no_${name}`)
    else await knex.raw('DROP TRIGGER entries_append_only ON entries')
    const task = (id: string) => `request_id = '${id}'`
    const entry = (kind: number, id: string) => `kind = ${kind} AND ref = '${id}'`
    const free =
      'DROP TABLE IF EXISTS bare; CREATE TABLE bare AS SELECT * FROM tasks; DROP TABLE tasks; ALTER TABLE bare RENAME TO tasks'
    const planted: Record<string, string> = {
      'a failed task whose refund is gone': `DELETE FROM entries WHERE ${entry(13, failed)}`,
      'a refund of a unit less': `UPDATE entries SET delta = delta - 1 WHERE ${entry(13, failed)}`,
      'a refund of a unit more': `UPDATE entries SET delta = delta + 1 WHERE ${entry(13, failed)}`,
      'a refund to another user': `UPDATE entries SET user_id = 2, wseq = 900 WHERE ${entry(13, failed)}`,
      'a refund to another token': `UPDATE entries SET token_id = 2 WHERE ${entry(13, failed)}`,
      'a refund of a task that nobody has': `UPDATE entries SET ref = 'nobody' WHERE ${entry(13, failed)}`,
      'a refund whose task is gone': `DELETE FROM tasks WHERE ${task(failed)}`,
      'a refund of a task that succeeded': `UPDATE tasks SET status = 'SUCCESS' WHERE ${task(failed)}`,
      'a refund of a task that is open again': `UPDATE tasks SET status = 'SUBMITTED', is_open = 1, finish_ms = 0 WHERE ${task(failed)}`,
      'a second refund under another name': `INSERT INTO entries (user_id, wallet_kind, wseq, kind, ref, delta, balance_after, at_ms, note)
        VALUES (1, 1, 900, 13, '${failed}:2', ${COST}, 0, 1, 'task')`,
      'a refund that the log does not tell': `DELETE FROM usage_logs WHERE type = 4 AND ${task(failed)}`,
      'a refund that the log tells otherwise': `UPDATE usage_logs SET quota = quota + 1 WHERE type = 4 AND ${task(failed)}`,
      'a task that failed without a refund': `UPDATE tasks SET status = 'FAILURE' WHERE ${task(done)}`,
      'a row that says a unit more than was charged': `UPDATE tasks SET quota = quota + 1 WHERE ${task(done)}`,
      'a failed row that says a unit less': `UPDATE tasks SET quota = quota - 1 WHERE ${task(failed)}`,
      'an accepted task without its charge': `DELETE FROM entries WHERE ${entry(1, done)}`,
      'a task that was charged twice': `INSERT INTO entries (user_id, wallet_kind, wseq, kind, ref, delta, balance_after, token_id, channel_id, at_ms)
        VALUES (1, 1, 900, 3, '${done}', -${COST}, 0, 1, ${CHANNEL}, 1)`,
      'a charge to another user': `UPDATE entries SET user_id = 2, wseq = 900 WHERE ${entry(1, done)}`,
      'a task of another user': `UPDATE tasks SET user_id = 2 WHERE ${task(done)}`,
      'a task of another token': `UPDATE tasks SET token_id = 2 WHERE ${task(done)}`,
      'a task of another channel': `UPDATE tasks SET channel_id = 4 WHERE ${task(done)}`,
      'a task that has ended and is open': `UPDATE tasks SET is_open = 1 WHERE ${task(done)}`,
      'an open task that nobody asks about': `UPDATE tasks SET is_open = 0 WHERE ${task(open)}`,
      'an accepted task without a name at its vendor': `UPDATE tasks SET vendor_id = NULL WHERE ${task(open)}`,
      'a submission that is left open': `UPDATE tasks SET status = '', submit_ms = ${nowMs - 3 * 3_600_000} WHERE ${task(open)}`,
      'two tasks of one request': `${free}; UPDATE tasks SET request_id = '${done}' WHERE ${task(open)}`,
      'two rows of one task at its vendor': `${free}; UPDATE tasks SET vendor_id = 'task-${done}' WHERE ${task(open)}`,
    }
    for (const [name, sql] of Object.entries(planted)) {
      const rollback = new Error('seen')
      const seen = knex.transaction(async (trx) => {
        for (const statement of sql.split(';')) await trx.raw(statement)
        const report = await auditSource(sourceOf(trx), { nowMs })
        const check = report.checks.find(({ id }) => id === 'I19')
        expect([name, check?.state, check?.error]).toEqual([name, 'violated', null])
        throw rollback
      })
      await expect(seen).rejects.toBe(rollback)
    }
    expect(complaints(await runAudit(knex, { nowMs }))).toEqual([])
  })
})
