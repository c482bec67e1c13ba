import type { Knex } from 'knex'
import type { components } from '../../../../openapi/types.gen.ts'
import type { Clock } from '../../clock.ts'
import type { SecretBox } from '../../db/secrets.ts'
import type { PasskeyQuestion } from '../passkeys/passkey-answers.ts'
import type { PasskeyAnswer } from '../passkeys/verify-passkey.ts'

/** What proves a person beside their password. */
export type FactorKind = components['schemas']['SecondFactorMethod']

/** What a passkey answered, and what it was asked. */
export interface GivenPasskey {
  readonly answer: PasskeyAnswer
  readonly question: PasskeyQuestion
}

/** What somebody gives as a second factor; exactly one member is set. */
export interface GivenFactor extends Omit<components['schemas']['SecondStepRequest'], 'ticket' | 'passkey'> {
  readonly passkey?: GivenPasskey
}

/** What every factor is made from. */
export interface FactorDeps {
  readonly secrets: SecretBox
  readonly clock: Clock
}

/** One kind of second factor, bound to the database or to a transaction. */
export interface Factor {
  readonly kind: FactorKind
  /** The member of a request that it reads. */
  readonly member: keyof GivenFactor
  /** Only replaces another factor: alone it does not make sign-in ask for a second step. */
  readonly isSpare: boolean
  isSetUp(userId: number): Promise<boolean>
  /**
   * Uses up what is good only once; of several callers, one succeeds.
   *
   * @param given the member of the request
   */
  verify(userId: number, given: NonNullable<GivenFactor[keyof GivenFactor]>): Promise<boolean>
  /** Ends it. */
  remove(userId: number): Promise<void>
}

/** Makes a factor; `factors.ts` lists them all. */
export type MakeFactor = (db: Knex, deps: FactorDeps) => Factor
