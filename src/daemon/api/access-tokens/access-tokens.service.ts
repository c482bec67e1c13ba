import type { Knex } from 'knex'
import { hashAccessToken, hintOf, newAccessToken } from '../../accounts/credentials.ts'
import { unixSeconds } from '../../clock.ts'
import { announce } from '../../db/changes.ts'
import { isUniqueViolation } from '../../db/violations.ts'
import { AppError } from '../../errors/app-error.ts'
import { hasScope } from '../../http/auth.ts'
import type { Body, Data } from '../../http/contract.ts'
import { isVisible } from '../../visible-text.ts'
import type { ApiServices } from '../api-services.ts'
import { recordChange } from '../audit-events/record-change.ts'
import type { Author } from '../author.ts'
import { lockOwnAccount } from '../session/lock-account.ts'
import { accessTokensRepository } from './access-tokens.repository.ts'

const PER_USER_MAX = 100

/** The properties of a new access token. */
interface AccessTokenTerms {
  readonly name: string
  readonly scopes: string[]
  /** Unix seconds, -1 = never. */
  readonly expiresTime: number
}

/**
 * Creates an access token that belongs to the author.
 *
 * @throws AppError `access_token_limit`, `access_token_exists`; both roll the transaction back
 */
export async function makeAccessToken(
  trx: Knex,
  { secrets, clock }: Pick<ApiServices, 'secrets' | 'clock'>,
  author: Author,
  { name, scopes, expiresTime }: AccessTokenTerms,
): Promise<Data<'createAccessToken'>> {
  const tokens = accessTokensRepository(trx)
  if ((await tokens.count(author.id)) >= PER_USER_MAX) throw new AppError('access_token_limit')
  const token = newAccessToken()
  const row = {
    userId: author.id,
    name,
    hash: hashAccessToken(secrets, token),
    hint: hintOf(token),
    scopes,
    createdTime: unixSeconds(clock),
    expiresTime,
  }
  const id = await tokens.insert(row).catch((error: unknown) => {
    throw isUniqueViolation(error) ? new AppError('access_token_exists', { field: 'name' }) : error
  })
  await recordChange(trx, author, {
    action: 'access-token.create',
    targetKind: 'access-token',
    targetId: id,
    after: { name, scopes, expiresTime },
  })
  return { id, name, token, scopes, expires_time: expiresTime }
}

/** Creates and removes the named access tokens of an account. */
export const accessTokensService = ({
  knex,
  secrets,
  clock,
  changes,
}: Pick<ApiServices, 'knex' | 'secrets' | 'clock' | 'changes'>) => ({
  /**
   * Creates an access token.
   *
   * @param ownScopes of the request's credential, which cannot grant scopes that it lacks itself
   * @throws AppError `name_not_visible`, `insufficient_scope`, `access_token_expiry`, `access_token_limit`,
   *   `access_token_exists`, `not_signed_in`
   */
  async create(
    author: Author,
    ownScopes: ReadonlySet<string> | undefined,
    given: Body<'createAccessToken'>,
  ): Promise<Data<'createAccessToken'>> {
    const name = given.name.trim()
    if (!isVisible(name)) throw new AppError('name_not_visible', { field: 'name' })
    const scopes = normaliseScopes(given.scopes)
    const beyond = scopes.find(
      (scope) => ownScopes !== undefined && (scope === '*' || !hasScope(ownScopes, scope)),
    )
    if (beyond !== undefined) throw new AppError('insufficient_scope', { values: { scope: beyond } })
    const expiresTime = given.expires_time ?? -1
    if (expiresTime !== -1 && expiresTime <= unixSeconds(clock))
      throw new AppError('access_token_expiry', { field: 'expires_time' })
    return knex.transaction(async (trx) => {
      await lockOwnAccount(trx, author)
      return makeAccessToken(trx, { secrets, clock }, author, {
        name,
        scopes,
        expiresTime,
      })
    })
  },

  /** Removes a token, which stops working at once on all daemons. @throws AppError `access_token_not_found` */
  async remove(author: Author, id: number): Promise<void> {
    await knex.transaction(async (trx) => {
      const gone = await accessTokensRepository(trx).remove(author.id, id)
      if (!gone) throw new AppError('access_token_not_found')
      await recordChange(trx, author, {
        action: 'access-token.delete',
        targetKind: 'access-token',
        targetId: id,
        before: { name: gone.name, scopes: gone.scopes },
      })
      await announce(trx, 'session', author.id, clock)
    })
    await changes.changed('session', author.id)
  },
})

/** Sorts scopes and removes duplicates; `*` replaces all others. */
const normaliseScopes = (scopes: readonly string[]): string[] =>
  scopes.includes('*') ? ['*'] : [...new Set(scopes)].sort()
