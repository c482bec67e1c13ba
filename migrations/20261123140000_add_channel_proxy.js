/**
 * The proxy URL of a channel, encrypted, if it contains a user name or password; `setting` has it without them. A
 * migration has no key, so the daemon encrypts URLs in `setting` when it starts
 * (`src/daemon/channels/proxy-secret.ts`).
 *
 * @param {import('knex').Knex} knex
 */
export async function up(knex) {
  await knex.raw("ALTER TABLE channels ADD COLUMN proxy_ciphertext TEXT NOT NULL DEFAULT ''")
}

/** @param {import('knex').Knex} knex */
export async function down(knex) {
  await knex.raw('ALTER TABLE channels DROP COLUMN proxy_ciphertext')
}
