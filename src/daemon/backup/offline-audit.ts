import { createKnexLog } from '../db/knex-log.ts'
import { createPostgresKnex } from '../db/postgres/connect.ts'
import { createStatements } from '../db/sqlite/statements.ts'
import { auditSource, runAudit } from '../ledger/audit.ts'
import type { AuditReport } from '../ledger/audit-report.ts'
import type { AuditRow } from '../ledger/audit-source.ts'
import { countDaemons, withClient } from './postgres-store.ts'
import { isInUse, openBeside } from './sqlite-snapshot.ts'
import type { StorePlace } from './store-place.ts'

export interface OfflineAuditOptions {
  readonly since?: number | undefined
}

/**
 * Recomputes the ledger without a daemon, in one consistent snapshot, and without blocking a running daemon. Open holds
 * count as overdue only if a running daemon should have settled them; otherwise the next start settles them.
 *
 * @throws StoreRefusal `absent`
 * @throws StartError if the server cannot be reached
 */
export async function auditOffline(
  { dataDir, databaseUrl }: StorePlace,
  { since = 0 }: OfflineAuditOptions,
): Promise<AuditReport> {
  if (databaseUrl !== undefined) {
    // Its error says where it cannot connect; the pool below would only report a timeout.
    const daemons = await withClient(databaseUrl, countDaemons)
    const knex = createPostgresKnex(databaseUrl, createKnexLog(undefined), 1)
    try {
      return await runAudit(knex, { since, nowMs: judgedAt(daemons > 0) })
    } finally {
      await knex.destroy()
    }
  }
  const isServed = await isInUse(dataDir)
  const db = openBeside(dataDir)
  try {
    db.exec('BEGIN')
    const statements = createStatements(db)
    const all = async (
      sql: string,
      bindings: readonly (string | number)[] = [],
    ): Promise<readonly AuditRow[]> => statements.run(sql, bindings).rows ?? []
    return await auditSource({ engine: 'sqlite', all }, { since, nowMs: judgedAt(isServed) })
  } finally {
    db.close()
  }
}

/**
 * Returns the unix time in ms at which the audit checks holds and tasks. If no daemon is running, nothing could settle
 * them, so none is overdue.
 */
const judgedAt = (isServed: boolean): number => (isServed ? Date.now() : 0)
