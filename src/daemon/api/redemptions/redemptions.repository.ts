import type { Knex } from 'knex'
import { orWhereStartsWith } from '../../db/like.ts'
import type { Paging } from '../../http/paging.ts'

/** One row of `redemptions`. `quota` is in thousandths of a quota unit. */
export interface RedemptionRow {
  id: number
  creator_id: number
  name: string
  key_hash: string
  key_ciphertext: string
  quota: number
  /** 1 unused, 2 disabled, 3 used. */
  status: number
  is_gift: number
  /** -1 = unlimited. */
  max_uses: number
  used_count: number
  valid_from: number
  valid_until: number
  used_user_id: number
  created_time: number
  redeemed_time: number
  deleted_time: number | null
}

/** Stored values of a code's status. */
export const redemptionStatus = { unused: 1, disabled: 2, used: 3 } as const

export type NewRedemption = Pick<
  RedemptionRow,
  | 'creator_id'
  | 'name'
  | 'key_hash'
  | 'key_ciphertext'
  | 'is_gift'
  | 'max_uses'
  | 'valid_from'
  | 'valid_until'
  | 'created_time'
> & { quota: string }

/** Rows per statement; keeps it below the number of variables that both engines accept. */
const ROWS_PER_STATEMENT = 100

/**
 * Reads and writes codes. Rows of deleted codes are kept, so that their keys are never reused and the ledger can be
 * checked.
 */
export const redemptionsRepository = (db: Knex) => {
  const live = () => db<RedemptionRow>('redemptions').whereNull('deleted_time')
  const matching = (keyword: string) =>
    keyword === ''
      ? live()
      : live().where((either) => {
          void orWhereStartsWith(either, 'name', keyword)
          if (/^\d{1,15}$/.test(keyword)) void either.orWhere('id', Number(keyword))
        })
  return {
    find: (id: number): Promise<RedemptionRow | undefined> => live().where({ id }).first(),
    lock: (id: number): Promise<RedemptionRow | undefined> => live().where({ id }).forUpdate().first(),

    /** Lists codes, newest first. @param keyword beginning of the name or the whole id, empty = all */
    list: (keyword: string, paging: Paging): Promise<RedemptionRow[]> =>
      matching(keyword).orderBy('id', 'desc').offset(paging.offset).limit(paging.size),

    async count(keyword: string): Promise<number> {
      const [row] = await matching(keyword).count<{ total: number }[]>({ total: '*' })
      return Number(row?.total ?? 0)
    },

    async countByName(name: string): Promise<number> {
      const [row] = await live().where({ name }).count<{ total: number }[]>({ total: '*' })
      return Number(row?.total ?? 0)
    },

    /** Reports whether an unused code with this name has another value or is of another kind. */
    async hasOtherUnused({
      name,
      quota,
      is_gift,
      max_uses,
    }: Omit<NewRedemption, 'key_hash' | 'key_ciphertext'>): Promise<boolean> {
      const other = await live()
        .where({ name, status: redemptionStatus.unused, used_count: 0 })
        .where((other) =>
          other
            .whereNot({ quota: Number(quota) })
            .orWhereNot({ is_gift })
            .orWhereNot({ max_uses }),
        )
        .first('id')
      return other !== undefined
    },

    /** Reports whether a key exists, also among deleted codes, whose keys are never reused. */
    async isKeyTaken(hash: string): Promise<boolean> {
      return (await db('redemptions').where({ key_hash: hash }).first('id')) !== undefined
    },

    /** Inserts any number of rows. @returns ids in the order of the rows */
    async insertMany(rows: readonly NewRedemption[]): Promise<number[]> {
      const ids: number[] = []
      for (let at = 0; at < rows.length; at += ROWS_PER_STATEMENT)
        ids.push(...(await this.insert(rows.slice(at, at + ROWS_PER_STATEMENT))))
      return ids
    },

    /** @returns ids in the order of the rows. @throws a unique violation if a key is taken */
    async insert(rows: readonly NewRedemption[]): Promise<number[]> {
      const inserted = await db('redemptions')
        .insert([...rows])
        .returning<{ id: number }[]>('id')
      return inserted.map((each) => each.id)
    },

    async update(
      id: number,
      columns: Partial<Omit<RedemptionRow, 'quota'>> & { quota?: string },
    ): Promise<void> {
      if (Object.keys(columns).length > 0) await db('redemptions').where({ id }).update(columns)
    },

    /** Disables unused codes; used codes stay used. @returns the ids that changed */
    async disable(ids: readonly number[]): Promise<number[]> {
      const rows = await live()
        .whereIn('id', [...ids])
        .where({ status: redemptionStatus.unused })
        .update({ status: redemptionStatus.disabled })
        .returning('id')
      return rows.map((row) => row.id)
    },

    /** @returns the removed codes */
    async remove(which: RemovedCodes, nowSeconds: number): Promise<{ id: number; name: string }[]> {
      const query = live()
      if ('id' in which) void query.where({ id: which.id })
      else if ('name' in which) void query.where({ name: which.name })
      else void query.where({ status: redemptionStatus.disabled })
      return query.update({ deleted_time: nowSeconds }).returning(['id', 'name'])
    },
  }
}

export type RemovedCodes = { readonly id: number } | { readonly name: string } | { readonly disabled: true }
