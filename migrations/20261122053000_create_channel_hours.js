/**
 * How many calls a channel answered and how many it failed, by the hour. Written by every daemon a few seconds late; what
 * is charged stands elsewhere.
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
