import type { Knex } from 'knex'

/** A piece of work that one daemon at a time does. */
export interface Lease {
  readonly name: string
  readonly instanceId: string
  readonly atMs: number
  /** Others wait this long after the last renewal. */
  readonly forMs: number
}

/** Takes or renews a lease. @returns false while another daemon has it */
export async function takeLease(db: Knex, { name, instanceId, atMs, forMs }: Lease): Promise<boolean> {
  const row = { name, instance_id: instanceId, until_ms: atMs + forMs }
  const changed = await db('leases')
    .where({ name })
    .where((held) => held.where({ instance_id: instanceId }).orWhere('until_ms', '<', atMs))
    .update(row)
  if (changed === 1) return true
  const inserted = await db('leases').insert(row).onConflict('name').ignore().returning('name')
  return inserted.length === 1
}

/** Gives a lease back, so that nobody has to wait for its end. */
export async function endLease(
  db: Knex,
  { name, instanceId }: Pick<Lease, 'name' | 'instanceId'>,
): Promise<void> {
  await db('leases').where({ name, instance_id: instanceId }).delete()
}
