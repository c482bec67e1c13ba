/**
 * The time when a session was last used, so that users can tell which sessions are still theirs.
 *
 * @param {import('knex').Knex} knex
 */
export async function up(knex) {
  const int = knex.client.config.client === 'pg' ? 'BIGINT' : 'INTEGER'
  await knex.raw(`ALTER TABLE sessions ADD COLUMN last_used_ms ${int} NOT NULL DEFAULT 0`)
}

/** @param {import('knex').Knex} knex */
export async function down(knex) {
  await knex.raw('ALTER TABLE sessions DROP COLUMN last_used_ms')
}
