import type { Knex } from 'knex'
import { whereContains } from '../../db/like.ts'
import type { Paging } from '../../http/paging.ts'

/** One row of `tokens`; its quota is in `token_budgets`. */
export interface TokenRow {
  id: number
  user_id: number
  name: string
  key_hash: string
  /** Encrypted; for a key that is shown only once, only its masked form. */
  key_ciphertext: string
  /** Hash of the key before the last rotation; that key works until `former_key_until` (unix seconds). */
  former_key_hash: string | null
  former_key_until: number
  /** 1 enabled, 2 disabled, 3 expired, 4 exhausted. */
  status: number
  /** Unix seconds; -1 = never. */
  expired_time: number
  created_time: number
  model_limits_enabled: number
  model_limits: string
  /** JSON; '' = none. */
  model_fallbacks: string
  allow_ips: string
  group_name: string
  rate_limit_enabled: number
  rate_limit_period: number
  rate_limit_count: number
  rate_limit_success: number
  /** 0 = unlimited. */
  tokens_per_minute: number
  deleted_time: number | null
}

/** Stored values of a token's status. */
export const tokenStatus = { enabled: 1, disabled: 2, expired: 3, exhausted: 4 } as const

/** Columns in which users can store long texts at no cost. */
export const listColumns = ['model_limits', 'model_fallbacks', 'allow_ips'] as const

/**
 * Reads and writes tokens of one owner. Every statement filters by owner, so that no other user's row can be read or
 * written.
 */
export const tokensRepository = (db: Knex, userId: number) => {
  const own = () => db<TokenRow>('tokens').where({ user_id: userId }).whereNull('deleted_time')
  const named = (name: string) => (name === '' ? own() : whereContains(own(), 'name', name))
  return {
    find: (id: number): Promise<TokenRow | undefined> => own().where({ id }).first(),

    /** Locks the row until the transaction ends; SQLite has one writer and needs no lock. */
    lock: (id: number): Promise<TokenRow | undefined> => own().where({ id }).forUpdate().first(),

    /** Lists tokens, newest first. @param name part of the name, empty = all */
    list: (name: string, paging: Paging): Promise<TokenRow[]> =>
      named(name).orderBy('id', 'desc').offset(paging.offset).limit(paging.size),

    /** Lists all tokens; `TokensPerUserMax` limits their number. */
    listAll: (name: string): Promise<TokenRow[]> => named(name).orderBy('id', 'desc'),

    async count(name: string): Promise<number> {
      const [row] = await named(name).clone().count<{ total: number }[]>({ total: '*' })
      return Number(row?.total ?? 0)
    },

    /**
     * Returns the number of bytes in the lists of all tokens. Both engines know the length of a text without reading
     * it.
     */
    async listBytes(): Promise<number> {
      const lengths = listColumns.map((column) => `OCTET_LENGTH(${column})`).join(' + ')
      const row = await own().first<{ bytes: number | string | null }>(db.raw(`SUM(${lengths}) AS bytes`))
      return Number(row?.bytes ?? 0)
    },

    async insert(row: Omit<TokenRow, 'id' | 'user_id' | 'deleted_time'>): Promise<number> {
      const [inserted] = await db('tokens')
        .insert({ ...row, user_id: userId })
        .returning<{ id: number }[]>('id')
      if (!inserted) throw new Error('The store gave no id for a new token.')
      return inserted.id
    },

    /** Inserts a hundred rows at most. @returns ids in the order of the rows */
    async insertMany(rows: readonly Omit<TokenRow, 'id' | 'user_id' | 'deleted_time'>[]): Promise<number[]> {
      if (rows.length === 0) return []
      const inserted = await db('tokens')
        .insert(rows.map((row) => ({ ...row, user_id: userId })))
        .returning<{ id: number }[]>('id')
      return inserted.map(({ id }) => id)
    },

    /** Finds tokens by name. If several have the same name, the oldest one is returned. */
    async idsByName(names: readonly string[]): Promise<Map<string, number>> {
      const rows = await own()
        .whereIn('name', [...names])
        .orderBy('id', 'desc')
        .select('id', 'name')
      return new Map(rows.map(({ id, name }) => [name, id]))
    },

    async update(id: number, columns: Partial<TokenRow>): Promise<void> {
      if (Object.keys(columns).length > 0) await own().where({ id }).update(columns)
    },

    /** @returns the ids that existed */
    async remove(ids: readonly number[], nowSeconds: number): Promise<number[]> {
      const rows = await own()
        .whereIn('id', [...ids])
        .orderBy('id')
        .forUpdate()
        .select('id')
      const found = rows.map((row) => row.id)
      if (found.length > 0) await own().whereIn('id', found).update({ deleted_time: nowSeconds })
      return found
    },
  }
}
