const growing = ['usage_logs_pkey', 'usage_logs_at', 'entries_pkey']

/**
 * Quotes: what the log rows of many calls share is stored once, that is, the price and the channels that it was offered
 * to. A row refers to its quote; a row without a reference is complete, as all rows were before. There is no foreign
 * key, because checking it would slow down every charge: a quote is written before the first row that refers to it, and
 * deleted after the last.
 *
 * `log_packing` stores how far the older rows have been rewritten.
 *
 * @param {import('knex').Knex} knex
 */
export async function up(knex) {
  const isPostgres = knex.client.config.client === 'pg'
  const int = isPostgres ? 'BIGINT' : 'INTEGER'
  const strict = isPostgres ? '' : ' STRICT'
  await knex.raw(`CREATE TABLE quotes (
    id ${int} PRIMARY KEY,
    price TEXT NOT NULL,
    words TEXT NOT NULL,
    channels TEXT NOT NULL,
    used_ms ${int} NOT NULL
  )${strict}`)
  await knex.raw(`ALTER TABLE usage_logs ADD COLUMN quote_id ${int}`)
  await knex.raw(`CREATE TABLE log_packing (
    id ${int} PRIMARY KEY CHECK (id = 1),
    after_id ${int} NOT NULL,
    ended_ms ${int}
  )${strict}`)
  await knex.raw('INSERT INTO log_packing (id, after_id) VALUES (1, 0)')
  // These indexes grow only at their end, so the tenth of each page that is kept free for insertions would stay empty.
  if (isPostgres) for (const index of growing) await knex.raw(`ALTER INDEX ${index} SET (fillfactor = 100)`)
}

/**
 * Rows that refer to a quote lose their prices.
 *
 * @param {import('knex').Knex} knex
 */
export async function down(knex) {
  if (knex.client.config.client === 'pg')
    for (const index of growing) await knex.raw(`ALTER INDEX ${index} RESET (fillfactor)`)
  await knex.raw('DROP TABLE log_packing')
  await knex.raw('ALTER TABLE usage_logs DROP COLUMN quote_id')
  await knex.raw('DROP TABLE quotes')
}
