import { PASSKEY_MS, type PasskeyUse, passkeyChallenges } from '../../accounts/passkeys/challenges.ts'
import {
  describeCredential,
  passkeyRefused,
  spendChallenge,
  userHandleOf,
} from '../../accounts/passkeys/passkey-answers.ts'
import { type Passkey, passkeysRepository } from '../../accounts/passkeys/passkeys.repository.ts'
import {
  challengeIn,
  type NewCredential,
  passkeyAlgorithms,
  type RelyingParty,
  verifyNewPasskey,
} from '../../accounts/passkeys/verify-passkey.ts'
import { renewSession, type SessionRenewal } from '../../accounts/renew-session.ts'
import { secondFactors } from '../../accounts/second-factors/factors.ts'
import { recoveryCodes } from '../../accounts/second-factors/recovery-codes.ts'
import { isUniqueViolation } from '../../db/violations.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Data } from '../../http/contract.ts'
import { demandsSecondFactor } from '../../http/second-factor-demand.ts'
import { siteName } from '../../options/site-name.ts'
import { isVisible } from '../../visible-text.ts'
import type { ApiServices } from '../api-services.ts'
import { recordChange } from '../audit-events/record-change.ts'
import type { Author } from '../author.ts'
import { lockOwnAccount } from '../session/lock-account.ts'
import { usersRepository } from '../users/users.repository.ts'

const PER_USER_MAX = 20

/** A passkey to register. */
export interface NewPasskey {
  readonly credential: NewCredential
  readonly name: string
}

/** Manages the passkeys of one account. */
export const passkeysService = (services: Pick<ApiServices, 'knex' | 'secrets' | 'options' | 'clock'>) => {
  const { knex, secrets, options, clock } = services
  const challenges = passkeyChallenges(secrets)
  const useOf = ({ id }: Author): PasskeyUse => ({ purpose: 'register', subject: String(id) })

  return {
    /** @throws AppError `passkey_limit` */
    async begin(author: Author, site: RelyingParty): Promise<Data<'beginPasskey'>> {
      const passkeys = passkeysRepository(knex)
      if ((await passkeys.count(author.id)) >= PER_USER_MAX) throw tooMany()
      const user = await usersRepository(knex).findById(author.id)
      if (!user) throw new AppError('not_signed_in')
      return {
        challenge: challenges.make(useOf(author), clock.now()),
        rp: { id: site.id, name: siteName(options.current()) },
        user: {
          id: userHandleOf(secrets, user.id),
          name: user.username,
          displayName: user.displayName || user.username,
        },
        pubKeyCredParams: passkeyAlgorithms.map((alg) => ({ type: 'public-key', alg })),
        timeout: PASSKEY_MS,
        attestation: 'none',
        excludeCredentials: (await passkeys.ofDomain(user.id, site.id)).map(describeCredential),
        authenticatorSelection: {
          residentKey: 'required',
          requireResidentKey: true,
          userVerification: 'required',
        },
      }
    },

    /**
     * Registers a passkey. The first second factor comes with ten recovery codes, so that losing it locks nobody out.
     *
     * @throws AppError `passkey_refused`, `passkey_exists`, `passkey_limit`, `not_signed_in`
     */
    async register(
      author: Author,
      site: RelyingParty,
      { credential, name }: NewPasskey,
      renewal: SessionRenewal | undefined,
    ): Promise<{ passkey: Passkey; codes: string[] }> {
      const challenge = challengeIn(credential.response.clientDataJSON)
      if (challenge === undefined || !challenges.isGood(challenge, useOf(author), clock.now()))
        throw passkeyRefused('The challenge is not good for this.')
      const made = await verifyNewPasskey(credential, challenge, site).catch((error: unknown) => {
        throw passkeyRefused('The new passkey does not verify.', error)
      })
      const transports = (credential.response.transports ?? []).filter((each) => /^[a-z-]+$/.test(each))
      return knex.transaction(async (trx) => {
        // Locked, so that concurrent requests cannot exceed the limit.
        await lockOwnAccount(trx, author)
        await renewSession(trx, renewal)
        const passkeys = passkeysRepository(trx)
        if ((await passkeys.count(author.id)) >= PER_USER_MAX) throw tooMany()
        await spendChallenge(trx, secrets, challenge, clock.now())
        const isFirst = !(await secondFactors(trx, services).isSetUp(author.id))
        const passkey = {
          ...made,
          userId: author.id,
          transports,
          rpId: site.id,
          name,
          createdMs: clock.now(),
        }
        const id = await passkeys.insert(passkey).catch((error: unknown) => {
          throw isUniqueViolation(error) ? new AppError('passkey_exists') : error
        })
        await recordChange(trx, author, {
          action: 'passkey.create',
          targetKind: 'passkey',
          targetId: id,
          after: { name, domain: site.id },
        })
        return {
          passkey: { ...passkey, id, lastUsedMs: 0 },
          codes: isFirst ? await recoveryCodes(trx, secrets).replace(author.id) : [],
        }
      })
    },

    /** @throws AppError `name_not_visible`, `passkey_not_found` */
    async rename(author: Author, id: number, name: string): Promise<Passkey> {
      if (!isVisible(name)) throw new AppError('name_not_visible', { field: 'name' })
      return knex.transaction(async (trx) => {
        const passkeys = passkeysRepository(trx)
        const before = await passkeys.find(author.id, id)
        if (!before) throw new AppError('passkey_not_found')
        await passkeys.rename(author.id, id, name)
        await recordChange(trx, author, {
          action: 'passkey.rename',
          targetKind: 'passkey',
          targetId: id,
          before: { name: before.name },
          after: { name },
        })
        return { ...before, name }
      })
    },

    /**
     * Removes a passkey; with the last second factor, also the recovery codes.
     * @throws AppError `passkey_not_found`, `second_factor_demanded`, `not_signed_in`
     */
    async remove(author: Author, id: number, renewal: SessionRenewal | undefined): Promise<void> {
      await knex.transaction(async (trx) => {
        await lockOwnAccount(trx, author)
        await renewSession(trx, renewal)
        const passkeys = passkeysRepository(trx)
        const before = await passkeys.find(author.id, id)
        if (!before || (await passkeys.remove(author.id, id)) === 0) throw new AppError('passkey_not_found')
        await recordChange(trx, author, {
          action: 'passkey.delete',
          targetKind: 'passkey',
          targetId: id,
          before: { name: before.name, domain: before.rpId },
        })
        const factors = secondFactors(trx, services)
        if (await factors.isSetUp(author.id)) return
        if (demandsSecondFactor(options.current(), author.role)) throw new AppError('second_factor_demanded')
        await factors.removeAll(author.id)
      })
    },
  }
}

const tooMany = (): AppError => new AppError('passkey_limit', { values: { maximum: PER_USER_MAX } })
