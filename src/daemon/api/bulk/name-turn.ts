import type { Knex } from 'knex'
import type { Services } from '../../services.ts'

/** Arbitrary numbers that no other lock of this program uses. */
const lockKeys = { channels: 7_305_001, redemptions: 7_305_002 } as const

/**
 * Serializes bulk creations of kinds whose names are not unique in the database, until their transactions end, so that
 * two concurrent ones cannot both find a name free. SQLite has one writer and needs no lock.
 */
export async function takeNameTurn(
  trx: Knex,
  kind: keyof typeof lockKeys,
  { engine }: Pick<Services, 'engine'>,
): Promise<void> {
  if (engine === 'postgres') await trx.raw('SELECT pg_advisory_xact_lock(?)', [lockKeys[kind]])
}
