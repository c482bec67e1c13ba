import type { GivenFactor } from '../../accounts/second-factors/factor.ts'
import { secondFactors } from '../../accounts/second-factors/factors.ts'
import { announce } from '../../db/changes.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Data } from '../../http/contract.ts'
import type { ApiServices } from '../api-services.ts'
import type { Author } from '../author.ts'
import type { User } from '../users/user.ts'
import { usersRepository } from '../users/users.repository.ts'
import { judgeFactor } from './judge-factor.ts'

/** The password or a second factor; exactly one is set. */
export type GivenProof = GivenFactor & { readonly password?: string }

type ProofMethod = Data<'getSecondFactor'>['proof_methods'][number]

/** Verifies again, in a session, the identity of its user. */
export const proofService = (
  services: Pick<
    ApiServices,
    'knex' | 'secrets' | 'passwords' | 'clock' | 'changes' | 'requestLimits' | 'proofs'
  >,
) => {
  const { knex, passwords, clock, changes, requestLimits, proofs } = services

  return {
    /** Returns the methods with which an account can prove its owner's identity. */
    methods: async (userId: number): Promise<ProofMethod[]> => methodsOf(await find(userId)),

    /**
     * Verifies a proof and renews the one of the session.
     *
     * @param sessionHash the session to renew; undefined = an access token, which needs no proof
     * @throws AppError `proof_impossible`, `original_password_wrong`, `second_factor_missing`, `second_factor_wrong`,
     *   `too_many_requests`
     */
    async prove(
      author: Author,
      { password, ...given }: GivenProof,
      sessionHash: string | undefined,
    ): Promise<void> {
      const user = await find(author.id)
      if ((await methodsOf(user)).length === 0) throw new AppError('proof_impossible')
      if (password === undefined) await judgeFactor(services, { author, given }, async () => undefined)
      else await checkPassword(user, password, author.ip, sessionHash)
      if (sessionHash === undefined) return
      await knex.transaction(async (trx) => {
        await proofs.renew(trx, sessionHash)
        await announce(trx, 'session', author.id, clock)
      })
      await changes.changed('session', author.id)
    },
  }

  async function methodsOf(user: User): Promise<ProofMethod[]> {
    const factors = await secondFactors(knex, services).methods(user.id)
    return [...(user.passwordHash === undefined ? [] : (['password'] as const)), ...factors]
  }

  async function checkPassword(
    { username, passwordHash }: User,
    password: string,
    ip: string,
    sessionHash: string | undefined,
  ): Promise<void> {
    await requestLimits.takeSignIn(ip, username, sessionHash)
    if (passwordHash === undefined || !(await passwords.verify(password, passwordHash)))
      throw new AppError('original_password_wrong', { field: 'password' })
    await requestLimits.forgiveSignIn(ip, username, sessionHash)
  }

  async function find(id: number): Promise<User> {
    const user = await usersRepository(knex).findById(id)
    if (!user) throw new AppError('not_signed_in')
    return user
  }
}
