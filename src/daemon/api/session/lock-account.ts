import type { Knex } from 'knex'
import { isStored } from '../../accounts/credentials.ts'
import { AppError } from '../../errors/app-error.ts'
import { USER_ENABLED } from '../../http/actor.ts'
import type { Author } from '../author.ts'
import type { User } from '../users/user.ts'
import { usersRepository } from '../users/users.repository.ts'

/*
 * A new password ends the sessions and access tokens that exist at that moment. A request that started earlier could
 * create another one just afterwards, which would stay valid. So whatever creates one locks the account, which a new
 * password does too, and then checks again.
 */

/**
 * Locks the account of the caller until the transaction ends.
 *
 * @throws AppError `not_signed_in` if what the caller is signed in with has been ended since the request began
 */
export async function lockOwnAccount(trx: Knex, { id, credential }: Author): Promise<User> {
  const user = await usersRepository(trx).lockById(id)
  const isSignedIn = credential === undefined || (await isStored(trx, credential))
  if (!user || user.deletedTime !== undefined || !isSignedIn) throw new AppError('not_signed_in')
  return user
}

/**
 * Locks the account that somebody signs in to until the transaction ends.
 *
 * @param seen the account as it was when they proved that it is theirs
 * @throws AppError `user_banned`, and `sign_in_expired` if its password has been replaced since
 */
export async function lockForSignIn(trx: Knex, seen: Pick<User, 'id' | 'passwordHash'>): Promise<User> {
  const user = await usersRepository(trx).lockById(seen.id)
  if (user?.status !== USER_ENABLED || user.deletedTime !== undefined) throw new AppError('user_banned')
  if (user.passwordHash !== seen.passwordHash) throw new AppError('sign_in_expired')
  return user
}
