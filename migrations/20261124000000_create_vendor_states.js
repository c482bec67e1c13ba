/**
 * The vendor account that owns objects kept by a vendor: responses, their items, reasoning that only this account can
 * read. `ref` is a hash of the user and the object's name. Requests that refer to the object are sent to that account.
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
