/**
 * The models that calls of an API token fall back on: JSON, a list of models by model; '' = none.
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
