import type { Knex } from 'knex'
import { orWhereStartsWith } from '../../db/like.ts'
import type { Paging } from '../../http/paging.ts'
import { type OrderRow, orderStates, toOrder } from '../../ledger/orders.ts'
import type { NamedOrder, OrderAnswer } from './order-answer.ts'

export interface OrderFilter {
  readonly userId?: number
  readonly state?: OrderAnswer['state'] | undefined
  readonly keyword?: string | undefined
  readonly nowMs: number
}

type NamedRow = OrderRow & { readonly username: string }

const toNamed = (row: NamedRow): NamedOrder => ({ ...toOrder(row), username: row.username })

/** Reads orders with their users' names. */
export const ordersRepository = (db: Knex) => {
  const named = () =>
    db('topup_orders as o')
      .join('users as u', 'u.id', 'o.user_id')
      .select<NamedRow[]>('o.*', 'u.username as username')
  return {
    async find(tradeNo: string): Promise<NamedOrder | undefined> {
      const [row] = await named().where({ 'o.trade_no': tradeNo })
      return row && toNamed(row)
    },

    /** Lists orders, newest first. */
    async list(filter: OrderFilter, paging: Paging): Promise<NamedOrder[]> {
      const rows: NamedRow[] = await narrow(named(), filter)
        .orderBy('o.id', 'desc')
        .offset(paging.offset)
        .limit(paging.size)
      return rows.map(toNamed)
    },

    async count(filter: OrderFilter): Promise<number> {
      const all = db('topup_orders as o').join('users as u', 'u.id', 'o.user_id')
      const [row] = await narrow(all, filter).count<{ total: number }[]>({ total: '*' })
      return Number(row?.total ?? 0)
    },
  }
}

function narrow(query: Knex.QueryBuilder, { userId, state, keyword = '', nowMs }: OrderFilter) {
  if (userId !== undefined) void query.where('o.user_id', userId)
  if (state === 'pending')
    void query.where({ 'o.state': orderStates.pending }).where('o.expires_ms', '>', nowMs)
  else if (state === 'expired')
    void query.where({ 'o.state': orderStates.pending }).where('o.expires_ms', '<=', nowMs)
  else if (state !== undefined) void query.where({ 'o.state': orderStates[state] })
  const words = keyword.trim()
  if (words !== '')
    void query.where((either) => {
      for (const column of ['o.trade_no', 'o.payment_ref', 'u.username'])
        void orWhereStartsWith(either, column, words)
      if (/^\d{1,15}$/.test(words)) void either.orWhere('o.user_id', Number(words))
    })
  return query
}
