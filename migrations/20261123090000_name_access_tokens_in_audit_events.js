/**
 * The access token that was used for a change, so that the audit trail distinguishes a script from the person on whose
 * behalf it acts.
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
