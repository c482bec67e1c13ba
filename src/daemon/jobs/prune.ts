import { removeOldLogs } from '../logs/remove-old-logs.ts'
import type { Services } from '../services.ts'

const DAY_MS = 86_400_000

type Needs = Pick<Services, 'knex' | 'clock'>

/** Deletes idempotency records, of calls to models and of the management API, after a day, as documented. */
export async function pruneIdempotencyKeys({ knex, clock }: Needs): Promise<void> {
  for (const table of ['idempotency_keys', 'api_answers'])
    await knex(table)
      .where('created_ms', '<', clock.now() - DAY_MS)
      .delete()
}

export async function pruneSessions({ knex, clock }: Needs): Promise<void> {
  await knex('sessions').where('expires_ms', '<', clock.now()).delete()
}

/** Deletes audit events older than `AuditKeepDays`. */
export async function pruneAuditTrail({
  knex,
  clock,
  options,
}: Needs & Pick<Services, 'options'>): Promise<void> {
  const { AuditKeepDays: days } = options.current()
  if (days > 0)
    await knex('audit_events')
      .where('at_ms', '<', clock.now() - days * DAY_MS)
      .delete()
}

/** Deletes states and proofs that can no longer be used. */
export async function pruneSignIns({ knex, clock }: Needs): Promise<void> {
  for (const table of ['oauth_states', 'spent_proofs', 'terminal_codes'])
    await knex(table).where('expires_ms', '<', clock.now()).delete()
}

const STATES = [
  'vendor_states',
  'vendor_files',
  'file_copies',
  'responses',
  'response_events',
  'conversations',
]

/**
 * Deletes the state of objects that vendors no longer keep, and objects stored by the gateway whose retention time has
 * ended.
 */
export async function pruneStates({ knex, clock }: Needs): Promise<void> {
  for (const table of STATES) await knex(table).where('expires_ms', '<', clock.now()).delete()
}

/** Deletes rows of the usage log older than `LogRetentionDays`. The books keep every charge. */
export async function pruneLogs(
  { knex, clock, options }: Needs & Pick<Services, 'options'>,
  signal?: AbortSignal,
): Promise<void> {
  const { LogRetentionDays: days } = options.current()
  if (days > 0)
    await removeOldLogs({ knex, clock }, { beforeMs: clock.now() - days * DAY_MS, actorId: 0, signal })
}
