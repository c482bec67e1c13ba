import type { Knex } from 'knex'
import { AppError } from '../../errors/app-error.ts'
import type { Data } from '../../http/contract.ts'
import type { Paging } from '../../http/paging.ts'
import { readWallets } from '../../ledger/wallets.ts'
import { mayRead, type Ranked } from './ranks.ts'
import { toAnswer, type User, withoutIdentities } from './user.ts'
import { type UserFilter, usersRepository } from './users.repository.ts'

/**
 * Reads an account with its balances.
 *
 * @param check refuses accounts that the caller may not see
 * @throws AppError `user_not_found`
 */
export async function readUser(
  db: Knex,
  id: number,
  check: (user: User) => void = () => {},
): Promise<Data<'getUser'>> {
  const user = await usersRepository(db).findById(id)
  if (!user) throw new AppError('user_not_found')
  check(user)
  return toAnswer(user, (await readWallets(db, [id])).get(id))
}

/**
 * Reads a page of accounts with their balances. Accounts that the reader may not open are listed without email address
 * and identities, which searches do not match either.
 */
export async function readUserPage(
  db: Knex,
  reader: Ranked,
  filter: UserFilter,
  paging: Paging,
): Promise<{ users: Data<'getUser'>[]; total: number }> {
  const { users, total } = await usersRepository(db).list({ ...filter, reader }, paging)
  const wallets = await readWallets(
    db,
    users.map(({ id }) => id),
  )
  const show = (user: User) => {
    const answer = toAnswer(user, wallets.get(user.id))
    return mayRead(reader, user) ? answer : withoutIdentities(answer)
  }
  return { users: users.map(show), total }
}
