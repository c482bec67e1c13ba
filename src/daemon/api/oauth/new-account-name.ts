import type { Knex } from 'knex'
import { checkUsername, USERNAME_MAX } from '../../accounts/account-rules.ts'
import type { Identity } from '../../accounts/identity.ts'
import { AppError } from '../../errors/app-error.ts'
import { usersRepository } from '../users/users.repository.ts'

/**
 * Chooses the username of an account that is created for a provider's identity: the name at the provider if it is free
 * and follows the rules, otherwise the provider's name with a number.
 *
 * @param attempt from 0; each returns another name, in case a concurrent sign-up took the previous one
 */
export async function newAccountName(db: Knex, identity: Identity, attempt: number): Promise<string> {
  const wanted = attempt === 0 ? await freeName(db, identity.username) : undefined
  if (wanted !== undefined) return wanted
  const row = await db('users').max<{ last: number | string | null }[]>({ last: 'id' })
  return numberedName(identity.provider, Number(row[0]?.last ?? 0) + 1 + attempt)
}

/** Builds a name such as `github_7`; a long number leaves less room for the word: `gi1234567890`. */
export function numberedName(prefix: string, number: number): string {
  const digits = String(number)
  return `${`${prefix}_`.slice(0, Math.max(1, USERNAME_MAX - digits.length))}${digits}`
}

async function freeName(db: Knex, name: string | undefined): Promise<string | undefined> {
  if (name === undefined) return undefined
  try {
    const username = checkUsername(name)
    return (await usersRepository(db).isNameFree(username)) ? username : undefined
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}
