/**
 * Each identity of a provider can be linked to only one account, even if two try at once.
 *
 * @param {import('knex').Knex} knex
 */
export async function up(knex) {
  for (const column of columns)
    await knex.raw(`CREATE UNIQUE INDEX users_${column} ON users (${column}) WHERE ${column} <> ''`)
}

/** @param {import('knex').Knex} knex */
export async function down(knex) {
  for (const column of columns) await knex.raw(`DROP INDEX users_${column}`)
}

const columns = ['github_id', 'oidc_id', 'wechat_id', 'telegram_id', 'linux_do_id']
