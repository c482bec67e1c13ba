/**
 * Index of the entries that changed a balance other than by calls. It excludes charges, nearly all entries, so that it
 * does not make writing them slower.
 *
 * @param {import('knex').Knex} knex
 */
export async function up(knex) {
  await knex.raw(
    `CREATE INDEX IF NOT EXISTS entries_bookings ON entries (user_id, wallet_kind, wseq)
     WHERE kind > 3 AND kind <> 13`,
  )
}

/** @param {import('knex').Knex} knex */
export async function down(knex) {
  await knex.raw('DROP INDEX IF EXISTS entries_bookings')
}
