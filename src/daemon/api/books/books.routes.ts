import { toExactQuota } from '../../billing/amount.ts'
import { runAudit } from '../../billing/ledger/audit.ts'
import type { AuditReport } from '../../billing/ledger/audit-report.ts'
import { entryKinds } from '../../billing/ledger/operations.ts'
import { type Contract, contract, type Data } from '../../plugins/contract.ts'
import { ok } from '../../plugins/envelope.ts'
import type { Routes } from '../api-services.ts'

export const bookRoutes: Routes = (app, { knex, clock }) => {
  /** An audit reads all entries: a second caller shares the first one's run. */
  const running = new Map<number, Promise<AuditReport>>()
  const audit = (since: number): Promise<AuditReport> => {
    const known = running.get(since)
    if (known) return known
    const run = runAudit(knex, { since, nowMs: clock.now() }).finally(() => running.delete(since))
    running.set(since, run)
    return run
  }

  app.route<Contract<'auditBooks'>>({
    ...contract('auditBooks'),
    handler: async ({ query }) => ok(toAnswer(await audit(query.since ?? 0))),
  })
}

const kindNames = new Map(Object.entries(entryKinds).map(([name, kind]) => [String(kind), name]))

const toAnswer = ({
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
