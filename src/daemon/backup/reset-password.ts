import type { Knex } from 'knex'
import { credentials } from '../accounts/credentials.ts'
import { createPasswords, newPassword } from '../accounts/passwords.ts'
import { recordChange } from '../api/audit-events/record-change.ts'
import type { Author } from '../api/author.ts'
import { usersRepository } from '../api/users/users.repository.ts'
import { announce } from '../db/changes.ts'
import type { SecretBox } from '../db/secrets.ts'
import { ROLE } from '../http/actor.ts'
import { optionRepository } from '../options/option-repository.ts'
import { openExisting } from './open-existing.ts'
import type { StorePlace } from './store-place.ts'
import { StoreRefusal } from './store-refusal.ts'

export interface PasswordReset {
  readonly id: number
  readonly username: string
  readonly role: number
  /** Shown once, because the store has only its hash. */
  readonly password: string
  /** Whether password sign-in was off and had to be turned on to let the super administrator in. */
  readonly turned_on: boolean
}

export interface PasswordResetOptions {
  readonly username: string
  /** Whether named access tokens stay valid. */
  readonly keepsAccessTokens: boolean
  readonly nowMs: number
}

/**
 * Gives an account a new random password, ends its sessions and, unless they are kept, revokes its access tokens. This
 * restores access for people who have the machine but not the password. On PostgreSQL, daemons may keep running and
 * notice the change immediately; a SQLite file belongs to one process at a time.
 *
 * @throws StoreRefusal `absent`, `in-use`, `no-user`
 * @throws StartError if the store is newer, damaged or unreachable
 */
export async function resetPasswordOffline(
  place: StorePlace,
  { username, nowMs, keepsAccessTokens }: PasswordResetOptions,
): Promise<PasswordReset> {
  const database = await openExisting(place)
  try {
    const password = newPassword()
    const passwordHash = await createPasswords().hash(password)
    const { knex, secrets } = database
    const reset = await knex.transaction(async (trx) => {
      const user = await usersRepository(trx).findByAccount(username)
      if (!user || user.deletedTime !== undefined) throw new StoreRefusal('no-user', { username })
      await usersRepository(trx).update(user.id, { passwordHash })
      await credentials(trx, secrets).closeForNewPassword(user.id, { keepsAccessTokens })
      const author = authorOnMachine(nowMs)
      await recordChange(trx, author, {
        action: 'user.reset-password',
        targetKind: 'user',
        targetId: user.id,
        before: { password: user.passwordHash === undefined ? '' : 'old' },
        after: { password: 'new' },
      })
      await announce(trx, 'user', user.id)
      const turnedOn = user.role === ROLE.root && (await turnOnPasswords(trx, secrets, author))
      return { id: user.id, username: user.username, role: user.role, turned_on: turnedOn }
    })
    return { ...reset, password }
  } finally {
    await database.close()
  }
}

/** The author of changes made by somebody with access to the machine. */
export const authorOnMachine = (atMs: number): Author => ({
  id: 0,
  username: '',
  role: ROLE.root,
  ip: '',
  requestId: '',
  via: '',
  atMs,
})

/** Turns on password sign-in, without which a password is useless. @returns whether it was off */
async function turnOnPasswords(trx: Knex.Transaction, secrets: SecretBox, author: Author): Promise<boolean> {
  const key = 'PasswordLoginEnabled'
  const row = await trx<{ key: string; value: string }>('options').where({ key }).first('value')
  if (row?.value !== 'false') return false
  await optionRepository(trx, secrets).write(key, 'true', author.id, author.atMs)
  await recordChange(trx, author, {
    action: 'option.set',
    targetKind: 'option',
    targetId: key,
    before: { value: 'false' },
    after: { value: 'true' },
  })
  await announce(trx, 'options', key)
  return true
}
