import { setTimeout as wait } from 'node:timers/promises'
import type { Knex } from 'knex'
import { batchPace } from './batch-pace.ts'
import { settledIds } from './settled-ids.ts'

/** The two lengths of sums, in seconds. */
export const HOUR = 3600
export const DAY = 86_400

/** Groupings of the log sums: the whole site, by channel and by user. */
export const scopes = { site: 1, channel: 2, user: 3 } as const

/**
 * The position of the sums: they include every row up to `uptoId` and none above it, except for changes that wait in
 * `log_changes`.
 */
export interface SumsState {
  readonly uptoId: number
  /** Rows before this time have been removed, or are being removed. */
  readonly keptFromMs: number
}

export async function readSumsState(db: Knex): Promise<SumsState> {
  const row = await db('log_sums_state')
    .where({ id: 1 })
    .first<{ upto_id: number; kept_from_ms: number } | undefined>('upto_id', 'kept_from_ms')
  return { uptoId: row?.upto_id ?? 0, keptFromMs: row?.kept_from_ms ?? 0 }
}

const IDS_MAX = 500
/**
 * A batch of ten rows takes half as long as one of a hundred, because most of the time goes into the transaction and
 * its statements. On a slow disk or a busy machine, smaller batches could not keep up with the requests.
 */
const IDS_LEAST = 100
/** On SQLite, charges wait for a batch, and batches run all day. */
const BATCH_MS = 2
/** Pauses are this many times as long as a batch, so that a busy machine has time for requests. */
const PAUSES = 9
/** With more rows than this to add up, for instance after an upgrade, lists would become slow, so pauses are short. */
const MANY_ROWS = 200_000
const PAUSES_BEHIND = 1

/**
 * Adds new rows of the log to the sums, in the order of their ids, each exactly once: sums and position change in one
 * transaction. Several daemons may run it on one store; they take turns.
 */
export function createLogSums({
  knex,
  engine,
  pause = wait,
}: {
  readonly knex: Knex
  readonly engine: 'sqlite' | 'postgres'
  readonly pause?: (ms: number) => Promise<unknown>
}) {
  const settled = settledIds(knex, engine)
  let pace = batchPace({ most: IDS_MAX, least: IDS_LEAST, targetMs: BATCH_MS })

  /** Adds one batch. @returns how many ids up to this one are left */
  const addBatch = async (newest: number): Promise<number> => {
    let startedAt = 0
    try {
      return await knex.transaction(
        async (trx) => {
          startedAt = performance.now()
          const from = await lockPosition(trx)
          if (from === undefined) return 0
          // On PostgreSQL, no charges wait for the sums.
          const upto = Math.min(newest, from + (engine === 'postgres' ? IDS_MAX : pace.size))
          await correctSums(trx, from)
          if (upto > from) await addRows(trx, from, upto)
          await trx('log_changes').where('log_id', '<=', upto).delete()
          return newest - upto
        },
        engine === 'postgres' ? { isolationLevel: 'repeatable read' } : {},
      )
    } catch (error) {
      if (isOvertaken(error)) return 0
      throw error
    } finally {
      if (engine === 'sqlite') pace = pace.after(performance.now() - startedAt)
    }
  }

  return {
    /** Adds all pending rows, in short batches. @param signal stops the pass between two of them */
    async pass(signal?: AbortSignal): Promise<void> {
      const newest = await settled.read()
      if (newest === undefined || !(await hasWork(knex, newest))) return
      while (!signal?.aborted) {
        const startedAt = performance.now()
        const left = await addBatch(newest)
        if (left <= 0) return
        await pause((performance.now() - startedAt) * (left > MANY_ROWS ? PAUSES_BEHIND : PAUSES))
      }
    },
  }
}

/** Reports whether there are rows or changes to add, so that an idle site writes nothing. */
async function hasWork(knex: Knex, newest: number): Promise<boolean> {
  const { uptoId } = await readSumsState(knex)
  return uptoId < newest || (await knex('log_changes').first('id')) !== undefined
}

/** Locks the position. @returns undefined while another daemon adds rows */
async function lockPosition(trx: Knex.Transaction): Promise<number | undefined> {
  const lock = isPostgres(trx) ? ' FOR UPDATE SKIP LOCKED' : ''
  const found = await trx.raw<{ upto_id: number }[] | { rows: { upto_id: number }[] }>(
    `SELECT upto_id FROM log_sums_state WHERE id = 1${lock}`,
  )
  const [row] = Array.isArray(found) ? found : found.rows
  return row?.upto_id
}

