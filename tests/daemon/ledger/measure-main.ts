/**
 * Measures charged requests per second, and the CPU time of each in this process and in the database's: with a separate
 * hold each (half of a batch are reserves, half settlements) and from allowances (all are settlements).
 *
 * `node tests/daemon/ledger/measure-main.ts sqlite|postgres://… [seconds] [batch sizes] [numbers of users]`
 */
import { readFileSync } from 'node:fs'
import { Client } from 'pg'
import type { Allow, LedgerEngine, Operation, Settle } from '../../../src/daemon/ledger/operations.ts'
import { createPostgresLedgerEngine } from '../../../src/daemon/ledger/postgres-engine.ts'
import { createSqliteLedgerEngine } from '../../../src/daemon/ledger/sqlite-engine.ts'
import { AMOUNT_MAX_PER_OPERATION, amount } from '../../../src/daemon/money/amount.ts'
import { createSchema, createSqliteFile } from './stores.ts'

const log = (id: string, userId: number) => ({
  requestId: id,
  atMs: 0,
  type: 2,
  userId,
  username: `user${userId}`,
  tokenId: userId,
  tokenName: 'bench',
  channelId: 1,
  group: 'default',
  model: 'gpt-4o-mini',
  promptTokens: 812,
  completionTokens: 240,
  quota: amount(0),
  isStream: true,
  useTimeMs: 1830,
  ip: '10.1.2.3',
  usageSource: 'upstream',
  content: '',
  other: '{"model_ratio":0.075,"group_ratio":1,"completion_ratio":4,"frt":231}',
  explanation: '{"candidates":[1,2],"attempts":[{"channel":1,"status":200}],"hold":"123456"}',
})
let serial = 0
const t0 = 1_763_000_000_000
const reserve = (userId: number): Operation => ({
  op: 'reserve',
  id: `req_01kabcdefghij${String(++serial).padStart(12, '0')}`,
  userId,
  tokenId: userId,
  amount: amount(123_456),
  atMs: t0 + serial,
  deadlineMs: t0 + 600_000,
  snapshot:
    '{"username":"u","tokenName":"bench","group":"default","model":"gpt-4o-mini","channelId":1,"isStream":true,"ip":"10.1.2.3","logged":true}',
})
const settle = (id: string, userId: number): Settle => ({
  op: 'settle',
  id,
  userId,
  tokenId: userId,
  channelId: 1,
  cost: amount(132_900),
  atMs: t0 + serial,
  log: log(id, userId),
  stat: { model: 'gpt-4o-mini', hourTime: 1_763_000_000 - (1_763_000_000 % 3600), tokens: 1052 },
  note: null,
})
const allow = (userId: number): Allow => ({
  op: 'allow',
  id: `allow-${userId}`,
  userId,
  tokenId: userId,
  more: AMOUNT_MAX_PER_OPERATION,
  spare: amount(0),
  seq: 1,
  atMs: t0,
})

/** An engine, and the CPU time in microseconds that the process behind it has used. */
interface Subject {
  readonly name: string
  readonly engine: LedgerEngine
  usedByStore(): number
}

interface Extent {
  readonly users: number
  readonly batch: number
  readonly seconds: number
}

/** By then, everything is compiled and planned, and every wallet has been used. */
const WARM_SECONDS = 3

const pickUser = (users: number): number => 1 + Math.floor(Math.random() * users)

/** Returns the next batch and the number of charges in it. */
type Work = () => { readonly operations: readonly Operation[]; readonly charges: number }

function ownHolds({ users, batch }: Extent): Work {
  const open: { id: string; userId: number }[] = []
  return () => {
    const settles = open.splice(0, batch / 2)
    const operations: Operation[] = settles.map(({ id, userId }) => settle(id, userId))
    while (operations.length < batch) {
      const userId = pickUser(users)
      const operation = reserve(userId)
      operations.push(operation)
      open.push({ id: operation.id, userId })
    }
    return { operations, charges: settles.length }
  }
}

