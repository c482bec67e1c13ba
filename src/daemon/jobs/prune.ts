import type { Services } from '../services.ts'

const DAY_MS = 86_400_000

type Needs = Pick<Services, 'knex' | 'clock'>

/** Idempotency records are kept for a day, as documented. */
export async function pruneIdempotencyKeys({ knex, clock }: Needs): Promise<void> {
  await knex('idempotency_keys')
    .where('created_ms', '<', clock.now() - DAY_MS)
    .delete()
}

export async function pruneSessions({ knex, clock }: Needs): Promise<void> {
  await knex('sessions').where('expires_ms', '<', clock.now()).delete()
}
