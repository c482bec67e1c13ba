import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import type { Database } from '../../../src/daemon/db/database.ts'
import { openDatabase } from '../../../src/daemon/db/open-database.ts'
import { runAudit } from '../../../src/daemon/ledger/audit.ts'
import { createLedger } from '../../../src/daemon/ledger/ledger.ts'
import type { Ledger } from '../../../src/daemon/ledger/operations.ts'
import { type Recovery, type RecoveryOptions, startRecovery } from '../../../src/daemon/ledger/recovery.ts'
import { createDatabase } from '../../support/services/postgres.ts'
import { accrue, allow, reserve, settle } from './requests.ts'
import { complaints, openAccounts } from './stores.ts'

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }
const directories: string[] = []
const open: { database: Database; ledger: Ledger; recovery?: Recovery }[] = []

afterEach(async () => {
  for (const { database, ledger, recovery } of open.splice(0)) {
    await ledger.drain()
    await recovery?.stop()
    await database.close()
  }
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true })
})

const newDirectory = (): string => {
  const directory = mkdtempSync(join(tmpdir(), 'recovery-'))
  directories.push(directory)
  return directory
}

interface Daemon {
  readonly database: Database
  readonly ledger: Ledger
  recovery?: Recovery
}

async function start(dataDir: string, databaseUrl?: string): Promise<Daemon> {
  const database = await openDatabase({ dataDir, databaseUrl, secretKey: 'k'.repeat(43) })
  const ledger = createLedger(await database.createLedgerEngine())
  const daemon: Daemon = { database, ledger }
  open.push(daemon)
  return daemon
}

interface Conditions {
  readonly onFenced?: () => void
  readonly elapsedMs?: () => number
  readonly every?: RecoveryOptions['every']
}

async function recoverIn(
  daemon: Daemon,
  { onFenced = () => undefined, elapsedMs = () => 0, every = () => () => undefined }: Conditions = {},
): Promise<Recovery> {
  const { database, ledger } = daemon
  daemon.recovery = await startRecovery({
    engine: database.engine,
    knex: database.knex,
    beats: database.beats,
    ledger,
    instanceId: database.instanceId,
    clock: { now: () => 1_000 },
    log: quiet,
    onFenced,
    every,
    elapsedMs,
  })
  return daemon.recovery
}

/** Creates a clock for heartbeat checks that moves only when the test moves it. */
function stoppedClock() {
  let ms = 0
  return {
    elapsedMs: () => ms,
    /** Runs rounds of `recovery`, five seconds apart, for this long. */
    async watch(recovery: Recovery, forMs: number) {
      for (const end = ms + forMs; ms < end; ) {
        ms += 5_000
        await recovery.pass()
      }
    },
    pass: (byMs: number) => {
      ms += byMs
    },
  }
}

const fund = ({ database }: Daemon) =>
  openAccounts(
    {
      async run(sql) {
        for (const statement of sql.split(';')) await database.knex.raw(statement)
      },
    },
    [{ userId: 1, balance: 1_000_000n, tokens: [{ id: 1, limit: null }] }],
  )

const walletOf = ({ database }: Daemon) =>
  database.knex('wallets').where({ user_id: 1, kind: 1 }).first('balance', 'held', 'used', 'requests')

/** Leaves the store like a daemon that died, without signing off. */
async function abandon(daemon: Daemon): Promise<void> {
  open.splice(open.indexOf(daemon), 1)
  await daemon.ledger.drain()
  await daemon.database.close()
}

