import type { Findings } from './audit-report.ts'
import { type AuditRow, type AuditSource, readSum, sumText, toBigInt } from './audit-source.ts'

/** Checks the current periods of token budgets against the entries and holds that count in them: I18. */
export async function auditPeriods(source: AuditSource, findings: Findings): Promise<void> {
  const budgets = await source.all(
    `SELECT token_id, user_id, period_used, period_held FROM token_budgets WHERE period <> 0 ORDER BY user_id, token_id`,
  )
  findings.checked('I18', budgets.length)
  if (budgets.length === 0) return
  const charged = await sumRunning(source, 'entries', 'delta')
  const held = await sumRunning(source, 'holds', 'amount')
  for (const budget of budgets) {
    const tokenId = Number(budget.token_id)
    const compare = (expected: bigint, column: 'period_used' | 'period_held'): void => {
      const found = toBigInt(budget[column])
      if (found === expected) return
      findings.violated('I18', {
        user: Number(budget.user_id),
        wallet: null,
        seq: null,
        row: `token_budgets ${tokenId}`,
        expected: `${column} ${expected}`,
        found: `${column} ${found}`,
      })
    }
    compare(-(charged.get(tokenId) ?? 0n), 'period_used')
    compare(held.get(tokenId) ?? 0n, 'period_held')
  }
}

/** Returns, by token, the sum of the rows that count in its current period. */
async function sumRunning(
  source: AuditSource,
  table: 'entries' | 'holds',
  column: 'delta' | 'amount',
): Promise<ReadonlyMap<number, bigint>> {
  const rows: readonly AuditRow[] = await source.all(
    `SELECT b.token_id AS token, ${sumText(source.engine, `r.${column}`)} AS total
     FROM token_budgets b JOIN ${table} r ON r.token_id = b.token_id AND r.period_seq = b.period_seq
     WHERE b.period <> 0 GROUP BY b.token_id`,
  )
  return new Map(rows.map((row) => [Number(row.token), readSum(row.total)]))
}
