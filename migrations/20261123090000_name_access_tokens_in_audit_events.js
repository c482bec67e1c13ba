/**
 * With which access token a change was made: a script acts in the name of a person, and the trail tells the two apart.
 *
 * @param {import('knex').Knex} knex
 */
export async function up(knex) {
  await knex.raw(`ALTER TABLE audit_events ADD COLUMN via TEXT NOT NULL DEFAULT ''`)
}

/** @param {import('knex').Knex} knex */
export async function down(knex) {
  await knex.raw('ALTER TABLE audit_events DROP COLUMN via')
}
