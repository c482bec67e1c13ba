/**
 * How many prompt and output tokens an API token may use per minute; 0 = unlimited.
 *
 * @param {import('knex').Knex} knex
 */
export async function up(knex) {
  const int = knex.client.config.client === 'pg' ? 'BIGINT' : 'INTEGER'
  await knex.raw(`ALTER TABLE tokens ADD COLUMN tokens_per_minute ${int} NOT NULL DEFAULT 0`)
}

/** @param {import('knex').Knex} knex */
export async function down(knex) {
  await knex.raw('ALTER TABLE tokens DROP COLUMN tokens_per_minute')
}
