import type { Knex } from 'knex'

/** Makes user text literal inside a LIKE pattern that says `ESCAPE '\'`. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, (each) => `\\${each}`)

/** Case-free on both engines: SQLite folds ASCII only, so both sides are folded by the same function. */
const LIKE = "lower(??) LIKE lower(?) ESCAPE '\\'"

/** Adds `column contains text`; `%`, `_` and `\` in the text stand for themselves. */
export const whereContains = <Query extends Knex.QueryBuilder>(
  query: Query,
  column: string,
  text: string,
): Query => query.whereRaw(LIKE, [column, `%${escapeLike(text)}%`]) as Query

/** Adds `column contains text` as an alternative. */
export const orWhereContains = <Query extends Knex.QueryBuilder>(
  query: Query,
  column: string,
  text: string,
): Query => query.orWhereRaw(LIKE, [column, `%${escapeLike(text)}%`]) as Query

/** Adds `column begins with text` as an alternative. */
export const orWhereStartsWith = <Query extends Knex.QueryBuilder>(
  query: Query,
  column: string,
  text: string,
): Query => query.orWhereRaw(LIKE, [column, `${escapeLike(text)}%`]) as Query
