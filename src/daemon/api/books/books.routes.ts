import { unixSeconds } from '../../clock.ts'
import { type Contract, contract, type Data } from '../../http/contract.ts'
import { ok } from '../../http/envelope.ts'
import { runAudit } from '../../ledger/audit.ts'
import type { AuditReport } from '../../ledger/audit-report.ts'
import type { Routes } from '../api-services.ts'
import { toBooksAnswer, toLastAudit } from './books-answer.ts'

export const bookRoutes: Routes = (app, { knex, clock, siblings }) => {
  /** Running audits by their start. An audit reads all entries, so a second caller shares the run of the first. */
  const running = new Map<number, Promise<AuditReport>>()
  let last: Data<'getLastAudit'> = null
  const tellLast = siblings.share<Data<'getLastAudit'>>('last audit', (told) => {
    last = told
  })
  const audit = (since: number): Promise<AuditReport> => {
    const known = running.get(since)
    if (known) return known
    const run = runAudit(knex, { since, nowMs: clock.now() })
      .then((report) => {
        if (since > 0) return report
        last = toLastAudit(report, unixSeconds(clock))
        void tellLast(last)
        return report
      })
      .finally(() => running.delete(since))
    running.set(since, run)
    return run
  }

  app.route<Contract<'auditBooks'>>({
    ...contract('auditBooks'),
    handler: async ({ query }) => ok(toBooksAnswer(await audit(query.since ?? 0))),
  })
  app.route<Contract<'getLastAudit'>>({
    ...contract('getLastAudit'),
    handler: async () => ok(last),
  })
}
