/**
 * Codes that prove an email address. One per address and purpose: a newer code replaces the older one. Only a keyed
 * hash of the code is stored.
 *
 * @param {import('knex').Knex} knex
 */
export async function up(knex) {
  const isPostgres = knex.client.config.client === 'pg'
  const int = isPostgres ? 'BIGINT' : 'INTEGER'
  await knex.raw(`CREATE TABLE email_codes (
    email_key TEXT NOT NULL,
    purpose TEXT NOT NULL CHECK (purpose IN ('register', 'bind', 'reset')),
    code_hash TEXT NOT NULL,
    expires_ms ${int} NOT NULL,
    tries ${int} NOT NULL DEFAULT 0,
    PRIMARY KEY (email_key, purpose)
  )${isPostgres ? '' : ' STRICT, WITHOUT ROWID'}`)
}

/** @param {import('knex').Knex} knex */
export async function down(knex) {
  await knex.raw('DROP TABLE email_codes')
}
