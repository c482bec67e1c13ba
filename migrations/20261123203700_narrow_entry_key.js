/**
 * On PostgreSQL, where each column of an index takes eight bytes, the key that prevents booking anything twice now has
 * two columns instead of four. Wallet kinds are 1 and 2, kinds of entries at most 15, so no two keys become equal.
 *
 * @param {import('knex').Knex} knex
 */
export async function up(knex) {
  if (knex.client.config.client !== 'pg') return
  await knex.raw(
    'CREATE UNIQUE INDEX entries_once ON entries (ref, (user_id * 64 + kind * 2 + wallet_kind - 1))',
  )
  await knex.raw('ALTER TABLE entries DROP CONSTRAINT entries_ref_kind_user_id_wallet_kind_key')
}

/** @param {import('knex').Knex} knex */
export async function down(knex) {
  if (knex.client.config.client !== 'pg') return
  await knex.raw(`ALTER TABLE entries ADD CONSTRAINT entries_ref_kind_user_id_wallet_kind_key
    UNIQUE (ref, kind, user_id, wallet_kind)`)
  await knex.raw('DROP INDEX entries_once')
}
