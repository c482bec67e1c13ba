/**
 * Charged requests per second: a reserve and a settle with log row, statistics and counters each; half of a batch are
 * reserves, half settlements. `node tests/daemon/ledger/measure-main.ts sqlite|postgres://… [seconds]`
 */
import { Client } from 'pg'
import type { LedgerEngine, Operation } from '../../../src/daemon/ledger/operations.ts'
import { createPostgresLedgerEngine } from '../../../src/daemon/ledger/postgres-engine.ts'
import { createSqliteLedgerEngine } from '../../../src/daemon/ledger/sqlite-engine.ts'
import { amount } from '../../../src/daemon/money/amount.ts'
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
const settle = (id: string, userId: number): Operation => ({
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
async function measure(
  name: string,
  engine: LedgerEngine,
  users: number,
  batch: number,
  seconds: number,
): Promise<void> {
  let open: { id: string; userId: number }[] = []
  let charged = 0
  const times: number[] = []
  const start = performance.now()
  while (performance.now() - start < seconds * 1000) {
    const settles = open.splice(0, batch / 2)
    const operations = settles.map((hold) => settle(hold.id, hold.userId))
    while (operations.length < batch) {
      const userId = 1 + Math.floor(Math.random() * users)
      operations.push(reserve(userId))
    }
    const before = performance.now()
    const outcomes = await engine.apply(operations)
    times.push(performance.now() - before)
    outcomes.forEach((outcome, index) => {
      const operation = operations[index]
      if (!outcome.ok)
        throw new Error(JSON.stringify(outcome, (_k, v) => (typeof v === 'bigint' ? String(v) : v)))
      if (operation?.op === 'reserve') open.push({ id: operation.id, userId: operation.userId })
    })
    charged += settles.length
  }
  const took = (performance.now() - start) / 1000
  for (const hold of open) await engine.apply([{ op: 'void', id: hold.id, atMs: t0, logs: [] }])
  open = []
  times.sort((a, b) => a - b)
  console.log(
    `${name} users=${users} batch=${batch}: ${Math.round(charged / took)} charged requests/s, batch p50 ${times[times.length >> 1]?.toFixed(2)} ms p99 ${times[Math.floor(times.length * 0.99)]?.toFixed(2)} ms`,
  )
}
const seed = (users: number): string[] =>
  Array.from({ length: users }, (_, i) => i + 1).flatMap((id) => [
    `INSERT INTO wallets (user_id, kind, balance) VALUES (${id}, 1, 7000000000000000)`,
    `INSERT INTO token_budgets (token_id, user_id, unlimited, granted, remain) VALUES (${id}, ${id}, ${id % 2}, 7000000000000000, 7000000000000000)`,
  ])
const [, , target = 'sqlite', seconds = '5'] = process.argv
for (const users of [500, 1])
  for (const batch of [32, 128, 256]) {
    if (target === 'sqlite') {
      const { db, remove } = await createSqliteFile()
      db.exec(`BEGIN; ${seed(users).join(';')}; COMMIT`)
      const engine = createSqliteLedgerEngine(db, 'bench')
      await measure(
        'sqlite',
        { apply: async (operations) => engine.apply(operations) },
        users,
        batch,
        Number(seconds),
      )
      remove()
    } else {
      const admin = new Client(target)
      await admin.connect()
      await admin.query('DROP SCHEMA IF EXISTS public CASCADE; CREATE SCHEMA public')
      await createSchema('postgres', (sql) => admin.query(sql))
      await admin.query(seed(users).join(';'))
      await admin.query("INSERT INTO instances VALUES ('bench', 0, 0, 0)")
      const engine = createPostgresLedgerEngine({ connectionString: target, instanceId: 'bench' })
      await measure('postgres', engine, users, batch, Number(seconds))
      await engine.close()
      await admin.end()
    }
  }
