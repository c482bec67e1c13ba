/**
 * Successful and failed calls of each channel by hour. Every daemon writes them a few seconds late; charges are
 * recorded elsewhere.
 *
 * @param {import('knex').Knex} knex
 */
export async function up(knex) {
  const isPostgres = knex.client.config.client === 'pg'
  const int = isPostgres ? 'BIGINT' : 'INTEGER'
  await knex.raw(`CREATE TABLE channel_hours (
    hour_time ${int} NOT NULL,
    channel_id ${int} NOT NULL,
    succeeded ${int} NOT NULL DEFAULT 0,
    failed ${int} NOT NULL DEFAULT 0,
    PRIMARY KEY (hour_time, channel_id)
  )${isPostgres ? '' : ' STRICT, WITHOUT ROWID'}`)
}

/** @param {import('knex').Knex} knex */
export async function down(knex) {
  await knex.raw('DROP TABLE channel_hours')
}
