import { randomInt } from 'node:crypto'
import type { Knex } from 'knex'
import { isUniqueViolation } from '../db/violations.ts'

/** Excludes letters and digits that look alike. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const LENGTH = 4
/** After this many collisions the codes get longer. */
const TRIES_PER_LENGTH = 5

/** Returns the invite code of an account, which the first call creates. */
export async function affCodeOf(knex: Knex, userId: number): Promise<string> {
  for (let tries = 0; ; tries += 1) {
    const kept = await knex('users').where({ id: userId }).first<{ aff_code: string | null }>('aff_code')
    if (kept?.aff_code) return kept.aff_code
    try {
      await knex('users')
        .where({ id: userId })
        .whereNull('aff_code')
        .update({ aff_code: randomCode(LENGTH + Math.floor(tries / TRIES_PER_LENGTH)) })
    } catch (error) {
      if (!isUniqueViolation(error)) throw error
    }
  }
}

const randomCode = (length: number): string =>
  Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/**
 * Finds the account that a code belongs to; deactivated and banned accounts cannot invite.
 * @returns undefined for unknown codes
 */
export async function findInviter(
  db: Knex,
  code: string | undefined,
): Promise<{ readonly id: number; readonly username: string } | undefined> {
  const text = code?.trim() ?? ''
  if (text === '') return undefined
  return db('users')
    .where({ aff_code: text, status: 1 })
    .whereNull('deleted_time')
    .first<{ id: number; username: string } | undefined>('id', 'username')
}
