import type { Knex } from 'knex'
import { AppError } from '../../errors/app-error.ts'
import type { Factor, FactorDeps, FactorKind, GivenFactor, MakeFactor } from './factor.ts'
import { passkey } from './passkey.ts'
import { recoveryCode } from './recovery-codes.ts'
import { totp } from './totp.ts'

/** Every kind of second factor, in the order in which people are offered them. */
const kinds: readonly MakeFactor[] = [totp, passkey, recoveryCode]

/** The second factors of accounts. Bind to a transaction to take part in it. */
export const secondFactors = (db: Knex, deps: FactorDeps) => {
  const all: readonly Factor[] = kinds.map((make) => make(db, deps))

  return {
    /** What an account may give as its second factor; empty if it has none, or nothing but recovery codes. */
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
     * @returns the kind that was given
     * @throws AppError `second_factor_missing` if nothing was given
     */
    kindOf(given: GivenFactor): FactorKind {
      return factorOf(given).kind
    },

    /** @throws AppError `second_factor_missing`, `second_factor_wrong` */
    async verify(userId: number, given: GivenFactor): Promise<FactorKind> {
      const factor = factorOf(given)
      const value = given[factor.member]
      // A spare counts only beside the factor that it replaces.
      const isRight =
        value !== undefined && (await this.isSetUp(userId)) && (await factor.verify(userId, value))
      if (!isRight) throw new AppError('second_factor_wrong', { field: factor.member })
      return factor.kind
    },

    /** Ends one factor, and the spare ones when it was the last. */
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
