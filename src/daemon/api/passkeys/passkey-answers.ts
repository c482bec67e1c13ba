import type { Knex } from 'knex'
import { PASSKEY_MS, type PasskeyUse, passkeyChallenges } from '../../accounts/passkey-challenges.ts'
import {
  challengeIn,
  type PasskeyAnswer,
  type PasskeyUsed,
  type RelyingParty,
  verifyPasskeyAnswer,
} from '../../accounts/verify-passkey.ts'
import type { SecretBox } from '../../db/secrets.ts'
import { isUniqueViolation } from '../../db/violations.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Data } from '../../http/contract.ts'
import type { ApiServices } from '../api-services.ts'
import { recordChange } from '../audit-events/record-change.ts'
import { spendProof } from '../oauth/oauth-states.ts'
import type { User } from '../users/user.ts'
import { usersRepository } from '../users/users.repository.ts'
import { type Passkey, passkeysRepository } from './passkeys.repository.ts'

/** What a passkey is asked for. */
export interface PasskeyQuestion extends PasskeyUse {
  readonly site: RelyingParty
  /** Only passkeys of this account count; absent = of any, which it names itself. */
  readonly ownerId?: number | undefined
  /** A PIN or fingerprint is needed, not just a touch. */
  readonly needsVerification: boolean
}

/** Which request brought an answer. */
export interface AnswerOrigin {
  readonly ip: string
  readonly requestId: string
}

/** What passkeys remember as their user. It is the same for all passkeys of an account and tells nothing about it. */
export const userHandleOf = (secrets: SecretBox, userId: number): string =>
  Buffer.from(secrets.hash(`passkey-user:${userId}`), 'hex').toString('base64url')

/** One text for everything that can be wrong, so that nobody can try out passkeys; the log says which. */
export const passkeyRefused = (why: string, cause?: unknown): AppError =>
  new AppError('passkey_refused', { detail: { why }, cause })

/** Marks a challenge as used: of several callers, only one succeeds. @throws AppError `passkey_refused` */
export async function spendChallenge(trx: Knex, secrets: SecretBox, challenge: string, nowMs: number) {
  try {
    await spendProof(trx, secrets, `passkey:${challenge}`, nowMs + PASSKEY_MS)
  } catch (error) {
    throw isUniqueViolation(error) ? passkeyRefused('The challenge was used before.') : error
  }
}

/** Asks for a passkey and checks what comes back, whatever it is asked for. */
export const passkeyAnswers = ({ knex, secrets, clock }: Pick<ApiServices, 'knex' | 'secrets' | 'clock'>) => {
  const challenges = passkeyChallenges(secrets)

  return {
    /** What the browser needs to ask. Only those who are known already are told which passkeys there are. */
    async ask(question: PasskeyQuestion): Promise<Data<'beginPasskeySignIn'>> {
      const { site, ownerId, needsVerification } = question
      const known = ownerId === undefined ? [] : await passkeysRepository(knex).ofDomain(ownerId, site.id)
      return {
        challenge: challenges.make(question, clock.now()),
        rpId: site.id,
        timeout: PASSKEY_MS,
        userVerification: needsVerification ? 'required' : 'preferred',
        allowCredentials: known.map(describeCredential),
      }
    },

    /**
     * Accepts an answer, once.
     *
     * @returns the account, banned or not
     * @throws AppError `passkey_refused`
     */
    async accept(answer: PasskeyAnswer, question: PasskeyQuestion, origin: AnswerOrigin): Promise<User> {
      const challenge = challengeIn(answer.response.clientDataJSON)
      if (challenge === undefined || !challenges.isGood(challenge, question, clock.now()))
        throw passkeyRefused('The challenge is not good for this.')
      const passkey = await passkeysRepository(knex).findByCredential(answer.id, question.site.id)
      if (!passkey || (question.ownerId !== undefined && passkey.userId !== question.ownerId))
        throw passkeyRefused('There is no such passkey.')
      checkHandle(answer, passkey, question)
      const used = await verifyPasskeyAnswer(answer, passkey.publicKey, { ...question, challenge }).catch(
        (error: unknown) => {
          throw passkeyRefused('The answer does not verify.', error)
        },
      )
      const user = await usersRepository(knex).findById(passkey.userId)
      if (!user) throw passkeyRefused('The account is gone.')
      await noteUse(passkey, used, challenge).catch(async (error: unknown) => {
        if (error instanceof CounterWentBack) await recordCounter(user, passkey, used, origin)
        throw error instanceof CounterWentBack ? passkeyRefused(error.message) : error
      })
      return user
    },
  }

  function checkHandle({ response }: PasskeyAnswer, { userId }: Passkey, { ownerId }: PasskeyQuestion): void {
    const { userHandle } = response
    // Authenticators may leave it out where the passkey was named to them.
    if (userHandle === undefined && ownerId !== undefined) return
    if (userHandle !== userHandleOf(secrets, userId)) throw passkeyRefused('It remembers another account.')
  }

  async function noteUse(passkey: Passkey, used: PasskeyUsed, challenge: string): Promise<void> {
    await knex.transaction(async (trx) => {
      await spendChallenge(trx, secrets, challenge, clock.now())
      if (!(await passkeysRepository(trx).noteUse(passkey.id, used, clock.now())))
        throw new CounterWentBack('The counter did not grow, or the passkey is gone.')
    })
  }

  /** A copy of the passkey may be about, so its owner and the administrators should see it. */
  async function recordCounter(
    user: User,
    passkey: Passkey,
    used: PasskeyUsed,
    origin: AnswerOrigin,
  ): Promise<void> {
    const stored = await passkeysRepository(knex).find(user.id, passkey.id)
    if (!stored) return
    const author = { id: user.id, username: user.username, role: user.role, ...origin, atMs: clock.now() }
    await recordChange(knex, author, {
      action: 'passkey.refuse-copy',
      targetKind: 'passkey',
      targetId: passkey.id,
      after: { name: stored.name, lastCounter: stored.counter, counter: used.counter },
    })
  }
}

/** A passkey as browsers name it. */
export const describeCredential = ({ credentialId, transports }: Passkey) => ({
  id: credentialId,
  type: 'public-key' as const,
  transports: [...transports],
})

class CounterWentBack extends Error {}
