/**
 * Fallback models for the calls of an API token: JSON, a list of models by model; '' = none.
 *
 * @param {import('knex').Knex} knex
 */
export async function up(knex) {
  await knex.raw("ALTER TABLE tokens ADD COLUMN model_fallbacks TEXT NOT NULL DEFAULT ''")
}

/** @param {import('knex').Knex} knex */
export async function down(knex) {
  await knex.raw('ALTER TABLE tokens DROP COLUMN model_fallbacks')
}
