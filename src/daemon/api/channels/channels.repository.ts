import type { Knex } from 'knex'
import type { ChannelRow } from '../../channels/channel-row.ts'
import { escapeLike, orWhereContains, whereContains } from '../../db/like.ts'
import type { Paging } from '../../http/paging.ts'

/** A channel with the charges for its calls. */
export interface ChannelWithUse extends ChannelRow {
  /** Thousandths of a quota unit; null before the first charge. */
  used: number | bigint | null
}

export interface ChannelFilter {
  /** Part of the name, or the whole id. */
  readonly keyword?: string | undefined
  readonly group?: string | undefined
  /** Part of a model name. */
  readonly model?: string | undefined
  readonly type?: number | undefined
  readonly status?: number | undefined
}

export interface ChannelOrder {
  /** Newest first instead of highest priority first. */
  readonly byId: boolean
}

/** Reads and writes rows of `channels`. Bind to `knex`, or to a `trx` to take part in a transaction. */
export const channelsRepository = (db: Knex) => {
  const withUse = () =>
    db('channels')
      .leftJoin('channel_counters', 'channel_counters.channel_id', 'channels.id')
      .select<ChannelWithUse[]>('channels.*', 'channel_counters.used')

  return {
    async findById(id: number): Promise<ChannelWithUse | undefined> {
      const [row] = await withUse().where('channels.id', id)
      return row
    },

    /** Locks the row until the transaction ends; SQLite has one writer and needs no lock. */
    async lockById(id: number): Promise<ChannelRow | undefined> {
      return db<ChannelRow>('channels').where({ id }).forUpdate().first()
    },

    async lockByTag(tag: string): Promise<ChannelRow[]> {
      return db<ChannelRow>('channels').where({ tag }).orderBy('id').forUpdate()
    },

    async lockByIds(ids: readonly number[]): Promise<ChannelRow[]> {
      return db<ChannelRow>('channels')
        .whereIn('id', [...ids])
        .orderBy('id')
        .forUpdate()
    },

    async lockDisabled(): Promise<ChannelRow[]> {
      return db<ChannelRow>('channels').whereNot({ status: 1 }).orderBy('id').forUpdate()
    },

    async list(filter: ChannelFilter, order: ChannelOrder, paging: Paging): Promise<ChannelWithUse[]> {
      return inOrder(applyFilter(withUse(), filter), order).offset(paging.offset).limit(paging.size)
    },

    async count(filter: ChannelFilter): Promise<number> {
      const [row] = await applyFilter(db('channels'), filter).count<{ total: number }[]>({ total: '*' })
      return Number(row?.total ?? 0)
    },

    /** Returns the number of channels with each status. */
    async countByStatus(): Promise<ReadonlyMap<number, number>> {
      const rows = await db('channels')
        .groupBy('status')
        .select<{ status: number; total: number | string }[]>('status', db.raw('count(*) AS total'))
      return new Map(rows.map(({ status, total }) => [status, Number(total)]))
    },

    async isNameTaken(name: string): Promise<boolean> {
      return (await db('channels').where({ name }).first('id')) !== undefined
    },

    /**
     * Returns one page of groups: all channels with the same tag form a group, and a channel without a tag is a group
     * by itself.
     */
    async listByTag(filter: ChannelFilter, order: ChannelOrder, paging: Paging): Promise<ChannelWithUse[]> {
      const groups = await applyFilter(db('channels'), filter)
        .select<{ name: string }[]>(db.raw(`${GROUP_NAME} AS name`))
        .groupByRaw(GROUP_NAME)
        .orderByRaw(order.byId ? 'max(id) DESC' : 'max(priority) DESC, max(id) DESC')
        .offset(paging.offset)
        .limit(paging.size)
      const names = groups.map((each) => each.name)
      if (names.length === 0) return []
      const places = names.map(() => '?').join(', ')
      const rows: ChannelWithUse[] = await inOrder(
        applyFilter(withUse(), filter).whereRaw(`${GROUP_NAME} IN (${places})`, names),
        order,
      )
      const rank = new Map(names.map((name, index) => [name, index]))
      return rows.sort((a, b) => (rank.get(groupName(a)) ?? 0) - (rank.get(groupName(b)) ?? 0))
    },

    async countByTag(filter: ChannelFilter): Promise<number> {
      const groups = applyFilter(db('channels'), filter)
        .select(db.raw(`${GROUP_NAME} AS name`))
        .groupByRaw(GROUP_NAME)
      const [row] = await db.from(groups.as('groups')).count<{ total: number }[]>({ total: '*' })
      return Number(row?.total ?? 0)
    },

    async insert(row: Omit<ChannelRow, 'id'>): Promise<number> {
      const [inserted] = await db('channels').insert(row).returning<{ id: number }[]>('id')
      if (!inserted) throw new Error('The store gave no id for a new channel.')
      return inserted.id
    },

    /** Inserts a hundred rows at most. @returns ids in the order of the rows */
    async insertMany(rows: readonly Omit<ChannelRow, 'id'>[]): Promise<number[]> {
      if (rows.length === 0) return []
      const inserted = await db('channels')
        .insert([...rows])
        .returning<{ id: number }[]>('id')
      return inserted.map(({ id }) => id)
    },

    /** Finds channels by name. If several have the same name, the oldest one is returned. */
    async idsByName(names: readonly string[]): Promise<Map<string, number>> {
      const rows = await db<ChannelRow>('channels')
        .whereIn('name', [...names])
        .orderBy('id', 'desc')
        .select('id', 'name')
      return new Map(rows.map(({ id, name }) => [name, id]))
    },

    async update(id: number, columns: Partial<ChannelRow>): Promise<void> {
      if (Object.keys(columns).length > 0) await db('channels').where({ id }).update(columns)
    },

    async remove(ids: readonly number[]): Promise<number> {
      return db('channels')
        .whereIn('id', [...ids])
        .delete()
    },
  }
}

/** Key of a group in SQL; `groupName` computes the same in JavaScript. */
const GROUP_NAME = "CASE WHEN tag = '' THEN 'channel ' || id ELSE 'tag ' || tag END"
const groupName = (row: ChannelRow): string => (row.tag === '' ? `channel ${row.id}` : `tag ${row.tag}`)

function inOrder<Query extends Knex.QueryBuilder>(query: Query, order: ChannelOrder): Query {
  return (
    order.byId
      ? query.orderBy('id', 'desc')
      : query.orderBy([
          { column: 'priority', order: 'desc' },
          { column: 'id', order: 'desc' },
        ])
  ) as Query
}

function applyFilter<Query extends Knex.QueryBuilder>(query: Query, filter: ChannelFilter): Query {
  const keyword = filter.keyword?.trim() ?? ''
  if (keyword !== '')
    void query.where((either) => {
      void orWhereContains(either, 'name', keyword)
      if (/^\d{1,15}$/.test(keyword)) void either.orWhere('id', Number(keyword))
    })
  const group = filter.group?.trim() ?? ''
  if (group !== '')
    void query.whereRaw("',' || group_names || ',' LIKE ? ESCAPE '\\'", [`%,${escapeLike(group)},%`])
  const model = filter.model?.trim() ?? ''
  if (model !== '') void whereContains(query, 'models', model)
  if (filter.type) void query.where('type', filter.type)
  if (filter.status) void query.where('status', filter.status)
  return query
}
