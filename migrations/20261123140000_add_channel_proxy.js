/**
 * The proxy of a channel if its address holds a name or password, sealed; `setting` shows it without them. A migration has
 * no key: the daemon seals what stands in `setting` when it starts (`src/daemon/channels/proxy-secret.ts`).
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
