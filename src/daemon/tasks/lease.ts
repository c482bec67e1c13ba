import type { Knex } from 'knex'
import { databaseNowMs } from '../ledger/instances.ts'

/** Work that only one daemon at a time may do. */
export interface Lease {
  readonly name: string
  readonly instanceId: string
  /** How long the lease lasts after it was last renewed. */
  readonly forMs: number
}

const isShared = (db: Knex): boolean => db.client.config.client === 'pg'

/**
 * Takes or renews a lease, using the database's clock, because the clocks of daemons may differ and jump. An SQLite
 * file belongs to a single daemon, so no lease is needed there.
 *
 * @returns false while another daemon holds the lease
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

/** Ends the leases of a daemon that has died, so that others need not wait for them to expire. */
export async function endLeases(db: Knex, instanceId: string): Promise<void> {
  if (isShared(db)) await db('leases').where({ instance_id: instanceId }).delete()
}

/** Releases a lease, so that others need not wait for it to expire. */
export async function endLease(
  db: Knex,
  { name, instanceId }: Pick<Lease, 'name' | 'instanceId'>,
): Promise<void> {
  if (isShared(db)) await db('leases').where({ name, instance_id: instanceId }).delete()
}
