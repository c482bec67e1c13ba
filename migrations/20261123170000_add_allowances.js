/**
 * A hold may be an allowance: quota that a daemon holds from a wallet, and from a token's budget, for requests that it
 * has not received yet. `seq` is the last step made with the allowance, so that no step is made twice.
 *
 * @param {import('knex').Knex} knex
 */
export async function up(knex) {
  const int = knex.client.config.client === 'pg' ? 'BIGINT' : 'INTEGER'
  await knex.raw(
    `ALTER TABLE holds ADD COLUMN is_allowance ${int} NOT NULL DEFAULT 0 CHECK (is_allowance IN (0, 1))`,
  )
  await knex.raw(`ALTER TABLE holds ADD COLUMN seq ${int} NOT NULL DEFAULT 0`)
  await knex.raw('CREATE INDEX holds_allowances ON holds (user_id) WHERE is_allowance = 1')
}

/** @param {import('knex').Knex} knex */
export async function down(knex) {
  await knex.raw('DROP INDEX holds_allowances')
  await knex.raw('ALTER TABLE holds DROP COLUMN seq')
  await knex.raw('ALTER TABLE holds DROP COLUMN is_allowance')
}
