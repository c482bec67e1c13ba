import { randomInt } from 'node:crypto'
import type { Knex } from 'knex'
import type { SecretBox } from '../../db/secrets.ts'
import { typedCode } from '../typed-code.ts'
import type { MakeFactor } from './factor.ts'

const CODES = 10
/** Excludes characters that look alike; there are 32, so that each stands for five random bits. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const GROUPS = 4
const GROUP_LENGTH = 4

/** Generates a code: four groups of four characters, 80 bits. */
const newCode = (): string =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  ).join('-')

/** Manages an account's recovery codes; only keyed hashes are stored. */
export const recoveryCodes = (db: Knex, secrets: SecretBox) => {
  /** Hashes a code. Case and the separators between the groups do not matter. */
  const hashOf = (userId: number, code: string): string =>
    secrets.fingerprint(
      `recovery-code:${userId}:${typedCode(code)
        .toUpperCase()
        .replaceAll(/[^A-Z0-9]/g, '')}`,
    )

  return {
    /** Replaces all codes with new ones. @returns their texts, which are not stored anywhere */
    async replace(userId: number): Promise<string[]> {
      const codes = Array.from({ length: CODES }, newCode)
      await this.remove(userId)
      await db('recovery_codes').insert(
        codes.map((code) => ({ user_id: userId, code_hash: hashOf(userId, code) })),
      )
      return codes
    },

    /** Returns the number of unused codes. */
    async count(userId: number): Promise<number> {
      const [row] = await db('recovery_codes')
        .where({ user_id: userId })
        .count<{ n: number | string }[]>({ n: '*' })
      return Number(row?.n ?? 0)
    },

    /** Uses up a code; if several callers try, only one succeeds. */
    async use(userId: number, code: string): Promise<boolean> {
      return (
        (await db('recovery_codes')
          .where({ user_id: userId, code_hash: hashOf(userId, code) })
          .del()) === 1
      )
    },

    async remove(userId: number): Promise<void> {
      await db('recovery_codes').where({ user_id: userId }).del()
    },
  }
}

/** Recovery codes, for users who have lost their other factor; each is valid once. */
export const recoveryCode: MakeFactor = (db, { secrets }) => {
  const codes = recoveryCodes(db, secrets)
  return {
    kind: 'recovery_code',
    member: 'recovery_code',
    isSpare: true,
    isSetUp: async (userId) => (await codes.count(userId)) > 0,
    verify: (userId, given) => codes.use(userId, String(given)),
    remove: (userId) => codes.remove(userId),
  }
}
