import { timingSafeEqual } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Knex } from 'knex'
import type { SecretBox } from '../db/secrets.ts'

/** File in the data directory for `tollgate setup` on the same machine. */
const FILE_NAME = 'setup-code'
/** Excludes characters that look alike; there are 32, so that each stands for five bits. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const GROUPS = 4
const GROUP_LENGTH = 5

/**
 * Computes the code that is required to set up the site from another machine. It is derived from the database and the
 * secret key, so all daemons of a site print the same code, and a new database has a new one. Once the site is set up,
 * the code is useless.
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

/** Compares a code in constant time. @param given as it was typed: case and separators do not matter */
export function isSetupCode(given: string, code: string): boolean {
  const [left, right] = [given, code].map((text) =>
    Buffer.from(text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')),
  )
  return (
    left !== undefined && right !== undefined && left.length === right.length && timingSafeEqual(left, right)
  )
}

/** Writes the code to the file that `tollgate setup` reads; only the daemon's user can read the file. */
export async function writeSetupCode(dataDir: string, code: string): Promise<void> {
  await removeSetupCode(dataDir)
  await writeFile(join(dataDir, FILE_NAME), `${code}\n`, { mode: 0o600 })
}

/** Removes the file after set-up. */
export const removeSetupCode = (dataDir: string): Promise<void> =>
  rm(join(dataDir, FILE_NAME), { force: true })
