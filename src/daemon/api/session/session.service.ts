import { checkPassword, checkUsername, readDisplayName } from '../../accounts/account-rules.ts'
import { credentials } from '../../accounts/credentials.ts'
import { knownDevices } from '../../accounts/known-devices.ts'
import { renewSession, type SessionRenewal } from '../../accounts/renew-session.ts'
import { announce } from '../../db/changes.ts'
import { isUniqueViolation } from '../../db/violations.ts'
import { AppError } from '../../errors/app-error.ts'
import { type Actor, ROLE } from '../../http/actor.ts'
import { deleteKeptOf } from '../../relay/stored/delete-of-user.ts'
import type { ApiServices } from '../api-services.ts'
import { recordChange } from '../audit-events/record-change.ts'
import type { Author } from '../author.ts'
import { ownersRepository } from '../owners/owners.repository.ts'
import type { User } from '../users/user.ts'
import { type UserChanges, usersRepository } from '../users/users.repository.ts'
import { checkHuman } from '../visitor.ts'
import { endFirstStep, type FirstStep, type SessionOrigin } from './begin-session.ts'
import { lockOwnAccount } from './lock-account.ts'

export interface SignIn extends SessionOrigin {
  readonly account: string
  readonly password: string
  readonly turnstile: string | undefined
}

export interface SelfChanges {
  readonly username?: string | undefined
  readonly displayName?: string | undefined
  /** Empty = unchanged. */
  readonly password?: string | undefined
  readonly originalPassword?: string | undefined
  /** Whether named access tokens stay valid after a new password. */
  readonly keepsAccessTokens?: boolean | undefined
}

