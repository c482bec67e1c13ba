import type { Data } from '../../http/contract.ts'
import type { AuditReport } from '../../ledger/audit-report.ts'
import { entryKinds } from '../../ledger/operations.ts'
import { toExactQuota } from '../../money/amount.ts'

const kindNames = new Map(Object.entries(entryKinds).map(([name, kind]) => [String(kind), name]))

/** Converts a report to the API's format. */
export const toBooksAnswer = ({
  state,
  entries,
  since,
  tookMs,
  checks,
  trialBalance,
}: AuditReport): Data<'auditBooks'> => ({
  state,
  entries,
  since,
  took_ms: tookMs,
  checks: checks.map((check) => ({ ...check })),
  trial_balance: {
    balances_exact: toExactQuota(BigInt(trialBalance.balances)),
    held_exact: toExactQuota(BigInt(trialBalance.held)),
    by_kind_exact: Object.fromEntries(
      Object.entries(trialBalance.byKind).map(([kind, sum]) => [
        kindNames.get(kind) ?? kind,
        toExactQuota(BigInt(sum)),
      ]),
    ),
  },
})

/** Extracts the part of a report that is kept. @param finishedTime unix seconds */
export const toLastAudit = (
  { state, entries, tookMs, checks }: AuditReport,
  finishedTime: number,
): NonNullable<Data<'getLastAudit'>> => ({
  finished_time: finishedTime,
  state,
  entries,
  took_ms: tookMs,
  violated: checks.filter((check) => check.state === 'violated').map(({ name }) => name),
})
