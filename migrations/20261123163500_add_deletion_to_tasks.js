/**
 * The time when a client deleted a task. The user's clients can no longer see it; the row remains because it explains
 * the charge.
 *
 * @param {import('knex').Knex} knex
 */
export async function up(knex) {
  const int = knex.client.config.client === 'pg' ? 'BIGINT' : 'INTEGER'
  await knex.raw(`ALTER TABLE tasks ADD COLUMN deleted_ms ${int} NOT NULL DEFAULT 0`)
}

/** @param {import('knex').Knex} knex */
export async function down(knex) {
  await knex.raw('ALTER TABLE tasks DROP COLUMN deleted_ms')
}
