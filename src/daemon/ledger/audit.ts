import type { Knex } from 'knex'
import { auditBalances, auditBudgets, auditChannels, auditHoldBounds } from './audit-balances.ts'
import { auditBatches } from './audit-batches.ts'
import { lastCheckpoint, type Tally, tallyEntries } from './audit-entries.ts'
import {
  auditHolds,
  auditLogs,
  auditRedemptions,
  auditStatistics,
  auditTransfers,
} from './audit-occasions.ts'
import { auditOrders } from './audit-orders.ts'
import { auditPeriods } from './audit-periods.ts'
import {
  type AuditReport,
  createFindings,
  type Findings,
  type InvariantId,
  type TrialBalance,
} from './audit-report.ts'
import { type AuditSource, withSnapshot } from './audit-source.ts'
import { auditTasks } from './audit-tasks.ts'

export interface AuditOptions {
  /**
   * Reads only the entries after this id, or after the last checkpoint before it. Older entries are covered by its hash.
   * Checks that need all entries are then skipped.
   */
  readonly since?: number
  readonly nowMs?: number
}

/** Invariants that need the whole ledger. */
const needAll: readonly InvariantId[] = [
  'I7',
  'I10',
  'I11',
  'I12',
  'I13',
  'I15',
  'I16',
  'I18',
  'I19',
  'I20',
  'S1',
]

/**
 * Recomputes every balance from the append-only entries and compares them, on a snapshot of the live system and without
 * blocking anybody. A check that could not run is reported as `unknown`, never as `ok`.
 *
 * @throws the database's error if the snapshot cannot be opened
 */
export function runAudit(knex: Knex, options: AuditOptions = {}): Promise<AuditReport> {
  return withSnapshot(knex, (source) => auditSource(source, options))
}

/** Runs the audit on a snapshot that the caller has opened; see {@link runAudit}. */
export async function auditSource(source: AuditSource, options: AuditOptions = {}): Promise<AuditReport> {
  const { since: asked = 0, nowMs = Date.now() } = options
  let since = asked
  const started = performance.now()
  const findings = createFindings()
  let tally: Tally | undefined
  let trialBalance: TrialBalance = { balances: '0', held: '0', byKind: {} }
  const look = async (ids: readonly InvariantId[], work: () => Promise<void> | void): Promise<void> => {
    try {
      for (const id of ids) findings.checked(id, 0)
      await work()
    } catch (error) {
      for (const id of ids) findings.failed(id, error)
    }
  }
  const needs = async (
    ids: readonly InvariantId[],
    work: (tally: Tally) => Promise<void> | void,
  ): Promise<void> => {
    const decidable = since === 0 ? ids : ids.filter((id) => !needAll.includes(id))
    if (since !== 0) for (const id of ids) if (needAll.includes(id)) findings.skipped(id)
    if (decidable.length === 0) return
    await look(decidable, () => {
      if (tally === undefined) throw new Error('the entries could not be read')
      return work(tally)
    })
  }

  await look(['I2', 'I3', 'I14', 'I17'], async () => {
    if (asked !== 0) since = await lastCheckpoint(source, asked)
    tally = await tallyEntries(source, since, findings)
  })
  await needs(['I1', 'I4', 'I7', 'I13', 'I16'], async (entries) => {
    trialBalance = await auditBalances(source, entries, since, findings)
  })
  await needs(['I5', 'I6'], (entries) => auditBudgets(source, entries, since, findings))
  await needs(['I18'], () => auditPeriods(source, findings))
  await look(['I14'], () => auditHoldBounds(source, findings))
  await needs(['I15'], (entries) => auditChannels(source, entries, findings))
  await needs(['I8', 'I14'], (entries) => auditLogs(source, entries, since, findings))
  await look(['I9'], () => auditHolds(source, nowMs, findings))
  await needs(['I10'], (entries) => auditRedemptions(source, entries, findings))
  await needs(['I11'], (entries) => auditOrders(source, entries, findings))
  await needs(['I19'], (entries) => auditTasks(source, { tally: entries, nowMs }, findings))
  await needs(['I20'], () => auditBatches(source, nowMs, findings))
  await needs(['I12'], (entries) => auditTransfers(entries, findings))
  await needs(['S1'], (entries) => auditStatistics(source, entries, findings))

  const checks = findings.checks()
  return {
    state: stateOf(findings),
    entries: tally?.entries ?? 0,
    since,
    tookMs: Math.round(performance.now() - started),
    checks,
    trialBalance,
  }
}

function stateOf(findings: Findings): AuditReport['state'] {
  const states = new Set(findings.checks().map(({ state }) => state))
  if (states.has('violated')) return 'violated'
  return states.has('unknown') ? 'unknown' : 'clean'
}
