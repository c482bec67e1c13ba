import type { Knex } from 'knex'
import type { SecretBox } from '../db/secrets.ts'

/**
 * Marks a proof that has no row in the database (a WeChat code, a Telegram signature, a challenge of a passkey) as
 * used.
 * @throws a unique violation if it was used before
 */
export async function spendProof(
  trx: Knex,
  secrets: SecretBox,
  proof: string,
  expiresMs: number,
): Promise<void> {
  await trx('spent_proofs').insert({
    proof_hash: secrets.fingerprint(`proof:${proof}`),
    expires_ms: expiresMs,
  })
}
