import type { Knex } from 'knex'
import { isStored } from '../../accounts/credentials.ts'
import { AppError } from '../../errors/app-error.ts'
import { USER_ENABLED } from '../../http/actor.ts'
import type { Author } from '../author.ts'
import type { User } from '../users/user.ts'
import { usersRepository } from '../users/users.repository.ts'

/*
 * A new password ends the sessions and access tokens that exist at that moment. A request that started earlier could
 * create another one just afterwards, which would stay valid. So code that creates one locks the account, as setting a
 * new password does too, and then checks again.
 */

/**
 * Locks the account of the caller until the transaction ends.
 *
 * @throws AppError `not_signed_in` if the caller's session or access token has ended since the request began
 */
export async function lockOwnAccount(trx: Knex, { id, credential }: Author): Promise<User> {
  const user = await usersRepository(trx).lockById(id)
  const isSignedIn = credential === undefined || (await isStored(trx, credential))
  if (!user || user.deletedTime !== undefined || !isSignedIn) throw new AppError('not_signed_in')
  return user
}

/**
 * Locks the account of a sign-in until the transaction ends.
 *
 * @param seen the account at the time when its owner proved their identity
 * @throws AppError `user_banned`, and `sign_in_expired` if its password has been replaced since
 */
export async function lockForSignIn(trx: Knex, seen: Pick<User, 'id' | 'passwordHash'>): Promise<User> {
  const user = await usersRepository(trx).lockById(seen.id)
  if (user?.status !== USER_ENABLED || user.deletedTime !== undefined) throw new AppError('user_banned')
  if (user.passwordHash !== seen.passwordHash) throw new AppError('sign_in_expired')
  return user
}
