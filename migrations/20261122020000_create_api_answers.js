/**
 * First responses to calls with an `Idempotency-Key`. `state`: 1 = running, 2 = answered, 3 = interrupted, so that it
 * is unknown whether the call took effect. `answer` is encrypted, because it may contain a token's key.
 *
 * @param {import('knex').Knex} knex
 */
export async function up(knex) {
  const isPostgres = knex.client.config.client === 'pg'
  const int = isPostgres ? 'BIGINT' : 'INTEGER'
  await knex.raw(`CREATE TABLE api_answers (
      user_id ${int} NOT NULL REFERENCES users (id),
      key TEXT NOT NULL,
      request_hmac TEXT NOT NULL,
      request_id TEXT NOT NULL,
      instance_id TEXT NOT NULL,
      state ${int} NOT NULL CHECK (state IN (1, 2, 3)),
      status ${int},
      answer TEXT,
      created_ms ${int} NOT NULL,
      PRIMARY KEY (user_id, key)
    )${isPostgres ? '' : ' STRICT'}`)
  await knex.raw('CREATE INDEX api_answers_created ON api_answers (created_ms)')
}

/** @param {import('knex').Knex} knex */
export async function down(knex) {
  await knex.raw('DROP TABLE api_answers')
}
