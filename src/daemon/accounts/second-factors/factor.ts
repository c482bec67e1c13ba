import type { Knex } from 'knex'
import type { components } from '../../../../openapi/types.gen.ts'
import type { Clock } from '../../clock.ts'
import type { SecretBox } from '../../db/secrets.ts'
import type { PasskeyQuestion } from '../passkeys/passkey-answers.ts'
import type { PasskeyAnswer } from '../passkeys/verify-passkey.ts'

/** A way to prove one's identity in addition to the password. */
export type FactorKind = components['schemas']['SecondFactorMethod']

/** A passkey's response together with its request. */
export interface GivenPasskey {
  readonly answer: PasskeyAnswer
  readonly question: PasskeyQuestion
}

/** The second factor in a request; exactly one member is set. */
export interface GivenFactor extends Omit<components['schemas']['SecondStepRequest'], 'ticket' | 'passkey'> {
  readonly passkey?: GivenPasskey
}

/** Dependencies of every factor. */
export interface FactorDeps {
  readonly secrets: SecretBox
  readonly clock: Clock
}

/** One kind of second factor, bound to the database or to a transaction. */
export interface Factor {
  readonly kind: FactorKind
  /** The member of a request that holds this factor. */
  readonly member: keyof GivenFactor
  /** Whether it only replaces another factor: a spare alone does not make sign-in require a second step. */
  readonly isSpare: boolean
  isSetUp(userId: number): Promise<boolean>
  /**
   * Verifies a value and uses up what is valid only once; if several callers try, only one succeeds.
   *
   * @param given the member of the request
   */
  verify(userId: number, given: NonNullable<GivenFactor[keyof GivenFactor]>): Promise<boolean>
  /** Removes the factor from the account. */
  remove(userId: number): Promise<void>
}

/** Creates a factor; `factors.ts` lists them all. */
export type MakeFactor = (db: Knex, deps: FactorDeps) => Factor
