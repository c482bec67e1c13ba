/**
 * The key that a token had before its last rotation. It still works for a while, so that clients can be switched over
 * one by one.
 *
 * @param {import('knex').Knex} knex
 */
export async function up(knex) {
  const int = knex.client.config.client === 'pg' ? 'BIGINT' : 'INTEGER'
  await knex.raw('ALTER TABLE tokens ADD COLUMN former_key_hash TEXT')
  await knex.raw(`ALTER TABLE tokens ADD COLUMN former_key_until ${int} NOT NULL DEFAULT 0`)
  await knex.raw('CREATE UNIQUE INDEX tokens_former_key ON tokens (former_key_hash)')
}

/** @param {import('knex').Knex} knex */
export async function down(knex) {
  await knex.raw('DROP INDEX tokens_former_key')
  await knex.raw('ALTER TABLE tokens DROP COLUMN former_key_until')
  await knex.raw('ALTER TABLE tokens DROP COLUMN former_key_hash')
}
