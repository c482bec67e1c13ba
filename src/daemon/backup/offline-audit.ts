import { createKnexLog } from '../db/knex-log.ts'
import { createPostgresKnex } from '../db/postgres/connect.ts'
import { createStatements } from '../db/sqlite/statements.ts'
import { auditSource, runAudit } from '../ledger/audit.ts'
import type { AuditReport } from '../ledger/audit-report.ts'
import type { AuditRow } from '../ledger/audit-source.ts'
import { withClient } from './postgres-store.ts'
import { openBeside } from './sqlite-snapshot.ts'
import type { StorePlace } from './store-place.ts'

export interface OfflineAuditOptions {
  readonly since?: number | undefined
  /** Unix ms against which holds are overdue; of a restored store, the moment of its archive. */
  readonly nowMs?: number | undefined
}

/**
 * Recomputes the books without a daemon, from one unchanging view, and without blocking a running daemon.
 * @throws StoreRefusal `absent`
 * @throws StartError if the server cannot be reached
 */
export async function auditOffline(
  { dataDir, databaseUrl }: StorePlace,
  { since = 0, nowMs = Date.now() }: OfflineAuditOptions,
): Promise<AuditReport> {
  if (databaseUrl !== undefined) {
    // Its error says where it cannot connect; the pool below would only say that it timed out.
    await withClient(databaseUrl, async () => undefined)
    const knex = createPostgresKnex(databaseUrl, createKnexLog(undefined), 1)
    try {
      return await runAudit(knex, { since, nowMs })
    } finally {
      await knex.destroy()
    }
  }
  const db = openBeside(dataDir)
  try {
    db.exec('BEGIN')
    const statements = createStatements(db)
    const all = async (
      sql: string,
      bindings: readonly (string | number)[] = [],
    ): Promise<readonly AuditRow[]> => statements.run(sql, bindings).rows ?? []
    return await auditSource({ engine: 'sqlite', all }, { since, nowMs })
  } finally {
    db.close()
  }
}
