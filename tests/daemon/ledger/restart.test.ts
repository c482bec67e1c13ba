import pg from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { auditSource } from '../../../src/daemon/ledger/audit.ts'
import { createLedger } from '../../../src/daemon/ledger/ledger.ts'
import { createPostgresLedgerEngine } from '../../../src/daemon/ledger/postgres-engine.ts'
import { type OwnPostgres, startOwnPostgres } from '../../support/services/postgres.ts'
import { release, reserve, settle } from './requests.ts'
import { complaints, createSchema, openAccounts } from './stores.ts'

let server: OwnPostgres | undefined
afterEach(() => server?.remove())

async function withClient<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

describe('a PostgreSQL server that goes away under load', () => {
  it.each(['fast', 'immediate', 'kill'] as const)(
    'and comes back (%s) loses no acknowledged charge and doubles none',
    { timeout: 120_000 },
    async (mode) => {
      server = await startOwnPostgres()
      const { url } = server
      await withClient(url, async (client) => {
        await createSchema('postgres', (sql) => client.query(sql))
        await openAccounts({ run: async (sql) => void (await client.query(sql)) }, [
          { userId: 1, balance: 1_000_000_000n, tokens: [{ id: 1, limit: null }] },
        ])
      })
      const engine = createPostgresLedgerEngine({ connectionString: url, instanceId: 'i_one' })
      const ledger = createLedger(engine)
      let isOver = false
      let charged = 0
      const client = async (name: string): Promise<void> => {
        for (let turn = 0; !isOver; turn += 1) {
          const id = `${name}-${turn}`
          try {
            await ledger.submit(reserve(id, 100))
          } catch {
            // The server was away for longer than a new request waits.
            await new Promise((resolve) => setImmediate(resolve))
            continue
          }
          if (turn % 5 === 0) await ledger.submit(release(id))
          else {
            const outcome = await ledger.submit(settle(id, 70))
            if (outcome.ok) charged += 1
          }
        }
      }
      const clients = Array.from({ length: 40 }, (_, index) => client(`c${index}`))
      for (let restart = 0; restart < 2; restart += 1) {
        const before = charged
        while (charged < before + 300) await new Promise((resolve) => setImmediate(resolve))
        await server.restart(mode)
      }
      const before = charged
      while (charged < before + 300) await new Promise((resolve) => setImmediate(resolve))
      isOver = true
      await Promise.all(clients)
      await ledger.drain()
      await engine.close()
      await withClient(url, async (reader) => {
        const { rows } = await reader.query(
          'SELECT used, held, requests FROM wallets WHERE user_id = 1 AND kind = 1',
        )
        expect(rows).toEqual([{ used: String(charged * 70), held: '0', requests: String(charged) }])
        const report = await auditSource(
          {
            engine: 'postgres',
            async all(sql, bindings = []) {
              const text = bindings.reduce<string>(
                (done, _, index) => done.replace('?', `$${index + 1}`),
                sql,
              )
              return (await reader.query(text, [...bindings])).rows
            },
          },
          { nowMs: 100 },
        )
        expect(complaints(report)).toEqual([])
      })
    },
  )
})
