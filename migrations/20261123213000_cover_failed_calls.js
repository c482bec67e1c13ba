const indexes = [
  { name: 'usage_logs_others', before: 'type, id', after: 'type, id, at_ms, request_id' },
  {
    name: 'usage_logs_user_others',
    before: 'user_id, type, id',
    after: 'user_id, type, id, at_ms, request_id',
  },
]

/**
 * Lets the dashboard count failed calls, however many attempts each made, from the index alone. It excludes charges.
 *
 * @param {import('knex').Knex} knex
 */
export async function up(knex) {
  for (const { name, after } of indexes) {
    await knex.raw(`DROP INDEX ${name}`)
    await knex.raw(`CREATE INDEX ${name} ON usage_logs (${after}) WHERE type <> 2`)
  }
}

/** @param {import('knex').Knex} knex */
export async function down(knex) {
  for (const { name, before } of indexes) {
    await knex.raw(`DROP INDEX ${name}`)
    await knex.raw(`CREATE INDEX ${name} ON usage_logs (${before}) WHERE type <> 2`)
  }
}
