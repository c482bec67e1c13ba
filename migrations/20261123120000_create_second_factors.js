/**
 * Second factors of accounts: the secret of an authenticator app, recovery codes, sign-ins that wait for their second
 * step, browsers that have signed in before, and when the user of a session last proved their identity. Codes, tickets
 * and browsers are stored as hashes.
 *
 * @param {import('knex').Knex} knex
 */
export async function up(knex) {
  const isPostgres = knex.client.config.client === 'pg'
  const int = isPostgres ? 'BIGINT' : 'INTEGER'
  const byKey = isPostgres ? '' : ' STRICT, WITHOUT ROWID'
  await knex.raw(`CREATE TABLE totp_secrets (
    user_id ${int} PRIMARY KEY REFERENCES users (id),
    secret_ciphertext TEXT NOT NULL DEFAULT '',
    pending_ciphertext TEXT NOT NULL DEFAULT '',
    confirmed_ms ${int},
    last_step ${int} NOT NULL DEFAULT 0
  )${byKey}`)
  await knex.raw(`CREATE TABLE recovery_codes (
    user_id ${int} NOT NULL REFERENCES users (id),
    code_hash TEXT NOT NULL,
    PRIMARY KEY (user_id, code_hash)
  )${byKey}`)
  await knex.raw(`CREATE TABLE sign_in_tickets (
    ticket_hash TEXT PRIMARY KEY,
    user_id ${int} NOT NULL REFERENCES users (id),
    expires_ms ${int} NOT NULL,
    attempts ${int} NOT NULL DEFAULT 0
  )${byKey}`)
  await knex.raw('CREATE INDEX sign_in_tickets_user ON sign_in_tickets (user_id)')
  await knex.raw(`CREATE TABLE known_devices (
    device_hash TEXT NOT NULL,
    user_id ${int} NOT NULL REFERENCES users (id),
    used_ms ${int} NOT NULL,
    PRIMARY KEY (device_hash, user_id)
  )${byKey}`)
  await knex.raw('CREATE INDEX known_devices_user ON known_devices (user_id)')
  await knex.raw(`ALTER TABLE sessions ADD COLUMN proved_ms ${int} NOT NULL DEFAULT 0`)
  await knex.raw('UPDATE sessions SET proved_ms = created_ms')
}

/** @param {import('knex').Knex} knex */
export async function down(knex) {
  await knex.raw('ALTER TABLE sessions DROP COLUMN proved_ms')
  for (const table of ['known_devices', 'sign_in_tickets', 'recovery_codes', 'totp_secrets'])
    await knex.raw(`DROP TABLE ${table}`)
}
