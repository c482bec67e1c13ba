import type { Knex } from 'knex'
import type { Paging } from '../../http/paging.ts'
import type { TaskPlatform, TaskRow } from '../../tasks/task.ts'

/** Conditions for tasks; absent and empty = all. */
export interface TaskFilter {
  /** Empty = no tasks. */
  readonly platforms: readonly TaskPlatform[]
  readonly id?: number | undefined
  readonly userId?: number | undefined
  readonly channelId?: number | undefined
  readonly publicId?: string | undefined
  readonly status?: string | undefined
  readonly action?: string | undefined
  /** Only tasks that are still running. */
  readonly isOpen?: boolean | undefined
  /** Unix milliseconds, inclusive. */
  readonly fromMs?: number | undefined
  /** Unix milliseconds, exclusive. */
  readonly beforeMs?: number | undefined
}

/** Limit for counting, because nobody pages that far. */
const COUNT_MAX = 100_000

/** A task with the user and channel names that administrators see. */
export interface NamedTaskRow extends TaskRow {
  readonly username: string | null
  readonly channel_name: string | null
}

export const tasksRepository = (db: Knex) => ({
  /** Lists tasks, newest first. */
  async list(filter: TaskFilter, paging: Paging): Promise<readonly NamedTaskRow[]> {
    const rows: TaskRow[] = await matchingTasks(db, filter)
      .orderBy([
        { column: 'submit_ms', order: 'desc' },
        { column: 'id', order: 'desc' },
      ])
      .offset(paging.offset)
      .limit(paging.size)
      .select('*')
    const [users, channels] = await Promise.all([
      namesOf(
        db('users').whereIn(
          'id',
          rows.map((row) => row.user_id),
        ),
        'username',
      ),
      namesOf(
        db('channels').whereIn(
          'id',
          rows.map((row) => row.channel_id),
        ),
        'name',
      ),
    ])
    return rows.map((row) => ({
      ...row,
      username: users.get(Number(row.user_id)) ?? null,
      channel_name: channels.get(Number(row.channel_id)) ?? null,
    }))
  },

  /** @returns at most {@link COUNT_MAX} */
  async count(filter: TaskFilter): Promise<number> {
    const some = matchingTasks(db, filter).select(db.raw('1 AS one')).limit(COUNT_MAX)
    const [row] = await db.from(some.as('some')).count<{ total: number }[]>({ total: '*' })
    return Number(row?.total ?? 0)
  },
})

async function namesOf(query: Knex.QueryBuilder, column: string): Promise<ReadonlyMap<number, string>> {
  const rows: { id: number; name: string }[] = await query.select('id', `${column} as name`)
  return new Map(rows.map(({ id, name }) => [Number(id), name]))
}

/** Selects the rows that match, in no particular order. */
export const matchingTasks = (db: Knex, filter: TaskFilter) =>
  db<TaskRow>('tasks').where((query) => applyFilter(query, filter))

function applyFilter(query: Knex.QueryBuilder, filter: TaskFilter): void {
  wherePlatform(query, filter.platforms)
  const equal = {
    id: filter.id,
    user_id: filter.userId,
    channel_id: filter.channelId,
    public_id: filter.publicId,
    status: filter.status,
    action: filter.action,
  }
  for (const [column, value] of Object.entries(equal)) if (value) void query.where(column, value)
  // As a literal, so that the index of open tasks can be used.
  if (filter.isOpen) void query.whereRaw('is_open = 1')
  if (filter.fromMs !== undefined) void query.where('submit_ms', '>=', filter.fromMs)
  if (filter.beforeMs !== undefined) void query.where('submit_ms', '<', filter.beforeMs)
}

/** Adds the platforms as literals, so that the partial indexes of drawings and of all other tasks can be used. */
function wherePlatform(query: Knex.QueryBuilder, platforms: readonly TaskPlatform[]): void {
  const others = platforms.filter((each) => each !== 'midjourney')
  const hasDrawing = others.length < platforms.length
  if (platforms.length === 0) void query.whereRaw('1 = 0')
  else if (others.length === 0) void query.whereRaw("platform = 'midjourney'")
  else if (!hasDrawing) {
    void query.whereRaw("platform <> 'midjourney'")
    if (others.length === 1) void query.where('platform', others[0])
  } else if (others.length === 1) void query.whereIn('platform', [...platforms])
}
