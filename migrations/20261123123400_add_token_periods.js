/**
 * Spending limits of tokens per day, week or month, in addition to the total. Holds and entries record the period in
 * which they count, so that settlements and refunds after the end of a period do not change the next one.
 *
 * @param {import('knex').Knex} knex
 */
export async function up(knex) {
  const int = knex.client.config.client === 'pg' ? 'BIGINT' : 'INTEGER'
  const total = 'BETWEEN 0 AND 8000000000000000'
  for (const column of [
    'period INTEGER NOT NULL DEFAULT 0 CHECK (period BETWEEN 0 AND 3)',
    `period_limit ${int} NOT NULL DEFAULT 0 CHECK (period_limit ${total})`,
    `period_seq ${int} NOT NULL DEFAULT 0`,
    `period_end_ms ${int} NOT NULL DEFAULT 0`,
    `period_used ${int} NOT NULL DEFAULT 0 CHECK (period_used ${total})`,
    `period_held ${int} NOT NULL DEFAULT 0 CHECK (period_held ${total})`,
  ])
    await knex.raw(`ALTER TABLE token_budgets ADD COLUMN ${column}`)
  await knex.raw(`ALTER TABLE holds ADD COLUMN period_seq ${int}`)
  await knex.raw(`ALTER TABLE entries ADD COLUMN period_seq ${int}`)
}

/** @param {import('knex').Knex} knex */
export async function down(knex) {
  await knex.raw('ALTER TABLE entries DROP COLUMN period_seq')
  await knex.raw('ALTER TABLE holds DROP COLUMN period_seq')
  for (const column of [
    'period_held',
    'period_used',
    'period_end_ms',
    'period_seq',
    'period_limit',
    'period',
  ])
    await knex.raw(`ALTER TABLE token_budgets DROP COLUMN ${column}`)
}