describe('after a crash on SQLite', () => {
  it('an allowance is freed, and no request counts as lost with it', async () => {
    const directory = newDirectory()
    const first = await start(directory)
    await fund(first)
    await first.ledger.submit(allow('lent', 1, 5_000))
    await abandon(first)
    const second = await start(directory)
    const recovery = await recoverIn(second)
    expect(recovery.counts).toEqual({ orphans: 0, overdue: 0, fencedPeers: 0 })
    expect(await second.database.knex('holds')).toEqual([])
    expect(await walletOf(second)).toEqual({ balance: 1_000_000, held: 0, used: 0, requests: 0 })
    expect(await second.database.knex('usage_logs')).toEqual([])
    expect(complaints(await runAudit(second.database.knex))).toEqual([])
  })

  it('every hold is settled at what it had earned before anything listens, once however often it starts', async () => {
    const directory = newDirectory()
    const first = await start(directory)
    await fund(first)
    await Promise.all(
      Array.from({ length: 1_200 }, async (_, index) => {
        await first.ledger.submit(reserve(`h${String(index).padStart(5, '0')}`, 500))
        if (index % 2 === 0) await first.ledger.submit(accrue(`h${String(index).padStart(5, '0')}`, 200))
      }),
    )
    await abandon(first)

    const second = await start(directory)
    const recovery = await recoverIn(second)
    expect(recovery.counts.orphans).toBe(1_200)
    expect(await walletOf(second)).toEqual({ balance: 880_000, held: 0, used: 120_000, requests: 600 })
    expect(await second.database.knex('holds')).toEqual([])
    const logs = await second.database
      .knex('usage_logs')
      .select('type')
      .count('* as n')
      .groupBy('type')
      .orderBy('type')
    expect(logs).toEqual([
      { type: 2, n: 600 },
      { type: 6, n: 600 },
    ])
    expect(complaints(await runAudit(second.database.knex, { nowMs: 1_000 }))).toEqual([])
    await abandon(second)

    const third = await start(directory)
    expect((await recoverIn(third)).counts.orphans).toBe(0)
    expect(await walletOf(third)).toEqual({ balance: 880_000, held: 0, used: 120_000, requests: 600 })
  })

  it('a hold past its deadline is released and counted although its daemon lives', async () => {
    const daemon = await start(newDirectory())
    await fund(daemon)
    await daemon.ledger.submit(reserve('leak', 500, { deadlineMs: 900 }))
    await daemon.ledger.submit(reserve('fine', 500, { deadlineMs: 2_000 }))
    const recovery = await recoverIn(daemon)
    expect(recovery.counts).toEqual({ orphans: 0, overdue: 1, fencedPeers: 0 })
    expect(await daemon.database.knex('holds').select('id')).toEqual([{ id: 'fine' }])
  })

  it('a hold whose deadline was moved is kept, although nothing more was earned', async () => {
    const daemon = await start(newDirectory())
    await fund(daemon)
    await daemon.ledger.submit(reserve('session', 500, { deadlineMs: 900 }))
    await daemon.ledger.submit({ ...accrue('session', 0), deadlineMs: 2_000 })
    const recovery = await recoverIn(daemon)
    expect(recovery.counts.overdue).toBe(0)
    expect(await daemon.database.knex('holds').select('id', 'deadline_ms')).toEqual([
      { id: 'session', deadline_ms: 2_000 },
    ])
  })
})

