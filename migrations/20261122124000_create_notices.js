/**
 * The time when an account may get the next warning of a kind, so that several daemons, or one that restarts, do not
 * warn twice.
 *
 * @param {import('knex').Knex} knex
 */
export async function up(knex) {
  const isPostgres = knex.client.config.client === 'pg'
  const int = isPostgres ? 'BIGINT' : 'INTEGER'
  await knex.raw(`CREATE TABLE notices (
    user_id ${int} NOT NULL REFERENCES users (id),
    kind TEXT NOT NULL,
    next_ms ${int} NOT NULL,
    PRIMARY KEY (user_id, kind)
  )${isPostgres ? '' : ' STRICT, WITHOUT ROWID'}`)
}

/** @param {import('knex').Knex} knex */
export async function down(knex) {
  await knex.raw('DROP TABLE notices')
}
