import type { Knex } from 'knex'
import { checkPassword, checkUsername, readDisplayName } from '../../accounts/account-rules.ts'
import { credentials } from '../../accounts/credentials.ts'
import { renewSession, type SessionRenewal } from '../../accounts/renew-session.ts'
import { announce } from '../../db/changes.ts'
import { isUniqueViolation } from '../../db/violations.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Body, Data } from '../../http/contract.ts'
import { credit, walletKinds } from '../../ledger/credit.ts'
import { entryKinds } from '../../ledger/operations.ts'
import { emptyWallet, readWallets } from '../../ledger/wallets.ts'
import { type Amount, fromQuota, toExactQuota, toQuota } from '../../money/amount.ts'
import type { ApiServices } from '../api-services.ts'
import { recordChange } from '../audit-events/record-change.ts'
import type { Author } from '../author.ts'
import { refuseMoved } from '../refuse-moved.ts'
import { openAccount } from './open-account.ts'
import { checkMayChange } from './ranks.ts'
import { readUser } from './read-users.ts'
import type { ServedQuotas } from './served-quotas.ts'
import type { User } from './user.ts'
import { type UserChanges, usersRepository } from './users.repository.ts'

/** Lets administrators create and edit accounts; the actions of the list are in `user-manage.service.ts`. */
export const usersService = (
  services: Pick<ApiServices, 'knex' | 'secrets' | 'passwords' | 'options' | 'clock' | 'changes'>,
  served: ServedQuotas,
) => {
  const { knex, secrets, passwords, options, clock, changes } = services

  return {
    /**
     * Creates an account with role 1, both wallets and the balance for new users.
     *
     * @throws AppError `user_create_level`, `user_exists` and the errors of the rules for names and passwords
     */
    async create(author: Author, given: Body<'createUser'>): Promise<Data<'createUser'>> {
      if (given.role !== undefined && given.role >= author.role) throw new AppError('user_create_level')
      const username = checkUsername(given.username)
      checkPassword(given.password)
      const passwordHash = await passwords.hash(given.password)
      const displayName = readDisplayName(given.display_name ?? '') || username
      const nowMs = clock.now()
      const id = await refuseTaken(
        knex.transaction(async (trx) => {
          const made = await openAccount(
            trx,
            { username, displayName, passwordHash },
            { author, ip: author.ip, requestId: author.requestId, atMs: nowMs },
            options.current(),
          )
          await announce(trx, 'user', made, clock)
          return made
        }),
      )
      await changes.changed('user', id)
      return readUser(knex, id)
    },

    /**
     * Writes only the fields in the body. A new password ends the account's sessions and, unless they are kept, its
     * access tokens. People who set their own password stay signed in. A new balance is booked as a difference (see
     * {@link ServedQuotas}).
     *
     * @throws AppError `user_not_found`, `user_level`, `user_exists`, `revision_moved`, `group_not_found`,
     *   `amount_out_of_range` and the errors of the rules for names and passwords
     */
    async update(
      author: Author,
      given: Body<'updateUser'>,
      renewal?: SessionRenewal,
    ): Promise<Data<'updateUser'>> {
      const wanted = await readEdit(given)
      await refuseTaken(
        knex.transaction(async (trx) => {
          const before = await usersRepository(trx).lockById(given.id)
          if (!before || before.deletedTime !== undefined) throw new AppError('user_not_found')
          checkMayChange(author, before)
          // An account may share its name with an older one. All its other fields can still be changed.
          const { username, ...others } = wanted
          const edit = username === before.username ? others : wanted
          refuseMoved(given.before, { before: toFacts(before), after: toFacts({ ...before, ...edit }) })
          await usersRepository(trx).update(given.id, edit)
          if (edit.passwordHash !== undefined) {
            await credentials(trx, secrets).closeForNewPassword(given.id, {
              exceptHash: await renewSession(trx, renewal),
              keepsAccessTokens: given.keep_access_tokens === true,
            })
          }
          const booked = await bookQuota(trx, author, before, given)
          await recordUpdate(trx, author, before, { ...edit, booked })
          await announce(trx, 'user', given.id, clock)
        }),
      )
      await changes.changed('user', given.id)
      if (given.quota !== undefined) served.note(author.id, given.id, given.quota)
      return readUser(knex, given.id)
    },
  }

  async function readEdit(given: Body<'updateUser'>): Promise<UserChanges> {
    if (given.group !== undefined && !options.current().GroupRatio.has(given.group))
      throw new AppError('group_not_found', { values: { group: given.group }, field: 'group' })
    const username = given.username === undefined ? {} : { username: checkUsername(given.username) }
    if (given.password) checkPassword(given.password)
    return {
      ...username,
      ...(given.display_name === undefined ? {} : { displayName: readDisplayName(given.display_name) }),
      ...(given.password ? { passwordHash: await passwords.hash(given.password) } : {}),
      ...(given.group === undefined ? {} : { group: given.group }),
    }
  }

  /**
   * Books the difference to a new balance.
   * @returns the booked amount; the balance never drops below zero, because the requested one is never negative
   */
  async function bookQuota(
    trx: Knex.Transaction,
    author: Author,
    user: User,
    given: Body<'updateUser'>,
  ): Promise<Amount | undefined> {
    if (given.quota === undefined) return undefined
    const current = ((await readWallets(trx, [user.id])).get(user.id) ?? emptyWallet).quota
    const shown = given.quota_base ?? served.last(author.id, user.id)
    // The shown balance is rounded to whole units; computed from the exact balance, the result is exactly the requested
    // one.
    const base = shown === undefined || shown === toQuota(current) ? current : fromQuota(shown)
    if (shown !== undefined && given.quota === shown) return undefined
    const wanted = fromQuota(given.quota) - base
    const delta = (current + wanted < 0n ? -current : wanted) as Amount
    if (delta === 0n) return undefined
    await credit(trx, {
      userId: user.id,
      walletKind: walletKinds.quota,
      kind: entryKinds.admin,
      ref: `edit:${author.requestId}`,
      delta,
      atMs: author.atMs,
      actorId: author.id,
      allowNegative: true,
      log: {
        type: 3,
        username: user.username,
        event: { kind: 'admin-changed-balance', admin: author.username, quota: toExactQuota(delta) },
        ip: author.ip,
        requestId: author.requestId,
      },
    })
    return delta
  }
}

const toFacts = ({ username, displayName, group }: User) => ({ username, display_name: displayName, group })

async function recordUpdate(
  trx: Knex.Transaction,
  author: Author,
  before: User,
  edit: UserChanges & { readonly booked: Amount | undefined },
): Promise<void> {
  const isNewPassword = edit.passwordHash !== undefined
  await recordChange(trx, author, {
    action: 'user.update',
    targetKind: 'user',
    targetId: before.id,
    before: { username: before.username, displayName: before.displayName, group: before.group },
    after: {
      username: edit.username ?? before.username,
      displayName: edit.displayName ?? before.displayName,
      group: edit.group ?? before.group,
      ...(isNewPassword ? { password: 'new' } : {}),
      ...(edit.booked === undefined ? {} : { quotaChange: toExactQuota(edit.booked) }),
    },
  })
}

/**
 * Turns a unique violation into an error. Names stay taken forever, because deactivated accounts keep theirs.
 * @throws AppError `user_exists`
 */
async function refuseTaken<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    throw isUniqueViolation(error) ? new AppError('user_exists', { field: 'username', cause: error }) : error
  }
}