describe('several daemons on PostgreSQL', () => {
  it('reliability 3, 12: settle the holds of one that fell silent; when it wakes up it books only the difference and admits nothing', async () => {
    const url = await createDatabase('fencing')
    const clock = stoppedClock()
    const sleeper = await start(newDirectory(), url)
    await fund(sleeper)
    let isTold = false
    const own = await recoverIn(sleeper, {
      onFenced: () => {
        isTold = true
      },
    })
    for (const id of ['a', 'b', 'c']) await sleeper.ledger.submit(reserve(id, 500))
    await sleeper.ledger.submit(accrue('a', 200))
    await sleeper.ledger.submit(accrue('b', 200))

    const peer = await start(newDirectory(), url)
    const watch = await recoverIn(peer, clock)
    await clock.watch(watch, 25_000)
    expect(watch.counts).toEqual({ orphans: 0, overdue: 0, fencedPeers: 0 })
    await clock.watch(watch, 5_000)
    expect(watch.counts).toEqual({ orphans: 3, overdue: 0, fencedPeers: 1 })
    expect(await walletOf(peer)).toEqual({ balance: 999_600, held: 0, used: 400, requests: 2 })

    expect(await sleeper.ledger.submit(reserve('d', 100))).toEqual({ ok: false, reason: 'fenced' })
    await own.pass()
    expect(isTold).toBe(true)
    // The first was recovered at 200 but cost 350, the second was recovered at 200 but cost 150, the third was voided
    // but cost 120.
    expect(await sleeper.ledger.submit(settle('a', 350))).toMatchObject({
      ok: true,
      replayed: false,
      cost: 350n,
    })
    expect(await sleeper.ledger.submit(settle('b', 150))).toMatchObject({
      ok: true,
      replayed: true,
      cost: 200n,
    })
    expect(await sleeper.ledger.submit(settle('c', 120))).toMatchObject({
      ok: true,
      replayed: false,
      cost: 120n,
    })
    expect(await sleeper.ledger.submit(settle('a', 350))).toMatchObject({
      ok: true,
      replayed: true,
      cost: 350n,
    })
    expect(await walletOf(peer)).toEqual({ balance: 999_330, held: 0, used: 670, requests: 3 })
    expect(complaints(await runAudit(peer.database.knex, { nowMs: 1_000 }))).toEqual([])
  })

  it('leave the holds of a living one alone and find those of one that signed off', async () => {
    const url = await createDatabase('signing-off')
    const one = await start(newDirectory(), url)
    await fund(one)
    const oneRecovery = await recoverIn(one)
    await one.ledger.submit(reserve('a', 500))
    const two = await start(newDirectory(), url)
    const twoRecovery = await recoverIn(two)
    expect(twoRecovery.counts.orphans).toBe(0)
    await oneRecovery.stop()
    await twoRecovery.pass()
    expect(twoRecovery.counts.orphans).toBe(1)
    expect(await walletOf(two)).toMatchObject({ held: 0 })
  })

  it('reliability 3: take nobody for dead because of the time in which the store was away', async () => {
    const url = await createDatabase('outage')
    const clock = stoppedClock()
    const other = await start(newDirectory(), url)
    const back = await start(newDirectory(), url)
    const others = await recoverIn(other, clock)
    const watch = await recoverIn(back, clock)
    await clock.watch(watch, 25_000)
    await others.pass()
    await clock.watch(watch, 25_000)
    // The store was away for a minute. The first daemon to return has not seen a new heartbeat of the other yet.
    clock.pass(60_000)
    await clock.watch(watch, 20_000)
    expect(watch.counts.fencedPeers).toBe(0)
    await others.pass()
    expect(others.isFenced).toBe(false)
    // The store was away for a few seconds only, which a failed round noticed.
    await clock.watch(watch, 25_000)
    await back.database.beats.raw('ALTER TABLE instances RENAME TO away')
    await expect(watch.pass()).rejects.toThrow('does not exist')
    await back.database.beats.raw('ALTER TABLE away RENAME TO instances')
    await clock.watch(watch, 25_000)
    expect(watch.counts.fencedPeers).toBe(0)
    // The store responds but the other daemon stays silent, so it is dead.
    await clock.watch(watch, 10_000)
    expect(watch.counts.fencedPeers).toBe(1)
    await expect(others.pass()).resolves.toBeUndefined()
    expect(others.isFenced).toBe(true)
  })

  it('reliability 3: beat while everything else waits for a locked table', async () => {
    const url = await createDatabase('locked')
    const daemon = await start(newDirectory(), url)
    const { knex, beats, instanceId } = daemon.database
    const rounds: (() => void)[] = []
    await recoverIn(daemon, {
      every: (_ms, work) => {
        rounds.push(work)
        return () => undefined
      },
    })
    const beatOf = () => beats('instances').where({ id: instanceId }).first('beat_ms')
    const locker = new pg.Client({ connectionString: url })
    await locker.connect()
    await locker.query('BEGIN; LOCK TABLE holds, wallets')
    // As many queries as the pool has connections.
    const waiting = Array.from({ length: 10 }, () => knex('wallets').select().then(String, String))
    const nextBeat = () => {
      for (const round of rounds) round()
      return beatOf()
    }
    // Two beats: queries of the first rounds begin to wait, and the second beat must not wait for them.
    for (const _ of ['first', 'second']) await expect.poll(nextBeat).not.toEqual(await beatOf())
    await locker.query('COMMIT')
    await locker.end()
    await Promise.allSettled(waiting)
  })

  it('recover one dead daemon at the same time without charging twice', async () => {
    const url = await createDatabase('many-hands')
    const clock = stoppedClock()
    const dead = await start(newDirectory(), url)
    await fund(dead)
    await Promise.all(
      Array.from({ length: 700 }, async (_, index) => {
        await dead.ledger.submit(reserve(`h${index}`, 500))
        await dead.ledger.submit(accrue(`h${index}`, 100))
      }),
    )
    await abandon(dead)
    const peers = [await start(newDirectory(), url), await start(newDirectory(), url)]
    const recoveries = await Promise.all(peers.map((peer) => recoverIn(peer, clock)))
    for (let rounds = 0; rounds < 6; rounds += 1) {
      clock.pass(5_000)
      await Promise.all(recoveries.map((recovery) => recovery.pass()))
    }
    expect(recoveries.reduce((sum, { counts }) => sum + counts.orphans, 0)).toBe(700)
    const [peer] = peers
    if (peer === undefined) throw new Error('no peer')
    expect(await walletOf(peer)).toEqual({ balance: 930_000, held: 0, used: 70_000, requests: 700 })
  })
})