const isPostgres = (db: Knex): boolean => db.client.config.client === 'pg'

/** Recognizes PostgreSQL's error when another daemon moved the position since this transaction began. */
const isOvertaken = (error: unknown): boolean => (error as { code?: unknown }).code === '40001'

const keys = 'scope, subject, span, start_time, type, model, group_name, token_id, token_name'
const merge = `ON CONFLICT (${keys}) DO UPDATE SET
  calls = log_sums.calls + excluded.calls, quota = log_sums.quota + excluded.quota,
  prompt_tokens = log_sums.prompt_tokens + excluded.prompt_tokens,
  completion_tokens = log_sums.completion_tokens + excluded.completion_tokens,
  first_id = CASE WHEN excluded.first_id < log_sums.first_id THEN excluded.first_id ELSE log_sums.first_id END,
  last_id = CASE WHEN excluded.last_id > log_sums.last_id THEN excluded.last_id ELSE log_sums.last_id END`

interface Source {
  readonly table: 'usage_logs' | 'log_changes'
  readonly where: string
  /** 1, or the column that says whether a row is added or subtracted. */
  readonly sign: string
  readonly id: string
}

/** Builds one statement for each scope and length, which aggregates a batch before adding it to the sums. */
function statements({ table, where, sign, id }: Source): string[] {
  const kinds = [
    { scope: scopes.site, subject: '0', token: "0, ''", only: '' },
    { scope: scopes.channel, subject: 'channel_id', token: "0, ''", only: ' AND channel_id <> 0' },
    { scope: scopes.user, subject: 'user_id', token: 'token_id, token_name', only: '' },
  ]
  return kinds.flatMap(({ scope, subject, token, only }) =>
    [HOUR, DAY].map((span) => {
      const start = `at_ms / ${span * 1000} * ${span}`
      return `INSERT INTO log_sums (${keys}, calls, quota, prompt_tokens, completion_tokens, first_id, last_id)
        SELECT ${scope}, ${subject}, ${span}, ${start}, type, model, group_name, ${token}, sum(${sign}),
          sum(${sign} * quota), sum(${sign} * prompt_tokens), sum(${sign} * completion_tokens), min(${id}), max(${id})
        FROM ${table} WHERE ${where}${only}
        GROUP BY ${[subject, start, 'type', 'model', 'group_name', token].filter((each) => !/^0/.test(each)).join(', ')}
        ${merge}`
    }),
  )
}

/** Statements that add the rows after an id and up to another one, their two bindings. */
export const sumStatements: readonly string[] = statements({
  table: 'usage_logs',
  where: 'id > ? AND id <= ?',
  sign: '1',
  id: 'id',
})
const ofChanges = statements({ table: 'log_changes', where: 'log_id <= ?', sign: 'sign', id: 'log_id' })

async function addRows(trx: Knex.Transaction, from: number, upto: number): Promise<void> {
  for (const statement of sumStatements) await trx.raw(statement, [from, upto])
  await reopenHours(trx, from, upto)
  await trx('log_sums_state').where({ id: 1 }).update({ upto_id: upto })
}

/** Resets the totals of all users to the hour of a late charge, if they already include that hour. */
async function reopenHours(trx: Knex.Transaction, from: number, upto: number): Promise<void> {
  const row = await trx('usage_logs')
    .where('id', '>', from)
    .where('id', '<=', upto)
    .where('type', 2)
    .first<{ at: number | string | null } | undefined>(trx.raw('min(at_ms) AS at'))
  if (row?.at == null) return
  const hour = Math.floor(Number(row.at) / 3_600_000) * HOUR
  await trx('hourly_totals_state')
    .where('upto_time', '>', hour)
    .update({ upto_time: hour, resets: trx.raw('resets + 1') })
}

/** Applies changes to the sums, except changes of rows above the position, which are added in their current state. */
async function correctSums(trx: Knex.Transaction, position: number): Promise<void> {
  if ((await trx('log_changes').where('log_id', '<=', position).first('id')) === undefined) return
  for (const statement of ofChanges) await trx.raw(statement, [position])
}