/** Handles sign-in, sign-out and changes that users make to their own account. */
export const sessionService = (
  services: Pick<
    ApiServices,
    | 'knex'
    | 'secrets'
    | 'passwords'
    | 'options'
    | 'clock'
    | 'changes'
    | 'requestLimits'
    | 'proofs'
    | 'providerAddresses'
  >,
) => {
  const { knex, secrets, passwords, options, clock, changes, requestLimits, proofs } = services

  return {
    /**
     * Signs in with a password. Unknown name, wrong password and account without a password get the same response after
     * the same work. Only somebody who knows the password learns that an account is banned.
     *
     * @throws AppError `password_login_disabled`, `too_many_requests`, `turnstile_…`, `login_failed` and the errors of
     *   {@link endFirstStep}
     */
    async signIn(given: SignIn): Promise<FirstStep> {
      const settings = options.current()
      if (!settings.PasswordLoginEnabled) throw new AppError('password_login_disabled')
      await checkHuman(given, services)
      const user = await usersRepository(knex).findByAccount(given.account)
      const device = user && (await knownDevices(knex, secrets).find(user.id, given.deviceId))
      await requestLimits.takeSignIn(given.ip, given.account, device)
      const isRight = await (user?.passwordHash === undefined
        ? passwords.verifyDummy(given.password)
        : passwords.verify(given.password, user.passwordHash))
      if (!user || !isRight) throw new AppError('login_failed')
      await requestLimits.forgiveSignIn(given.ip, given.account, device)
      return endFirstStep(services, user, given)
    },

    async signOut(userId: number, sessionHash: string | undefined): Promise<void> {
      if (sessionHash === undefined) return
      await knex.transaction(async (trx) => {
        await credentials(trx, secrets).closeSession(sessionHash)
        await announce(trx, 'session', userId, clock)
      })
      await changes.changed('session', userId)
    },

    /**
     * Checks that a first password may be set, which requires a recent proof. Later passwords require the previous one
     * instead.
     *
     * @throws AppError `proof_required`
     */
    async checkProof(actor: Actor): Promise<void> {
      if ((await findOwn(actor.id)).passwordHash === undefined) await proofs.demand(actor)
    },

    /**
     * Changes the caller's own account. A new password ends all other sessions and, unless they are kept, all access
     * tokens.
     *
     * @param renewal for a new password; undefined = the caller has no session
     * @throws AppError `original_password_wrong`, `user_exists`, `not_signed_in` and the errors of the rules for names
     *   and passwords
     */
    async changeSelf(author: Author, given: SelfChanges, renewal: SessionRenewal | undefined): Promise<User> {
      const before = await findOwn(author.id)
      const edit: UserChanges = {
        ...(given.username === undefined || given.username === before.username
          ? {}
          : { username: checkUsername(given.username) }),
        ...(given.displayName === undefined ? {} : { displayName: readDisplayName(given.displayName) }),
        ...(await readNewPassword(before, given, author.ip, author.credential?.sessionHash)),
      }
      await knex
        .transaction(async (trx) => {
          const { passwordHash } = await lockOwnAccount(trx, author)
          if (edit.passwordHash !== undefined && passwordHash !== before.passwordHash)
            throw new AppError('original_password_wrong', { field: 'original_password' })
          await usersRepository(trx).update(author.id, edit)
          if (edit.passwordHash !== undefined) {
            await credentials(trx, secrets).closeForNewPassword(author.id, {
              exceptHash: await renewSession(trx, renewal),
              keepsAccessTokens: given.keepsAccessTokens === true,
            })
          }
          await recordChange(trx, author, {
            action: 'user.update-self',
            targetKind: 'user',
            targetId: author.id,
            before: { username: before.username, displayName: before.displayName, password: 'old' },
            after: {
              username: edit.username ?? before.username,
              displayName: edit.displayName ?? before.displayName,
              password: edit.passwordHash === undefined ? 'old' : 'new',
            },
          })
          await announce(trx, 'user', author.id, clock)
        })
        .catch((error: unknown) => {
          throw isUniqueViolation(error) ? new AppError('user_exists', { field: 'username' }) : error
        })
      await changes.changed('user', author.id)
      return findOwn(author.id)
    },

    /** @throws AppError `user_root_protected` */
    async deleteSelf(author: Author): Promise<void> {
      if (author.role === ROLE.root) throw new AppError('user_root_protected')
      await knex.transaction(async (trx) => {
        await usersRepository(trx).update(author.id, { deletedTime: Math.floor(clock.now() / 1000) })
        await credentials(trx, secrets).dropAll(author.id)
        await deleteKeptOf(trx, author.id)
        await ownersRepository(trx).remove('user', [author.id])
        await recordChange(trx, author, {
          action: 'user.delete-self',
          targetKind: 'user',
          targetId: author.id,
        })
        await announce(trx, 'user', author.id, clock)
      })
      await changes.changed('user', author.id)
    },

    /** @returns the text of the new token. @throws AppError `not_signed_in` */
    async replaceSystemToken(author: Author): Promise<string> {
      const token = await knex.transaction(async (trx) => {
        await lockOwnAccount(trx, author)
        const made = await credentials(trx, secrets).replaceSystemToken(author.id, clock.now())
        await recordChange(trx, author, {
          action: 'access-token.replace-system',
          targetKind: 'user',
          targetId: author.id,
        })
        await announce(trx, 'session', author.id, clock)
        return made
      })
      await changes.changed('session', author.id)
      return token
    },
  }

  async function findOwn(id: number): Promise<User> {
    const user = await usersRepository(knex).findById(id)
    if (!user) throw new AppError('not_signed_in')
    return user
  }

  async function readNewPassword(
    before: User,
    { password, originalPassword }: SelfChanges,
    ip: string,
    sessionHash: string | undefined,
  ): Promise<{ passwordHash?: string }> {
    if (password === undefined || password === '') return {}
    checkPassword(password)
    // An account created through a provider has no password to confirm, so the session must suffice.
    if (before.passwordHash !== undefined) {
      await requestLimits.takeSignIn(ip, before.username, sessionHash)
      if (!(await passwords.verify(originalPassword ?? '', before.passwordHash)))
        throw new AppError('original_password_wrong', { field: 'original_password' })
      await requestLimits.forgiveSignIn(ip, before.username, sessionHash)
    }
    return { passwordHash: await passwords.hash(password) }
  }
}
