import { createSampler } from '../ledger/audit-sample.ts'
import { writeCheckpoint } from '../ledger/checkpoint.ts'
import type { Services } from '../services.ts'

/**
 * Checks the wallets that changed since the last run, so that errors in the books are found within a minute instead of
 * a quarter of a year.
 */
export function createWalletAudit({
  knex,
  meters,
  log,
}: Pick<Services, 'knex' | 'meters' | 'log'>): () => Promise<void> {
  const sampler = createSampler(knex)
  return async () => {
    const { violations, first } = await sampler.pass()
    meters.ledgerViolations = violations
    if (violations > 0) log.error({ violations, first }, 'the books of a wallet do not add up')
  }
}

/** Hashes the entries since the last checkpoint, so that a later audit detects tampering with old ones. */
export async function checkpointLedger({ knex, clock }: Pick<Services, 'knex' | 'clock'>): Promise<void> {
  await writeCheckpoint(knex, clock.now())
}
