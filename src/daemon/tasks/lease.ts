import type { Knex } from 'knex'
import { databaseNowMs } from '../ledger/instances.ts'

/** A piece of work that one daemon at a time does. */
export interface Lease {
  readonly name: string
  readonly instanceId: string
  /** Others wait this long after the last renewal. */
  readonly forMs: number
}

const isShared = (db: Knex): boolean => db.client.config.client === 'pg'

/**
 * Takes or renews a lease, by the database's clock: those of the daemons may differ, and jump. An SQLite file belongs to
 * one daemon, so there nobody has to be asked.
 *
 * @returns false while another daemon has it
 */
export async function takeLease(db: Knex, { name, instanceId, forMs }: Lease): Promise<boolean> {
  if (!isShared(db)) return true
  const row = { name, instance_id: instanceId, until_ms: db.raw(`${databaseNowMs} + ?`, [forMs]) }
  const changed = await db('leases')
    .where({ name })
    .where((held) => held.where({ instance_id: instanceId }).orWhereRaw(`until_ms < ${databaseNowMs}`))
    .update(row)
  if (changed === 1) return true
  const inserted = await db('leases').insert(row).onConflict('name').ignore().returning('name')
  return inserted.length === 1
}

/** Ends the leases of a daemon that has died, so that nobody has to wait for them. */
export async function endLeases(db: Knex, instanceId: string): Promise<void> {
  if (isShared(db)) await db('leases').where({ instance_id: instanceId }).delete()
}

/** Gives a lease back, so that nobody has to wait for its end. */
export async function endLease(
  db: Knex,
  { name, instanceId }: Pick<Lease, 'name' | 'instanceId'>,
): Promise<void> {
  if (isShared(db)) await db('leases').where({ name, instance_id: instanceId }).delete()
}
