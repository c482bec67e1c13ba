/**
 * The previous ID of a session and until when it still works, for calls that were sent with the old cookie.
 *
 * @param {import('knex').Knex} knex
 */
export async function up(knex) {
  const int = knex.client.config.client === 'pg' ? 'BIGINT' : 'INTEGER'
  await knex.raw('ALTER TABLE sessions ADD COLUMN former_hash TEXT')
  await knex.raw(`ALTER TABLE sessions ADD COLUMN former_until_ms ${int} NOT NULL DEFAULT 0`)
  await knex.raw('CREATE UNIQUE INDEX sessions_former ON sessions (former_hash)')
}

/** @param {import('knex').Knex} knex */
export async function down(knex) {
  await knex.raw('DROP INDEX sessions_former')
  await knex.raw('ALTER TABLE sessions DROP COLUMN former_until_ms')
  await knex.raw('ALTER TABLE sessions DROP COLUMN former_hash')
}
