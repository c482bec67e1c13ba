import type { Knex } from 'knex'
import type { components } from '../../../../openapi/types.gen.ts'
import type { Clock } from '../../clock.ts'
import type { SecretBox } from '../../db/secrets.ts'
import { isUniqueViolation } from '../../db/violations.ts'
import { AppError } from '../../errors/app-error.ts'
import { spendProof } from '../spent-proofs.ts'
import { PASSKEY_MS, type PasskeyUse, passkeyChallenges } from './challenges.ts'
import { type Passkey, passkeysRepository } from './passkeys.repository.ts'
import {
  challengeIn,
  type PasskeyAnswer,
  type PasskeyUsed,
  type RelyingParty,
  verifyPasskeyAnswer,
} from './verify-passkey.ts'

/** A request for a passkey's signature. */
export interface PasskeyQuestion extends PasskeyUse {
  readonly site: RelyingParty
  /** Only passkeys of this account are accepted; absent = those of any account, which the passkey identifies itself. */
  readonly ownerId?: number | undefined
  /** Whether a PIN or fingerprint is needed instead of just a touch. */
  readonly needsVerification: boolean
}

/** A valid signature that has not been used up yet. */
export interface CheckedAnswer {
  readonly passkey: Passkey
  readonly used: PasskeyUsed
  readonly challenge: string
}

/**
 * Returns the user handle that passkeys store. It is the same for all passkeys of an account and reveals nothing about
 * it.
 */
export const userHandleOf = (secrets: SecretBox, userId: number): string =>
  Buffer.from(secrets.hash(`passkey-user:${userId}`), 'hex').toString('base64url')

/**
 * Creates the error for every kind of invalid response. The text is always the same, so that nobody can probe for
 * passkeys; the reason goes only into the log.
 */
export const passkeyRefused = (why: string, cause?: unknown): AppError =>
  new AppError('passkey_refused', { detail: { why }, cause })

/**
 * Thrown when the counter of a passkey did not increase, so there may be a copy of it. Clients see the same refusal as
 * for any other error.
 */
export class PasskeyCopied extends AppError {
  readonly passkey: Passkey
  readonly counter: number

  constructor({ passkey, used }: CheckedAnswer) {
    super('passkey_refused', { detail: { why: 'The counter did not grow.' } })
    this.passkey = passkey
    this.counter = used.counter
  }
}

/** Marks a challenge as used; if several callers try, only one succeeds. @throws AppError `passkey_refused` */
export async function spendChallenge(
  trx: Knex,
  secrets: SecretBox,
  challenge: string,
  nowMs: number,
): Promise<void> {
  try {
    await spendProof(trx, secrets, `passkey:${challenge}`, nowMs + PASSKEY_MS)
  } catch (error) {
    throw isUniqueViolation(error) ? passkeyRefused('The challenge was used before.') : error
  }
}

/** Requests and checks signatures of passkeys, whatever their purpose. Bind to a transaction to take part in it. */
export const passkeyAnswers = (
  db: Knex,
  { secrets, clock }: { readonly secrets: SecretBox; readonly clock: Clock },
) => {
  const challenges = passkeyChallenges(secrets)

  return {
    /**
     * Returns the data that the browser needs to request a signature. It lists passkeys only for users who are already
     * identified.
     */
    async ask(question: PasskeyQuestion): Promise<components['schemas']['PasskeyRequestOptions']> {
      const { site, ownerId, needsVerification } = question
      const known = ownerId === undefined ? [] : await passkeysRepository(db).ofDomain(ownerId, site.id)
      return {
        challenge: challenges.make(question, clock.now()),
        rpId: site.id,
        timeout: PASSKEY_MS,
        userVerification: needsVerification ? 'required' : 'preferred',
        allowCredentials: known.map(describeCredential),
      }
    },

    /** Checks a response without using anything up. @throws AppError `passkey_refused` */
    async check(answer: PasskeyAnswer, question: PasskeyQuestion): Promise<CheckedAnswer> {
      const challenge = challengeIn(answer.response.clientDataJSON)
      if (challenge === undefined || !challenges.isGood(challenge, question, clock.now()))
        throw passkeyRefused('The challenge is not good for this.')
      const passkey = await passkeysRepository(db).findByCredential(answer.id, question.site.id)
      if (!passkey || (question.ownerId !== undefined && passkey.userId !== question.ownerId))
        throw passkeyRefused('There is no such passkey.')
      checkHandle(answer, passkey, question)
      const used = await verifyPasskeyAnswer(answer, passkey.publicKey, { ...question, challenge }).catch(
        (error: unknown) => {
          throw passkeyRefused('The answer does not verify.', error)
        },
      )
      return { passkey, used, challenge }
    },

    /** Uses up a checked response, once. @throws AppError `passkey_refused`, as a {@link PasskeyCopied} for a copy */
    async use(checked: CheckedAnswer): Promise<void> {
      const { passkey, used, challenge } = checked
      await spendChallenge(db, secrets, challenge, clock.now())
      const passkeys = passkeysRepository(db)
      if (await passkeys.noteUse(passkey.id, used, clock.now())) return
      const stored = await passkeys.find(passkey.userId, passkey.id)
      throw stored ? new PasskeyCopied({ ...checked, passkey: stored }) : passkeyRefused('It is gone.')
    },
  }

  function checkHandle({ response }: PasskeyAnswer, { userId }: Passkey, { ownerId }: PasskeyQuestion): void {
    const { userHandle } = response
    // Authenticators may omit the user handle if the request listed the passkey.
    if (userHandle === undefined && ownerId !== undefined) return
    if (userHandle !== userHandleOf(secrets, userId)) throw passkeyRefused('It remembers another account.')
  }
}

/** Describes a passkey in the form that browsers use. */
export const describeCredential = ({ credentialId, transports }: Passkey) => ({
  id: credentialId,
  type: 'public-key' as const,
  transports: [...transports],
})