function fromAllowances({ users, batch }: Extent): Work {
  let next = 0
  return () => {
    const lent = Array.from({ length: Math.min(batch, users - next) }, (_, index) => allow(next + index + 1))
    next += lent.length
    if (lent.length > 0) return { operations: lent, charges: 0 }
    const operations = Array.from({ length: batch }, (): Operation => {
      const userId = pickUser(users)
      serial += 1
      const charge = settle(`req_01kabcdefghij${String(serial).padStart(12, '0')}`, userId)
      return { ...charge, from: { allowance: `allow-${userId}`, held: amount(140_000) } }
    })
    return { operations, charges: batch }
  }
}

async function measure({ name, engine, usedByStore }: Subject, extent: Extent, work: Work): Promise<void> {
  const times: number[] = []
  let charged = 0
  const run = async (seconds: number): Promise<void> => {
    const end = performance.now() + seconds * 1000
    while (performance.now() < end) {
      const { operations, charges } = work()
      const before = performance.now()
      const outcomes = await engine.apply(operations)
      times.push(performance.now() - before)
      const refused = outcomes.find(({ ok }) => !ok)
      if (refused)
        throw new Error(JSON.stringify(refused, (_k, v) => (typeof v === 'bigint' ? String(v) : v)))
      charged += charges
    }
  }
  await run(WARM_SECONDS)
  times.length = 0
  charged = 0
  const [cpu, storeCpu, start] = [process.cpuUsage(), usedByStore(), performance.now()]
  await run(extent.seconds)
  const took = (performance.now() - start) / 1000
  const { user, system } = process.cpuUsage(cpu)
  times.sort((a, b) => a - b)
  const each = (used: number): string => (used / charged).toFixed(1)
  console.log(
    `${name} users=${extent.users} batch=${extent.batch}: ${Math.round(charged / took)} charged requests/s, ${each(user + system)} us each here, ${each(usedByStore() - storeCpu)} us in the database, batch p50 ${times[times.length >> 1]?.toFixed(2)} ms p99 ${times[Math.floor(times.length * 0.99)]?.toFixed(2)} ms`,
  )
}

/** Returns the CPU time of another process on this machine, in microseconds. */
function usedBy(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10_000
}

const seed = (users: number): string[] =>
  Array.from({ length: users }, (_, i) => i + 1).flatMap((id) => [
    `INSERT INTO wallets (user_id, kind, balance) VALUES (${id}, 1, 7000000000000000)`,
    `INSERT INTO token_budgets (token_id, user_id, unlimited, granted, remain) VALUES (${id}, ${id}, ${id % 2}, 7000000000000000, 7000000000000000)`,
  ])
const [, , target = 'sqlite', seconds = '5', sizes = '8,32,128', crowds = '500,1'] = process.argv
for (const users of crowds.split(',').map(Number))
  for (const batch of sizes.split(',').map(Number))
    for (const [kind, make] of Object.entries({ 'own holds': ownHolds, allowances: fromAllowances })) {
      const extent = { users, batch, seconds: Number(seconds) }
      if (target === 'sqlite') {
        const { db, remove } = await createSqliteFile()
        db.exec(`BEGIN; ${seed(users).join(';')}; COMMIT`)
        const engine = createSqliteLedgerEngine(db, 'bench')
        const subject = { name: `sqlite, ${kind},`, engine, usedByStore: () => 0 }
        await measure(subject, extent, make(extent))
        remove()
      } else {
        const admin = new Client(target)
        await admin.connect()
        await admin.query('DROP SCHEMA IF EXISTS public CASCADE; CREATE SCHEMA public')
        await createSchema('postgres', (sql) => admin.query(sql))
        await admin.query(seed(users).join(';'))
        await admin.query("INSERT INTO instances VALUES ('bench', 0, 0, 0)")
        const engine = createPostgresLedgerEngine({ connectionString: target, instanceId: 'bench' })
        await engine.apply([])
        const { rows } = await admin.query<{ pid: number }>(
          "SELECT pid FROM pg_stat_activity WHERE application_name = 'tollgate ledger'",
        )
        const subject = { name: `postgres, ${kind},`, engine, usedByStore: () => usedBy(rows[0]?.pid ?? 0) }
        await measure(subject, extent, make(extent))
        await engine.close()
        await admin.end()
      }
    }
