import type { Tally } from './audit-entries.ts'
import type { Findings } from './audit-report.ts'
import { type AuditSource, readSum, sumText, toBigInt } from './audit-source.ts'

/** A hold that is overdue for longer than this is a leak. Sweeps run every five seconds, and a snapshot may fall between two. */
const OVERDUE_GRACE_MS = 30_000
/** The holds of a dead daemon are settled within this time after its last heartbeat. */
const DEAD_MS = 60_000

/** Checks entries against log rows in both directions, and the bounds of the log rows: I8, I14. */
export async function auditLogs(
  source: AuditSource,
  tally: Tally,
  since: number,
  findings: Findings,
): Promise<void> {
  const [cleanup] = await source.all('SELECT coalesce(max(before_ms), 0) AS before FROM log_cleanups')
  const cleaned = Number(cleanup?.before ?? 0)
  // A request that was recovered and settled late has two entries but one log row.
  const wrong = await source.all(
    `SELECT e.ref, e.user_id, CAST(e.cost AS TEXT) AS cost, CAST(l.quota AS TEXT) AS quota, l.user_id AS log_user
     FROM (
       SELECT ref, min(user_id) AS user_id, sum(-delta) AS cost, max(at_ms) AS at_ms FROM entries
       WHERE kind IN (1, 2, 3) AND is_logged = 1 AND id > ? GROUP BY ref) AS e
     LEFT JOIN usage_logs l ON l.request_id = e.ref AND l.type = 2
     WHERE (l.id IS NULL AND e.at_ms >= ?) OR (l.id IS NOT NULL AND (l.quota <> e.cost OR l.user_id <> e.user_id))
     ORDER BY e.user_id LIMIT 1`,
    [since, cleaned],
  )
  for (const row of wrong)
    findings.violated('I8', {
      user: Number(row.user_id),
      wallet: 1,
      seq: null,
      row: `entries of ${String(row.ref)}`,
      expected: `log row of user ${String(row.user_id)} with ${String(row.cost)}`,
      found: row.quota === null ? 'no log row' : `user ${String(row.log_user)} with ${String(row.quota)}`,
    })
  const [logs] = await source.all(
    `SELECT count(*) AS n, count(CASE WHEN quota <> 0 THEN 1 END) AS charged,
       count(CASE WHEN ${outOfBounds} THEN 1 END) AS wrong FROM usage_logs WHERE type = 2`,
  )
  findings.checked('I8', Number(logs?.n ?? 0))
  if (Number(logs?.wrong ?? 0) > 0) await findUnbounded(source, findings)
  // Every logged charge has its own row, so equal numbers of rows and charges mean that no row is left over.
  const isEven = wrong.length === 0 && Number(logs?.charged ?? 0) === tally.loggedCharges
  if (!isEven || since !== 0) await findUnbooked(source, findings)
}

const LOG_BOUND = 10_000_000_000_000n
const outOfBounds = `quota NOT BETWEEN 0 AND ${LOG_BOUND} OR prompt_tokens NOT BETWEEN 0 AND 2147483648
  OR completion_tokens NOT BETWEEN 0 AND 2147483648`

async function findUnbounded(source: AuditSource, findings: Findings): Promise<void> {
  const rows = await source.all(
    `SELECT id, user_id, CAST(quota AS TEXT) AS quota, prompt_tokens, completion_tokens FROM usage_logs
     WHERE type = 2 AND (${outOfBounds}) ORDER BY user_id, id LIMIT 1`,
  )
  for (const row of rows)
    findings.violated('I14', {
      user: Number(row.user_id),
      wallet: 1,
      seq: null,
      row: `usage_logs ${String(row.id)}`,
      expected: `quota within 0 and ${LOG_BOUND}, tokens within 0 and 2^31`,
      found: `${String(row.quota)}, ${String(row.prompt_tokens)}, ${String(row.completion_tokens)}`,
    })
}

async function findUnbooked(source: AuditSource, findings: Findings): Promise<void> {
  const rows = await source.all(
    `SELECT l.id, l.user_id, l.request_id, CAST(l.quota AS TEXT) AS quota FROM usage_logs l
     WHERE l.type = 2 AND l.quota <> 0 AND NOT EXISTS (
       SELECT 1 FROM entries e WHERE e.ref = l.request_id AND e.kind IN (1, 2, 3) AND e.is_logged = 1)
     ORDER BY l.user_id, l.id LIMIT 1`,
  )
  for (const row of rows)
    findings.violated('I8', {
      user: Number(row.user_id),
      wallet: 1,
      seq: null,
      row: `usage_logs ${String(row.id)}`,
      expected: `an entry of ${String(row.request_id)} over ${String(row.quota)}`,
      found: 'none',
    })
}

