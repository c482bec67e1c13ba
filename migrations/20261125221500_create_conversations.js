/**
 * Conversations of the Responses API. `metadata` and `item` are encrypted. `place` counts up and is never reused;
 * `chars` is the length of all encrypted items. Responses get an index for finding those of a deleted user.
 *
 * @param {import('knex').Knex} knex
 */
export async function up(knex) {
  const isPostgres = knex.client.config.client === 'pg'
  const int = isPostgres ? 'BIGINT' : 'INTEGER'
  const end = isPostgres ? '' : ' STRICT, WITHOUT ROWID'
  await knex.raw(`CREATE TABLE conversations (
    id TEXT PRIMARY KEY,
    user_id ${int} NOT NULL,
    metadata TEXT NOT NULL,
    next_place ${int} NOT NULL,
    chars ${int} NOT NULL,
    created_ms ${int} NOT NULL,
    expires_ms ${int} NOT NULL
  )${end}`)
  await knex.raw('CREATE INDEX conversations_expiry ON conversations (expires_ms)')
  await knex.raw('CREATE INDEX conversations_user ON conversations (user_id)')
  await knex.raw(`CREATE TABLE conversation_items (
    conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    place ${int} NOT NULL,
    id TEXT NOT NULL,
    item TEXT NOT NULL,
    PRIMARY KEY (conversation_id, place),
    UNIQUE (conversation_id, id)
  )${end}`)
  await knex.raw('CREATE INDEX responses_user ON responses (user_id)')
}

/** @param {import('knex').Knex} knex */
export async function down(knex) {
  await knex.raw('DROP INDEX responses_user')
  await knex.raw('DROP TABLE conversation_items')
  await knex.raw('DROP TABLE conversations')
}
