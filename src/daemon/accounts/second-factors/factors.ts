import type { Knex } from 'knex'
import { AppError } from '../../errors/app-error.ts'
import type { Factor, FactorDeps, FactorKind, GivenFactor, MakeFactor } from './factor.ts'
import { passkey } from './passkey.ts'
import { recoveryCode } from './recovery-codes.ts'
import { totp } from './totp.ts'

/** Every kind of second factor, in the order in which they are offered. */
const kinds: readonly MakeFactor[] = [totp, passkey, recoveryCode]

/** Manages the second factors of accounts. Bind to a transaction to take part in it. */
export const secondFactors = (db: Knex, deps: FactorDeps) => {
  const all: readonly Factor[] = kinds.map((make) => make(db, deps))

  return {
    /** Returns the kinds that an account can use as its second factor; empty if it has none, or only recovery codes. */
    async methods(userId: number): Promise<FactorKind[]> {
      const found: Factor[] = []
      for (const factor of all) if (await factor.isSetUp(userId)) found.push(factor)
      return found.every(({ isSpare }) => isSpare) ? [] : found.map(({ kind }) => kind)
    },

    async isSetUp(userId: number): Promise<boolean> {
      for (const factor of all) if (!factor.isSpare && (await factor.isSetUp(userId))) return true
      return false
    },

    /**
     * Returns the kind of factor in a request.
     * @throws AppError `second_factor_missing` if the request has none
     */
    kindOf(given: GivenFactor): FactorKind {
      return factorOf(given).kind
    },

    /**
     * Verifies the factor in a request and returns its kind.
     * @throws AppError `second_factor_missing`, `second_factor_wrong`
     */
    async verify(userId: number, given: GivenFactor): Promise<FactorKind> {
      const factor = factorOf(given)
      const value = given[factor.member]
      // A spare is only valid for accounts that have a factor it can replace.
      const isRight =
        value !== undefined && (await this.isSetUp(userId)) && (await factor.verify(userId, value))
      if (!isRight) throw new AppError('second_factor_wrong', { field: factor.member })
      return factor.kind
    },

    /** Removes one factor. Removing the last one also removes the spare ones. */
    async remove(userId: number, kind: FactorKind): Promise<void> {
      await all.find((factor) => factor.kind === kind)?.remove(userId)
      if (!(await this.isSetUp(userId))) await this.removeAll(userId)
    },

    async removeAll(userId: number): Promise<void> {
      for (const factor of all) await factor.remove(userId)
    },
  }

  function factorOf(given: GivenFactor): Factor {
    const factor = all.find(({ member }) => given[member] !== undefined)
    if (!factor) throw new AppError('second_factor_missing', { field: 'code' })
    return factor
  }
}
