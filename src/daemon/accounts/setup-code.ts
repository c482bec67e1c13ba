import { timingSafeEqual } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Knex } from 'knex'
import type { SecretBox } from '../db/secrets.ts'

/** In the data directory, for `tollgate setup` on the same machine. */
const FILE_NAME = 'setup-code'
/** Without characters that look alike; 32 of them, so that each takes five bits. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const GROUPS = 4
const GROUP_LENGTH = 5

/**
 * What somebody who sets the site up from elsewhere has to know. It belongs to the database and the secret key, so all
 * daemons of a site print the same code, and a new database has a new one. Once the site is set up it is good for
 * nothing.
 *
 * @returns four groups of five characters, 100 bits
 */
export async function readSetupCode(knex: Knex, secrets: SecretBox): Promise<string> {
  const row: { ciphertext: string } | undefined = await knex('secrets_check')
    .where({ id: 1 })
    .first('ciphertext')
  const digest = Buffer.from(secrets.fingerprint(JSON.stringify(['setup', row?.ciphertext])), 'hex')
  const characters = [...digest.subarray(0, GROUPS * GROUP_LENGTH)].map((byte) => ALPHABET[byte % 32])
  return Array.from({ length: GROUPS }, (_, group) =>
    characters.slice(group * GROUP_LENGTH, (group + 1) * GROUP_LENGTH).join(''),
  ).join('-')
}

/** @param given as it was typed: case and what separates the groups do not matter */
export function isSetupCode(given: string, code: string): boolean {
  const [left, right] = [given, code].map((text) =>
    Buffer.from(text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')),
  )
  return (
    left !== undefined && right !== undefined && left.length === right.length && timingSafeEqual(left, right)
  )
}

/** Leaves the code where `tollgate setup` finds it, readable by the daemon's user alone. */
export async function writeSetupCode(dataDir: string, code: string): Promise<void> {
  await removeSetupCode(dataDir)
  await writeFile(join(dataDir, FILE_NAME), `${code}\n`, { mode: 0o600 })
}

/** After set-up. */
export const removeSetupCode = (dataDir: string): Promise<void> =>
  rm(join(dataDir, FILE_NAME), { force: true })
