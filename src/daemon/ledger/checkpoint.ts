import type { Knex } from 'knex'
import { readEntries, seededHash } from './audit-entries.ts'
import { type AuditSource, sourceOf, withSnapshot } from './audit-source.ts'

export interface Checkpoint {
  /** Id of the last entry that it covers. */
  readonly entryId: number
  /** Number of entries since the previous checkpoint. */
  readonly entries: number
}

/**
 * Hashes the entries since the last checkpoint and records the hash, so that a later audit notices if one of them was
 * changed, removed or inserted.
 *
 * @returns undefined if there are no new entries
 */
export async function writeCheckpoint(knex: Knex, atMs: number): Promise<Checkpoint | undefined> {
  const upTo = await lastSettledEntry(knex)
  const made = await withSnapshot(knex, (source) => hashSince(source, upTo))
  if (made === undefined) return undefined
  // Two daemons may hash the same entries; they get the same result.
  await knex('ledger_checkpoints')
    .insert({ entry_id: upTo, sums_sha256: made.digest, total: made.total, at_ms: atMs })
    .onConflict('entry_id')
    .ignore()
  return { entryId: upTo, entries: made.entries }
}

/**
 * Returns the highest id up to which no new entry can appear. On PostgreSQL an entry may commit after one with a higher id,
 * so this takes a lock, which waits for all running transactions, and releases it at once.
 */
function lastSettledEntry(knex: Knex): Promise<number> {
  return knex.transaction(async (trx) => {
    if (sourceOf(knex).engine === 'postgres') await trx.raw('LOCK TABLE entries IN SHARE MODE')
    const row = await trx('entries').max('id as last').first()
    return Number(row?.last ?? 0)
  })
}

async function hashSince(
  source: AuditSource,
  upTo: number,
): Promise<{ digest: string; total: string; entries: number } | undefined> {
  const [before] = await source.all(
    'SELECT entry_id, sums_sha256, total FROM ledger_checkpoints ORDER BY entry_id DESC LIMIT 1',
  )
  const hash = seededHash(String(before?.sums_sha256 ?? ''))
  let total = BigInt(String(before?.total ?? '0'))
  let entries = 0
  for await (const { text, rows } of readEntries(source, Number(before?.entry_id ?? 0), upTo)) {
    hash.update(text).update(',')
    for (const [, , , , , , delta] of rows) total += BigInt(delta)
    entries += rows.length
  }
  return entries === 0 ? undefined : { digest: hash.digest('hex'), total: String(total), entries }
}
