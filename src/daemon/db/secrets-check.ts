import type { Knex } from 'knex'
import { startText } from '../errors/start-texts.ts'
import { readSecretKey } from './secret-key.ts'
import { createSecretBox, SealError, type SecretBox } from './secrets.ts'
import { exitCodes, StartError } from './start-error.ts'

const context = 'secrets:check'
const knownText = 'tollgate'

/**
 * Loads or creates the key and checks that it is the one this store was encrypted with: the first start encrypts a
 * known text, and every later start must be able to decrypt it. Call it under the migration lock, so that two first
 * starts cannot use two keys.
 *
 * @throws StartError if the key is malformed, missing or a different one
 */
export async function openSecrets(
  knex: Knex,
  dataDir: string,
  secretKey: string | undefined,
): Promise<SecretBox> {
  const row: { ciphertext: string } | undefined = await knex('secrets_check')
    .where({ id: 1 })
    .first('ciphertext')
  const secrets = createSecretBox(readSecretKey({ dataDir, secretKey, mayCreate: row === undefined }))
  if (row === undefined) {
    await knex('secrets_check').insert({ id: 1, ciphertext: secrets.seal(knownText, context) })
    return secrets
  }
  try {
    if (secrets.open(row.ciphertext, context) === knownText) return secrets
  } catch (error) {
    if (!(error instanceof SealError)) throw error
  }
  const origin = secretKey === undefined ? startText('keyFileIn', { dataDir }) : 'TOLLGATE_SECRET_KEY'
  throw new StartError(startText('keyForeign', { origin }), exitCodes.configuration)
}
