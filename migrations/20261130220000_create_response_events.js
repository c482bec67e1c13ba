/**
 * Streams of responses that run in the background, in chunks, so that a client whose connection broke can resume. `seq`
 * is the number of the last event in the chunk; the first chunk of a response, -1, has no events. `events` is
 * encrypted. Chunks are kept as long as their response.
 *
 * @param {import('knex').Knex} knex
 */
export async function up(knex) {
  const isPostgres = knex.client.config.client === 'pg'
  const int = isPostgres ? 'BIGINT' : 'INTEGER'
  await knex.raw(`CREATE TABLE response_events (
    response_id TEXT NOT NULL,
    seq ${int} NOT NULL,
    events TEXT NOT NULL,
    expires_ms ${int} NOT NULL,
    PRIMARY KEY (response_id, seq)
  )${isPostgres ? '' : ' STRICT'}`)
  await knex.raw('CREATE INDEX response_events_expiry ON response_events (expires_ms)')
}

/** @param {import('knex').Knex} knex */
export async function down(knex) {
  await knex.raw('DROP TABLE response_events')
}