/** Finds holds that should no longer exist: I9. */
export async function auditHolds(source: AuditSource, nowMs: number, findings: Findings): Promise<void> {
  const overdue = await source.all(
    `SELECT id, user_id, deadline_ms AS at_ms, 'deadline' AS why FROM holds WHERE deadline_ms < ?
     UNION ALL
     SELECT h.id, h.user_id, i.beat_ms AS at_ms, 'last beat of its daemon' AS why FROM holds h
     JOIN instances i ON i.id = h.instance_id WHERE i.fenced = 1 AND i.beat_ms < ?
     ORDER BY 2, 1 LIMIT 1`,
    [nowMs - OVERDUE_GRACE_MS, nowMs - DEAD_MS],
  )
  for (const row of overdue)
    findings.violated('I9', {
      user: Number(row.user_id),
      wallet: 1,
      seq: null,
      row: `holds ${String(row.id)}`,
      expected: `settled soon after ${String(row.why)} at ${String(row.at_ms)}`,
      found: `open at ${nowMs}`,
    })
  const [count] = await source.all('SELECT count(*) AS n FROM holds')
  findings.checked('I9', Number(count?.n ?? 0))
}

/** Checks codes against the amounts they paid: I10. */
export async function auditRedemptions(source: AuditSource, tally: Tally, findings: Findings): Promise<void> {
  const left = new Map(tally.redemptions)
  const rows = await source.all(
    `SELECT r.id, r.quota, r.is_gift, r.used_count, r.used_user_id,
       (SELECT count(*) FROM redemption_uses u WHERE u.redemption_id = r.id) AS uses
     FROM redemptions r WHERE r.used_count > 0 OR EXISTS (
       SELECT 1 FROM redemption_uses u WHERE u.redemption_id = r.id) ORDER BY r.id`,
  )
  for (const row of rows) {
    const id = Number(row.id)
    const paid = left.get(id) ?? { sum: 0n, count: 0 }
    left.delete(id)
    const used = Number(row.used_count)
    const isGift = Number(row.is_gift) === 1
    const uses = isGift ? Number(row.uses) : used
    findings.checked('I10', 1)
    const isRight =
      paid.sum === toBigInt(row.quota) * BigInt(used) &&
      paid.count === used &&
      uses === used &&
      (isGift || used <= 1)
    if (!isRight)
      findings.violated('I10', {
        user: null,
        wallet: 1,
        seq: null,
        row: `redemptions ${id}`,
        expected: `${used} uses paying ${toBigInt(row.quota) * BigInt(used)}`,
        found: `${paid.count} entries paying ${paid.sum}, ${uses} recorded uses`,
      })
  }
  for (const [id, paid] of left)
    findings.violated('I10', {
      user: null,
      wallet: 1,
      seq: null,
      row: `redemptions ${id}`,
      expected: 'no use',
      found: `${paid.count} entries paying ${paid.sum}`,
    })
  findings.checked('I10', 0)
}

/** Checks that the two sides of each transfer add up to zero: I12. */
export function auditTransfers(tally: Tally, findings: Findings): void {
  findings.checked('I12', tally.transfers.size)
  for (const [ref, sum] of tally.transfers)
    if (sum !== 0)
      findings.violated('I12', {
        user: null,
        wallet: null,
        seq: null,
        row: `entries of ${ref}`,
        expected: '0',
        found: String(sum),
      })
}

/** Checks hourly statistics against charges: S1. The statistics may be lower, because they may have been off for a while. */
export async function auditStatistics(source: AuditSource, tally: Tally, findings: Findings): Promise<void> {
  const rows = await source.all(
    `SELECT user_id, ${sumText(source.engine, 'quota')} AS quota FROM hourly_stats GROUP BY user_id ORDER BY user_id`,
  )
  findings.checked('S1', rows.length)
  for (const row of rows) {
    const user = Number(row.user_id)
    const counted = readSum(row.quota)
    const charged = BigInt(tally.wallets.get(`${user}:1`)?.charged ?? 0)
    if (counted > charged)
      findings.violated('S1', {
        user,
        wallet: 1,
        seq: null,
        row: 'hourly_stats',
        expected: `at most ${charged}`,
        found: String(counted),
      })
  }
}
