/**
 * Which account at a vendor made what the vendor keeps: responses, their items, reasoning that only it can read. `ref` is a
 * hash of the user and the name. Requests that refer to it go to that account.
 *
 * @param {import('knex').Knex} knex
 */
export async function up(knex) {
  const isPostgres = knex.client.config.client === 'pg'
  const int = isPostgres ? 'BIGINT' : 'INTEGER'
  await knex.raw(`CREATE TABLE vendor_states (
    ref TEXT PRIMARY KEY,
    channel_id ${int} NOT NULL,
    key_hint TEXT NOT NULL,
    expires_ms ${int} NOT NULL
  )${isPostgres ? '' : ' STRICT, WITHOUT ROWID'}`)
  await knex.raw('CREATE INDEX vendor_states_expiry ON vendor_states (expires_ms)')
}

/** @param {import('knex').Knex} knex */
export async function down(knex) {
  await knex.raw('DROP TABLE vendor_states')
}
