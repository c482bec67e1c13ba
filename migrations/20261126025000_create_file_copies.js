/**
 * Copies of uploaded files with the requests of batches. Google does not return uploaded files, so the requests of a
 * batch can only be read from the copy. `content` is encrypted. A copy is kept as long as its file.
 *
 * @param {import('knex').Knex} knex
 */
export async function up(knex) {
  const isPostgres = knex.client.config.client === 'pg'
  const int = isPostgres ? 'BIGINT' : 'INTEGER'
  await knex.raw(`CREATE TABLE file_copies (
    file_id TEXT PRIMARY KEY,
    user_id ${int} NOT NULL,
    content TEXT NOT NULL,
    created_ms ${int} NOT NULL,
    expires_ms ${int} NOT NULL
  )${isPostgres ? '' : ' STRICT'}`)
  await knex.raw('CREATE INDEX file_copies_user ON file_copies (user_id, created_ms)')
  await knex.raw('CREATE INDEX file_copies_expiry ON file_copies (expires_ms)')
}

/** @param {import('knex').Knex} knex */
export async function down(knex) {
  await knex.raw('DROP TABLE file_copies')
}
