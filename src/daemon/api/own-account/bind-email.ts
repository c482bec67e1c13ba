import { checkEmail, emailKey } from '../../accounts/email-address.ts'
import { emailCodes } from '../../accounts/email-codes.ts'
import { noteMailbox } from '../../accounts/gift-mailboxes.ts'
import { renewSession, type SessionRenewal } from '../../accounts/renew-session.ts'
import { announce } from '../../db/changes.ts'
import { isUniqueViolation } from '../../db/violations.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Language } from '../../language.ts'
import { addressChangedMail } from '../../notify/mail-texts.ts'
import { canSendMail, sendMail } from '../../notify/send-mail.ts'
import { siteName } from '../../options/site-name.ts'
import type { ApiServices } from '../api-services.ts'
import { recordChange } from '../audit-events/record-change.ts'
import type { Author } from '../author.ts'
import { lockOwnAccount } from '../session/lock-account.ts'
import { usersRepository } from '../users/users.repository.ts'

/**
 * Binds an address to the account of the user who has verified it. The previous address gets an email about it, because
 * password reset links go to the new one from now on.
 *
 * @param language the caller's
 * @throws AppError the errors of the rules for addresses, `verification_code_invalid`, `not_signed_in`, `email_taken`
 *   if another account has the address, even a deactivated one
 */
export async function bindEmail(
  {
    knex,
    secrets,
    options,
    clock,
    changes,
    log,
  }: Pick<ApiServices, 'knex' | 'secrets' | 'options' | 'clock' | 'changes' | 'log'>,
  author: Author,
  given: { readonly email: string | undefined; readonly code: string | undefined },
  language: Language,
  renewal: SessionRenewal | undefined,
): Promise<void> {
  const settings = options.current()
  const email = checkEmail(given.email, settings)
  await emailCodes(knex, secrets).check(email, 'bind', given.code, clock.now())
  const before = await knex
    .transaction(async (trx) => {
      const user = await lockOwnAccount(trx, author)
      await renewSession(trx, renewal)
      await emailCodes(trx, secrets).use(email, 'bind', given.code)
      await usersRepository(trx).setEmail(author.id, email, emailKey(email))
      // Later accounts with this mailbox get no gifts.
      await noteMailbox(trx, email, author.id)
      await recordChange(trx, author, {
        action: 'user.bind',
        targetKind: 'user',
        targetId: author.id,
        before: { email: user.email },
        after: { email },
      })
      await announce(trx, 'user', author.id, clock)
      return user
    })
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? new AppError('email_taken', { field: 'email', cause: error }) : error
    })
  await changes.changed('user', author.id)
  if (before.email === '' || emailKey(before.email) === emailKey(email) || !canSendMail(settings)) return
  const text = addressChangedMail(language, siteName(settings), before.username)
  // The new address stays bound even if this email cannot be sent. The failure is in the log.
  await sendMail(settings, { to: before.email, ...text }, log).catch(() => undefined)
}
