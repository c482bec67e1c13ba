import type { Knex } from 'knex'
import type { Paging } from '../../http/paging.ts'

interface AccessTokenRow {
  id: number
  user_id: number
  name: string
  token_hash: string
  hint: string
  scopes: string
  is_system: number
  created_time: number
  expires_time: number
  last_used_time: number
}

/** A named credential; only its owner knows its text. */
export interface AccessToken {
  readonly id: number
  readonly name: string
  readonly hint: string
  readonly scopes: string[]
  /** Unix seconds. */
  readonly createdTime: number
  /** Unix seconds, -1 = never. */
  readonly expiresTime: number
  /** Unix seconds, 0 = never. */
  readonly lastUsedTime: number
  readonly isSystem: boolean
}

const toAccessToken = (row: AccessTokenRow): AccessToken => ({
  id: row.id,
  name: row.name,
  hint: row.hint,
  scopes: row.scopes.split(','),
  createdTime: row.created_time,
  expiresTime: row.expires_time,
  lastUsedTime: row.last_used_time,
  isSystem: row.is_system === 1,
})

/**
 * Reads and writes rows of `access_tokens`. Every statement filters by owner, so nobody can reach another user's row by
 * its id.
 */
export const accessTokensRepository = (db: Knex) => ({
  async list(userId: number, { size, offset }: Paging): Promise<{ tokens: AccessToken[]; total: number }> {
    const rows = await db<AccessTokenRow>('access_tokens')
      .where({ user_id: userId })
      .orderBy('id', 'desc')
      .limit(size)
      .offset(offset)
    return { tokens: rows.map(toAccessToken), total: await this.count(userId) }
  },

  async count(userId: number): Promise<number> {
    const [row] = await db('access_tokens')
      .where({ user_id: userId })
      .count<{ n: number | string }[]>({ n: '*' })
    return Number(row?.n ?? 0)
  },

  /** @throws a unique violation if the user already has a token with that name */
  async insert(token: {
    readonly userId: number
    readonly name: string
    readonly hash: string
    readonly hint: string
    readonly scopes: readonly string[]
    readonly createdTime: number
    readonly expiresTime: number
  }): Promise<number> {
    const [row] = await db<AccessTokenRow>('access_tokens')
      .insert({
        user_id: token.userId,
        name: token.name,
        token_hash: token.hash,
        hint: token.hint,
        scopes: token.scopes.join(','),
        created_time: token.createdTime,
        expires_time: token.expiresTime,
      })
      .returning('id')
    if (!row) throw new Error('The new access token has no id.')
    return row.id
  },

  /** @returns the removed row, if there was one */
  async remove(userId: number, id: number): Promise<AccessToken | undefined> {
    const row = await db<AccessTokenRow>('access_tokens').where({ id, user_id: userId }).first()
    if (!row) return undefined
    const removed = await db('access_tokens').where({ id, user_id: userId }).del()
    return removed === 1 ? toAccessToken(row) : undefined
  },
})
