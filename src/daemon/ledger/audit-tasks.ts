import type { Paid, Tally } from './audit-entries.ts'
import type { Findings } from './audit-report.ts'
import { type AuditRow, type AuditSource, readSum, sumText, toBigInt } from './audit-source.ts'

const CHUNK = 1_000
/** Interrupted submissions are closed within minutes. One that is still open after this time is a leak. */
const SUBMISSION_MS_MAX = 2 * 3_600_000

/**
 * Checks tasks against their charges and refunds, in both directions: I19. An accepted task has exactly the charge in its
 * row, with the same user, token and channel, and a failed task was refunded in full. A submission that is not accepted yet
 * may already be charged, but not for hours. No refund exists without a failed task.
 */
export async function auditTasks(
  source: AuditSource,
  { tally, nowMs }: { readonly tally: Tally; readonly nowMs: number },
  findings: Findings,
): Promise<void> {
  const [cleanup] = await source.all('SELECT coalesce(max(before_ms), 0) AS before FROM log_cleanups')
  const cleaned = Number(cleanup?.before ?? 0)
  const refunds = new Map(tally.taskRefunds)
  for (let last = 0; ; ) {
    const rows = await source.all(taskRows(source.engine), [last])
    for (const row of rows) {
      last = Number(row.id)
      findings.checked('I19', 1)
      judge(row, { refund: refunds.get(String(row.request_id)), nowMs, cleaned }, findings)
      refunds.delete(String(row.request_id))
    }
    if (rows.length < CHUNK) break
  }
  for (const [ref, paid] of refunds)
    findings.violated('I19', {
      user: paid.userId,
      wallet: 1,
      seq: null,
      row: `entries of ${ref}`,
      expected: 'a failed task for the refund',
      found: `${paid.count} entries over ${paid.sum}`,
    })
  for (const column of ['request_id', 'vendor_id'] as const) await findShared(source, column, findings)
  findings.checked('I19', 0)
}

/** SQL for the bookings of each task: gross charge, refunds, and number of entries with a different user, token or channel. */
function taskRows(engine: AuditSource['engine']): string {
  const booked = (what: string, where: string) => `(SELECT ${what} FROM entries e
      WHERE e.ref = t.request_id AND e.kind IN (1, 2, 3, 13) AND ${where})`
  return `SELECT t.id, t.request_id, t.user_id, t.status, t.is_open, t.public_id, t.vendor_id, t.quota, t.submit_ms,
      t.finish_ms,
      ${booked(sumText(engine, '-e.delta'), 'e.kind <> 13')} AS charged,
      ${booked(sumText(engine, 'e.delta'), 'e.kind = 13')} AS returned,
      ${booked('coalesce(max(e.at_ms), 0)', 'e.kind = 13')} AS returned_ms,
      ${booked('count(*)', 'e.user_id <> t.user_id')} AS of_others,
      ${booked('count(*)', 'coalesce(e.token_id, 0) <> coalesce(t.token_id, 0)')} AS by_others,
      ${booked('count(*)', 'e.kind <> 13 AND e.channel_id <> t.channel_id')} AS through_others,
      (SELECT ${sumText(engine, 'l.quota')} FROM usage_logs l
       WHERE l.request_id = t.request_id AND l.type = 4 AND l.user_id = t.user_id) AS logged,
      (SELECT count(*) FROM holds h WHERE h.id = t.request_id) AS holds
    FROM tasks t WHERE t.id > ? ORDER BY t.id LIMIT ${CHUNK}`
}

interface Circumstances {
  readonly refund: Paid | undefined
  readonly nowMs: number
  /** Log rows before this time may have been deleted. */
  readonly cleaned: number
}

function judge(row: AuditRow, { refund, nowMs, cleaned }: Circumstances, findings: Findings): void {
  const expect = (what: string, expected: string | bigint | number, found: unknown): void => {
    if (String(expected) === String(found)) return
    findings.violated('I19', {
      user: Number(row.user_id),
      wallet: 1,
      seq: null,
      row: `tasks ${String(row.id)}`,
      expected: `${what}: ${expected}`,
      found: String(found),
    })
  }
  const [charged, returned, quota] = [
    readSum(row.charged ?? 0),
    readSum(row.returned ?? 0),
    toBigInt(row.quota),
  ]
  const status = String(row.status)
  const isDone = status === 'SUCCESS' || status === 'FAILURE'
  expect('open', isDone ? 0 : 1, row.is_open)
  expect('time of the end', isDone ? 'one' : 'none', Number(row.finish_ms) > 0 ? 'one' : 'none')
  expect('entries of other users', 0, row.of_others)
  expect('entries of other tokens', 0, row.by_others)
  if (status === '') {
    const isLeft = Number(row.holds) === 0 && Number(row.submit_ms) < nowMs - SUBMISSION_MS_MAX
    expect(
      'submission',
      'accepted or given up',
      isLeft ? `open since ${String(row.submit_ms)}` : 'accepted or given up',
    )
    return
  }
  expect('charges through other channels', 0, row.through_others)
  if (status === 'FAILURE') {
    expect('given back', charged, returned)
    // A submission that was closed before it was accepted has no amount in its row.
    if (quota > 0n) expect('charge', quota, charged)
    if (refund !== undefined && Number(row.returned_ms) >= cleaned)
      expect('refund in the log', returned, readSum(row.logged ?? 0))
    return
  }
  expect('charge', quota, charged - returned)
  expect('refund', 'none', refund === undefined ? 'none' : `${refund.count} entries over ${refund.sum}`)
  // A task that waits for input loses its vendor ID when another row takes it over.
  if (!isDone)
    expect('names', 'both', row.public_id !== null && row.vendor_id !== null ? 'both' : 'one missing')
}

/** Finds tasks that share a request, or a vendor ID on the same channel. */
async function findShared(
  source: AuditSource,
  column: 'request_id' | 'vendor_id',
  findings: Findings,
): Promise<void> {
  const rows = await source.all(
    `SELECT max(id) AS id, max(user_id) AS user_id, ${column} AS name, count(*) AS n FROM tasks WHERE ${column} IS NOT NULL
     GROUP BY ${column === 'vendor_id' ? 'channel_id, ' : ''}${column} HAVING count(*) > 1 ORDER BY 1 LIMIT 1`,
  )
  for (const row of rows)
    findings.violated('I19', {
      user: Number(row.user_id),
      wallet: null,
      seq: null,
      row: `tasks ${String(row.id)}`,
      expected: `one task of ${column} ${String(row.name)}`,
      found: String(row.n),
    })
}
