import { checkPassword, checkUsername } from '../../accounts/account-rules.ts'
import { affCodeOf, findInviter } from '../../accounts/aff-codes.ts'
import { checkEmail, emailKey } from '../../accounts/email-address.ts'
import { emailCodes } from '../../accounts/email-codes.ts'
import { checkOpenToOthers } from '../../accounts/open-to-others.ts'
import { announce } from '../../db/changes.ts'
import { isUniqueViolation } from '../../db/violations.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Body } from '../../http/contract.ts'
import type { Language } from '../../language.ts'
import { spendMail } from '../../notify/mail-allowance.ts'
import { accountExistsMail, codeMail } from '../../notify/mail-texts.ts'
import { sendMail } from '../../notify/send-mail.ts'
import type { Options } from '../../options/registry.ts'
import { siteName } from '../../options/site-name.ts'
import type { ApiServices } from '../api-services.ts'
import { beginSession, type SessionOrigin } from '../session/begin-session.ts'
import type { SessionCookies } from '../session-cookies.ts'
import { openAccount } from '../users/open-account.ts'
import type { User } from '../users/user.ts'
import { usersRepository } from '../users/users.repository.ts'
import { checkHuman, type Visitor } from '../visitor.ts'

/** A new account, which is signed in unless password sign-in is off. */
interface Registered {
  readonly user: User
  readonly cookies: SessionCookies | undefined
}

/** Signs visitors up. */
export const registrationService = (
  services: Pick<
    ApiServices,
    | 'knex'
    | 'secrets'
    | 'passwords'
    | 'options'
    | 'clock'
    | 'changes'
    | 'limiter'
    | 'log'
    | 'providerAddresses'
  >,
) => {
  const { knex, secrets, passwords, options, clock, changes, limiter, log } = services

  return {
    /**
     * Creates an account.
     *
     * @throws AppError the errors of {@link checkOpen}, `turnstile_…`, those of the rules for names, passwords and
     *   addresses, `verification_code_invalid`, `user_exists`, `email_taken`, `not_signed_in`
     */
    async register(given: Body<'register'>, visitor: Visitor, origin: SessionOrigin): Promise<Registered> {
      const settings = options.current()
      checkOpen(settings)
      const { username, password } = readNameAndPassword(given)
      const email = settings.EmailVerificationEnabled ? checkEmail(given.email, settings) : undefined
      await checkHuman(visitor, services)
      const nowMs = clock.now()
      if (email !== undefined)
        await emailCodes(knex, secrets).check(email, 'register', given.verification_code, nowMs)
      const passwordHash = await passwords.hash(password)
      const inviter = settings.AffEnabled ? await findInviter(knex, given.aff_code) : undefined
      const { id, cookies } = await knex
        .transaction(async (trx) => {
          const made = await openAccount(
            trx,
            { username, displayName: username, passwordHash, email, inviter },
            { ip: visitor.ip, requestId: visitor.requestId, atMs: nowMs },
            settings,
          )
          if (email !== undefined)
            await emailCodes(trx, secrets).use(email, 'register', given.verification_code)
          await announce(trx, 'user', made, clock)
          if (inviter !== undefined) await announce(trx, 'user', inviter.id, clock)
          const opened = settings.PasswordLoginEnabled
            ? await beginSession(trx, services, made, origin)
            : undefined
          return { id: made, cookies: opened }
        })
        .catch(async (error: unknown) => {
          throw isUniqueViolation(error) ? await takenProblem(email) : error
        })
      await changes.changed('user', id)
      if (origin.formerSessionHash !== undefined) await changes.changed('session', id)
      const user = await usersRepository(knex).findById(id)
      // The account may have been removed in the meantime.
      if (!user) throw new AppError('not_signed_in')
      return { user, cookies }
    },

    /**
     * Sends a code. Does the same work and gives the same response whether or not the address has an account.
     *
     * @param userId the user who wants to bind the address; undefined = a visitor who wants to sign up with it
     * @throws AppError the errors of {@link checkOpen} for visitors, those of the rules for addresses, `turnstile_…`,
     *   `too_many_requests`, `mail_not_set_up`, `mail_failed`
     */
    async sendCode(
      given: string | undefined,
      visitor: Visitor,
      userId: number | undefined,
      language: Language,
    ): Promise<void> {
      const settings = options.current()
      // If sign-up is closed, a visitor has no use for the code.
      if (userId === undefined) checkOpen(settings)
      const email = checkEmail(given, settings)
      await checkHuman(visitor, services)
      await spendMail(limiter, email)
      const purpose = userId === undefined ? 'register' : 'bind'
      const code = await emailCodes(knex, secrets).make(email, purpose, clock.now())
      const ownerId = await usersRepository(knex).idOfEmail(emailKey(email))
      const isTaken = ownerId !== undefined && ownerId !== userId
      const text = isTaken
        ? accountExistsMail(language, siteName(settings))
        : codeMail(language, siteName(settings), code)
      await sendMail(settings, { to: email, ...text }, log)
    },

    /** Returns the code with which a user invites others. @throws AppError `self_use_mode` */
    async inviteCodeOf(userId: number): Promise<string> {
      checkOpenToOthers(options.current())
      return affCodeOf(knex, userId)
    },
  }

  /**
   * Chooses the error for a taken name or address. Only somebody who has just verified the address may learn that it is
   * taken.
   */
  async function takenProblem(email: string | undefined): Promise<AppError> {
    const isEmail = email !== undefined && (await usersRepository(knex).hasEmail(emailKey(email)))
    return isEmail
      ? new AppError('email_taken', { field: 'email' })
      : new AppError('user_exists', { field: 'username' })
  }
}

/** @throws AppError `self_use_mode`, `registration_disabled`, `password_registration_disabled` */
function checkOpen(settings: Options): void {
  checkOpenToOthers(settings)
  if (!settings.RegisterEnabled) throw new AppError('registration_disabled')
  if (!settings.PasswordRegisterEnabled) throw new AppError('password_registration_disabled')
}

function readNameAndPassword(given: Body<'register'>): {
  readonly username: string
  readonly password: string
} {
  const { username, password, password2 } = given
  if (username.trim() === '' || password === '') throw new AppError('username_and_password_required')
  const checked = checkUsername(username)
  checkPassword(password)
  if (password2 !== undefined && password2 !== password)
    throw new AppError('passwords_differ', { field: 'password2' })
  return { username: checked, password }
}
