/**
 * Index of failures by time, so that counting them reads no charges. It excludes charges, so it does not make writing
 * them slower.
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
