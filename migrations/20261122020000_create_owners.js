/**
 * The manifest that manages each object. `ref` is the id of a channel, token or user, the name of codes, or the key of
 * an entry of a setting: a group, a price, an option.
 *
 * @param {import('knex').Knex} knex
 */
export async function up(knex) {
  const isPostgres = knex.client.config.client === 'pg'
  const int = isPostgres ? 'BIGINT' : 'INTEGER'
  await knex.raw(`CREATE TABLE owners (
    kind TEXT NOT NULL CHECK (kind IN ('channel', 'token', 'code', 'user', 'group', 'price', 'option')),
    ref TEXT NOT NULL,
    owner TEXT NOT NULL CHECK (owner <> ''),
    updated_time ${int} NOT NULL,
    PRIMARY KEY (kind, ref)
  )${isPostgres ? '' : ' STRICT, WITHOUT ROWID'}`)
  await knex.raw('CREATE INDEX owners_owner ON owners (owner)')
}

/** @param {import('knex').Knex} knex */
export async function down(knex) {
  await knex.raw('DROP TABLE owners')
}
