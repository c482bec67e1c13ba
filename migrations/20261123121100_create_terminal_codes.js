/**
 * Codes that a console page gives to a terminal that signs in through the browser. They are stored as hashes, each with
 * the challenge that the terminal can answer.
 *
 * @param {import('knex').Knex} knex
 */
export async function up(knex) {
  const isPostgres = knex.client.config.client === 'pg'
  const int = isPostgres ? 'BIGINT' : 'INTEGER'
  await knex.raw(`CREATE TABLE terminal_codes (
    code_hash TEXT PRIMARY KEY,
    user_id ${int} NOT NULL REFERENCES users (id),
    challenge TEXT NOT NULL,
    name TEXT NOT NULL,
    expires_ms ${int} NOT NULL
  )${isPostgres ? '' : ' STRICT, WITHOUT ROWID'}`)
  await knex.raw('CREATE INDEX terminal_codes_user ON terminal_codes (user_id)')
}

/** @param {import('knex').Knex} knex */
export async function down(knex) {
  await knex.raw('DROP TABLE terminal_codes')
}
