/**
 * Responses that the gateway keeps for clients of channels whose vendor keeps none, and those that run in the
 * background. `input` and `answer` are encrypted: the new items of the request, and the response in the client's form.
 * A response is open only while it runs in the background, and at most as long as the hold of `request_id`.
 *
 * @param {import('knex').Knex} knex
 */
export async function up(knex) {
  const isPostgres = knex.client.config.client === 'pg'
  const int = isPostgres ? 'BIGINT' : 'INTEGER'
  await knex.raw(`CREATE TABLE responses (
    id TEXT PRIMARY KEY,
    user_id ${int} NOT NULL,
    previous_id TEXT,
    vendor_id TEXT,
    request_id TEXT NOT NULL,
    status TEXT NOT NULL,
    is_open ${int} NOT NULL DEFAULT 0 CHECK (is_open IN (0, 1)),
    input TEXT NOT NULL,
    answer TEXT NOT NULL,
    created_ms ${int} NOT NULL,
    expires_ms ${int} NOT NULL
  )${isPostgres ? '' : ' STRICT, WITHOUT ROWID'}`)
  await knex.raw('CREATE INDEX responses_expiry ON responses (expires_ms)')
}

/** @param {import('knex').Knex} knex */
export async function down(knex) {
  await knex.raw('DROP TABLE responses')
}
