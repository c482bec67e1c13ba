/**
 * Files that clients have uploaded and that a vendor account keeps. `file_id` is the name of a file at the vendor and
 * for the client. `described` is encrypted: the vendor's description of the file, including its name. Lists are built
 * from these rows.
 *
 * @param {import('knex').Knex} knex
 */
export async function up(knex) {
  const isPostgres = knex.client.config.client === 'pg'
  const int = isPostgres ? 'BIGINT' : 'INTEGER'
  await knex.raw(`CREATE TABLE vendor_files (
    file_id TEXT PRIMARY KEY,
    user_id ${int} NOT NULL,
    protocol TEXT NOT NULL,
    channel_id ${int} NOT NULL,
    key_hint TEXT NOT NULL,
    purpose TEXT NOT NULL,
    described TEXT NOT NULL,
    created_ms ${int} NOT NULL,
    expires_ms ${int} NOT NULL
  )${isPostgres ? '' : ' STRICT, WITHOUT ROWID'}`)
  await knex.raw('CREATE INDEX vendor_files_user ON vendor_files (user_id, protocol, created_ms, file_id)')
  await knex.raw('CREATE INDEX vendor_files_expiry ON vendor_files (expires_ms)')
}

/** @param {import('knex').Knex} knex */
export async function down(knex) {
  await knex.raw('DROP TABLE vendor_files')
}
