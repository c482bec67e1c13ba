/**
 * Started sign-ins through providers, each with the browser and the user that started it, and proofs that were used and
 * must not be used again. Values that browsers keep and send are stored only as hashes.
 *
 * @param {import('knex').Knex} knex
 */
export async function up(knex) {
  const isPostgres = knex.client.config.client === 'pg'
  const int = isPostgres ? 'BIGINT' : 'INTEGER'
  const byKey = isPostgres ? '' : ' STRICT, WITHOUT ROWID'
  await knex.raw(`CREATE TABLE oauth_states (
    state_hash TEXT PRIMARY KEY,
    browser_hash TEXT NOT NULL,
    user_id ${int} NOT NULL DEFAULT 0,
    aff_code TEXT NOT NULL DEFAULT '',
    expires_ms ${int} NOT NULL
  )${byKey}`)
  await knex.raw(`CREATE TABLE spent_proofs (
    proof_hash TEXT PRIMARY KEY,
    expires_ms ${int} NOT NULL
  )${byKey}`)
}

/** @param {import('knex').Knex} knex */
export async function down(knex) {
  await knex.raw('DROP TABLE spent_proofs')
  await knex.raw('DROP TABLE oauth_states')
}
