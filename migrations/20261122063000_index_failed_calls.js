/**
 * Failures by time: counting them reads no charge. Charges are not in it, so it costs them nothing.
 *
 * @param {import('knex').Knex} knex
 */
export async function up(knex) {
  await knex.raw('CREATE INDEX usage_logs_failed ON usage_logs (at_ms) WHERE type = 6')
}

/** @param {import('knex').Knex} knex */
export async function down(knex) {
  await knex.raw('DROP INDEX usage_logs_failed')
}
