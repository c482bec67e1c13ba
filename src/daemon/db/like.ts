import type { Knex } from 'knex'

/** Escapes user text for a LIKE pattern with `ESCAPE '\'`. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, (each) => `\\${each}`)

/** Ignores case on both engines: SQLite lowers only ASCII, so the same function is applied to both sides. */
const LIKE = "lower(??) LIKE lower(?) ESCAPE '\\'"

/** Adds `column contains text`; `%`, `_` and `\` in the text are literal. */
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
