/**
 * The conversation formats of OpenAI that the server of a channel was found to speak: chat, responses, both; empty =
 * not known.
 *
 * @param {import('knex').Knex} knex
 */
export async function up(knex) {
  await knex.raw("ALTER TABLE channels ADD COLUMN speaks_found TEXT NOT NULL DEFAULT ''")
}

/** @param {import('knex').Knex} knex */
export async function down(knex) {
  await knex.raw('ALTER TABLE channels DROP COLUMN speaks_found')
}
