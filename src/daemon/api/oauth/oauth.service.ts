import { findInviter } from '../../accounts/aff-codes.ts'
import { checkEmail, emailKey } from '../../accounts/email-address.ts'
import { type Identity, providerLabels } from '../../accounts/identity.ts'
import { checkOpenToOthers } from '../../accounts/open-to-others.ts'
import { renewSession, type SessionRenewal } from '../../accounts/renew-session.ts'
import { announce } from '../../db/changes.ts'
import { isUniqueViolation } from '../../db/violations.ts'
import { AppError } from '../../errors/app-error.ts'
import { ROLE } from '../../http/actor.ts'
import type { ApiServices } from '../api-services.ts'
import { recordChange } from '../audit-events/record-change.ts'
import type { Author } from '../author.ts'
import { endFirstStep, type FirstStep, type SessionOrigin } from '../session/begin-session.ts'
import { lockOwnAccount } from '../session/lock-account.ts'
import { openAccount } from '../users/open-account.ts'
import type { User } from '../users/user.ts'
import { usersRepository } from '../users/users.repository.ts'
import { newAccountName } from './new-account-name.ts'

/** Number of concurrent sign-ups that may take the chosen name before a sign-in fails. */
const NAME_TRIES = 5

/** The request that signs in. */
export interface SignInOrigin extends SessionOrigin {
  readonly requestId: string
  /** Used if an account is created; empty = none. */
  readonly affCode: string
}

/** Signs in or binds users whom a provider has identified. */
export const oauthService = (
  services: Pick<ApiServices, 'knex' | 'secrets' | 'options' | 'clock' | 'changes'>,
) => {
  const { knex, options, clock, changes } = services

  return {
    /**
     * Signs in to the account of an identity.
     *
     * @param isOpen whether an account may be created for an unknown identity
     * @throws AppError `oauth_not_bound`, `self_use_mode`, `registration_disabled`, `demo_site` and the errors of
     *   {@link endFirstStep}
     */
    async signIn(identity: Identity, isOpen: boolean, origin: SignInOrigin): Promise<FirstStep> {
      const user =
        (await usersRepository(knex).findByIdentity(identity)) ??
        (isOpen ? await makeAccount(identity, origin) : undefined)
      if (!user)
        throw new AppError('oauth_not_bound', { values: { provider: providerLabels[identity.provider] } })
      return endFirstStep(services, user, origin)
    },

    /**
     * Binds an identity to the signed-in account and replaces the account's previous identity at this provider.
     *
     * @throws AppError `oauth_account_taken` if it belongs to another account, even a deactivated one
     * @throws AppError `demo_site`, `not_signed_in`
     */
    async bind(identity: Identity, author: Author, renewal: SessionRenewal | undefined): Promise<User> {
      if (options.current().DemoSiteEnabled && author.role < ROLE.root) throw new AppError('demo_site')
      const { provider } = identity
      await knex
        .transaction(async (trx) => {
          await lockOwnAccount(trx, author)
          await renewSession(trx, renewal)
          await usersRepository(trx).setIdentity(author.id, identity)
          await recordChange(trx, author, {
            action: 'user.bind',
            targetKind: 'user',
            targetId: author.id,
            after: { provider, identity: identity.id },
          })
          await announce(trx, 'user', author.id, clock)
        })
        .catch((error: unknown) => {
          if (!isUniqueViolation(error)) throw error
          throw new AppError('oauth_account_taken', { values: { provider: providerLabels[provider] } })
        })
      await changes.changed('user', author.id)
      const user = await usersRepository(knex).findById(author.id)
      if (!user) throw new AppError('not_signed_in')
      return user
    },
  }

  /**
   * Creates an account. If several daemons see a new identity at once, one creates the account and the others find it.
   */
  async function makeAccount(identity: Identity, origin: SignInOrigin): Promise<User | undefined> {
    const settings = options.current()
    if (settings.DemoSiteEnabled) throw new AppError('demo_site')
    checkOpenToOthers(settings)
    if (!settings.RegisterEnabled) throw new AppError('registration_disabled')
    const inviter = settings.AffEnabled ? await findInviter(knex, origin.affCode) : undefined
    for (let attempt = 0; ; attempt += 1) {
      const email = await usableEmail(identity.email)
      try {
        const id = await knex.transaction(async (trx) => {
          const username = await newAccountName(trx, identity, attempt)
          const made = await openAccount(
            trx,
            {
              username,
              displayName: displayNameOf(identity, username),
              identity,
              email,
              mailbox: identity.email || undefined,
              inviter,
            },
            { ip: origin.ip, requestId: origin.requestId, atMs: clock.now() },
            settings,
          )
          await announce(trx, 'user', made, clock)
          if (inviter !== undefined) await announce(trx, 'user', inviter.id, clock)
          return made
        })
        await changes.changed('user', id)
      } catch (error) {
        if (!isUniqueViolation(error) || attempt >= NAME_TRIES) throw error
      }
      const user = await usersRepository(knex).findByIdentity(identity)
      if (user) return user
    }
  }

  /**
   * Returns the email address for a new account. One that the site refuses, or that another account already has, is
   * left out and never leads to that account.
   */
  async function usableEmail(given: string | undefined): Promise<string | undefined> {
    if (given === undefined) return undefined
    try {
      const email = checkEmail(given, options.current())
      return (await usersRepository(knex).hasEmail(emailKey(email))) ? undefined : email
    } catch (error) {
      if (error instanceof AppError) return undefined
      throw error
    }
  }
}

const DISPLAY_NAME_MAX = 20

/** Cleans a display name, because names at providers can have any length and content. */
function displayNameOf({ displayName }: Identity, username: string): string {
  const shown = [...(displayName ?? '').replaceAll(/\p{C}/gu, '').trim()].slice(0, DISPLAY_NAME_MAX).join('')
  return shown.trim() === '' ? username : shown.trim()
}
