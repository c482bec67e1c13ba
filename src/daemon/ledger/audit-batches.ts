import type { Findings } from './audit-report.ts'
import { type AuditRow, type AuditSource, readSum, sumText, toBigInt } from './audit-source.ts'

const CHUNK = 1_000
/** Interrupted submissions are dropped within minutes. One that is still open after this time is a leak. */
const SUBMISSION_MS_MAX = 2 * 3_600_000
/** Batches that can no longer be read are closed after four days. One that is still open after this time is a leak. */
const BATCH_MS_MAX = 5 * 86_400_000

/**
 * Checks batches against their charges: I20. A finished batch has exactly the charge in its row, with the same user, token
 * and channel. An open batch may already be charged, because its end is recorded after the charge, but it must not stay open
 * for ever. A batch that its vendor has not accepted is not charged.
 */
export async function auditBatches(source: AuditSource, nowMs: number, findings: Findings): Promise<void> {
  for (let last = 0; ; ) {
    const rows = await source.all(batchRows(source.engine), [last])
    for (const row of rows) {
      last = Number(row.id)
      findings.checked('I20', 1)
      judge(row, nowMs, findings)
    }
    if (rows.length < CHUNK) return
  }
}

/** SQL for the amount booked for each batch and the number of its entries with a different user, token or channel. */
function batchRows(engine: AuditSource['engine']): string {
  const booked = (what: string, where = '1 = 1') => `(SELECT ${what} FROM entries e
      WHERE e.ref = b.request_id AND e.kind IN (1, 2, 3) AND ${where})`
  return `SELECT b.id, b.request_id, b.user_id, b.state, b.cost, b.created_ms,
      ${booked(sumText(engine, '-e.delta'))} AS charged,
      ${booked('count(*)', 'e.user_id <> b.user_id')} AS of_others,
      ${booked('count(*)', 'coalesce(e.token_id, 0) <> coalesce(b.token_id, 0)')} AS by_others,
      ${booked('count(*)', 'e.channel_id <> b.channel_id')} AS through_others
    FROM batches b WHERE b.id > ? ORDER BY b.id LIMIT ${CHUNK}`
}

function judge(row: AuditRow, nowMs: number, findings: Findings): void {
  const expect = (what: string, expected: string | bigint | number, found: unknown): void => {
    if (String(expected) === String(found)) return
    findings.violated('I20', {
      user: Number(row.user_id),
      wallet: 1,
      seq: null,
      row: `batches ${String(row.id)}`,
      expected: `${what}: ${expected}`,
      found: String(found),
    })
  }
  const charged = readSum(row.charged ?? 0)
  const age = nowMs - Number(row.created_ms)
  expect('entries of other users', 0, row.of_others)
  expect('entries of other tokens', 0, row.by_others)
  expect('charges through other channels', 0, row.through_others)
  if (row.state === 'ended') return expect('charge', toBigInt(row.cost), charged)
  expect('cost before the end', 0n, toBigInt(row.cost))
  if (row.state === 'submitting') expect('charge', 0n, charged)
  const isLeft = age > (row.state === 'submitting' ? SUBMISSION_MS_MAX : BATCH_MS_MAX)
  expect('end', 'none yet', isLeft ? `overdue since ${String(row.created_ms)}` : 'none yet')
}
