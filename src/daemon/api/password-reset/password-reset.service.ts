import { credentials } from '../../accounts/credentials.ts'
import { emailKey, readEmail } from '../../accounts/email-address.ts'
import { newPassword } from '../../accounts/passwords.ts'
import { resetTokens } from '../../accounts/reset-tokens.ts'
import { announce } from '../../db/changes.ts'
import { AppError } from '../../errors/app-error.ts'
import { ROLE, USER_ENABLED } from '../../http/actor.ts'
import type { Body } from '../../http/contract.ts'
import type { Language } from '../../language.ts'
import { spendMail } from '../../notify/mail-allowance.ts'
import { noAccountMail, resetMail } from '../../notify/mail-texts.ts'
import { sendMail } from '../../notify/send-mail.ts'
import type { Options } from '../../options/registry.ts'
import { siteName } from '../../options/site-name.ts'
import type { ApiServices } from '../api-services.ts'
import { recordChange } from '../audit-events/record-change.ts'
import type { User } from '../users/user.ts'
import { usersRepository } from '../users/users.repository.ts'
import { checkHuman, type Visitor } from '../visitor.ts'

/** Resets the passwords of people who can read email at the address of their account. */
export const passwordResetService = (
  services: Pick<
    ApiServices,
    | 'knex'
    | 'secrets'
    | 'passwords'
    | 'options'
    | 'clock'
    | 'changes'
    | 'limiter'
    | 'requestLimits'
    | 'log'
    | 'providerAddresses'
  >,
) => {
  const { knex, secrets, passwords, options, clock, changes, limiter, requestLimits, log } = services

  return {
    /**
     * Does the same work and gives the same response whether or not an account has the address; only the reader of the
     * email learns it. Administrators' accounts are treated as missing, because access to a mailbox must not make
     * anybody an administrator. The rules for new addresses do not apply, because the account may be older than the
     * rules.
     *
     * @throws AppError `password_login_disabled`, `email_required`, `email_invalid`, `turnstile_…`,
     *   `server_address_unset`, `too_many_requests`, `mail_not_set_up`, `mail_failed`
     */
    async sendLink(given: string | undefined, visitor: Visitor, language: Language): Promise<void> {
      const settings = options.current()
      checkPasswordsCount(settings)
      const email = readEmail(given)
      await checkHuman(visitor, services)
      // The link never uses the request's Host, because the sender chooses it.
      if (settings.ServerAddress === '') throw new AppError('server_address_unset')
      await spendMail(limiter, email)
      const user = await findResettable(email)
      const token = await resetTokens(knex, secrets).make(email, user, clock.now())
      const text =
        user === undefined
          ? noAccountMail(language, siteName(settings))
          : resetMail(language, siteName(settings), user.username, linkOf(settings, user.email, token))
      await sendMail(settings, { to: user?.email ?? email, ...text }, log)
    },

    /**
     * Replaces the forgotten password with a random one. As with every new password, this ends all sessions and, unless
     * they are kept, access tokens.
     *
     * @returns the new password
     * @throws AppError `password_login_disabled`, `reset_link_invalid`
     */
    async reset(
      { email, token, keep_access_tokens: keepsAccessTokens }: Body<'resetPassword'>,
      { ip, requestId }: Visitor,
    ): Promise<string> {
      checkPasswordsCount(options.current())
      const nowMs = clock.now()
      // Checked first, because a hash is expensive and a wrong token must not trigger it.
      await resetTokens(knex, secrets).check(email, await findResettable(email), token, nowMs)
      const password = newPassword()
      const passwordHash = await passwords.hash(password)
      const reset = await knex.transaction(async (trx) => {
        const user = resettable(await usersRepository(trx).lockByEmail(emailKey(email)))
        if (user === undefined) throw new AppError('reset_link_invalid')
        await resetTokens(trx, secrets).use(email, user, token, nowMs)
        await usersRepository(trx).update(user.id, { passwordHash })
        await credentials(trx, secrets).closeForNewPassword(user.id, {
          keepsAccessTokens: keepsAccessTokens === true,
        })
        const { id, username, role } = user
        await recordChange(
          trx,
          { id, username, role, ip, requestId, atMs: nowMs },
          {
            action: 'user.reset-password',
            targetKind: 'user',
            targetId: id,
            before: { password: user.passwordHash === undefined ? '' : 'old' },
            after: { password: 'new' },
          },
        )
        await announce(trx, 'user', id, clock)
        return user
      })
      await changes.changed('user', reset.id)
      // Users who tried their old password too often can now sign in with the new one.
      for (const account of [reset.username, reset.email])
        await requestLimits.forgiveFailedSignIns(ip, account)
      return password
    },
  }

  async function findResettable(email: string): Promise<User | undefined> {
    return resettable(await usersRepository(knex).findByEmail(emailKey(email)))
  }
}

/**
 * Returns the account if its password may be reset. A new password does not reactivate banned or deactivated accounts.
 * Administrators get theirs from the super administrator or on the machine, but never by email alone.
 */
const resettable = (user: User | undefined): User | undefined =>
  user?.status === USER_ENABLED && user.deletedTime === undefined && user.role < ROLE.admin ? user : undefined

/** If password sign-in is off, a new password would be useless. @throws AppError `password_login_disabled` */
function checkPasswordsCount({ PasswordLoginEnabled: isOn }: Options): void {
  if (!isOn) throw new AppError('password_login_disabled')
}

const linkOf = ({ ServerAddress }: Options, email: string, token: string): string =>
  `${ServerAddress}/user/reset?${new URLSearchParams({ email, token })}`
