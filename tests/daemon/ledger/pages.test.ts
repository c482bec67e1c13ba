import { expect, it } from 'vitest'
import { createSqliteLedgerEngine } from '../../../src/daemon/ledger/sqlite-engine.ts'
import { allow, settleFrom } from './requests.ts'
import { createSqliteFile } from './stores.ts'

/**
 * Each batch waits for the disk once, and the wait grows with the number of pages written. A charge writes a page of
 * each table (wallets, token_budgets, channel_counters, hourly_stats, entries, usage_logs, and SQLite's list of last
 * ids) and of each index that gets a row (two of entries, three of usage_logs). If the wallet or token has little left,
 * it also writes the row of its allowance, but no index of holds.
 */
const PAGES = 12

it.each([
  { balance: 100_000, pages: PAGES, amount: 2_000 },
  { balance: 9_000, pages: PAGES + 1, amount: 1_800 },
])(
  'a charge from an allowance writes $pages pages on SQLite where the wallet has $balance',
  async ({ balance, pages, amount }) => {
    const { db, remove } = await createSqliteFile()
    try {
      db.exec(`INSERT INTO wallets (user_id, kind, balance) VALUES (1, 1, ${balance})`)
      db.exec('INSERT INTO token_budgets (token_id, user_id, granted, remain) VALUES (1, 1, 100000, 100000)')
      const engine = createSqliteLedgerEngine(db, 'i_one')
      const from = { allowance: 'lent', held: 300 }
      engine.apply([allow('lent', 1, 2_000), settleFrom('first', 100, from)])
      db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      expect(engine.apply([settleFrom('second', 100, from)])).toMatchObject([{ ok: true, cost: 100n }])
      expect(db.prepare('PRAGMA wal_checkpoint(PASSIVE)').get()).toEqual({
        busy: 0,
        log: pages,
        checkpointed: pages,
      })
      expect(db.prepare('SELECT amount FROM holds').all()).toEqual([{ amount }])
    } finally {
      remove()
    }
  },
)
