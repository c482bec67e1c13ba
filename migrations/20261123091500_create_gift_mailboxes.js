/**
 * Mailboxes that have received the gifts for new accounts: one mailbox has many spellings, and an account may change
 * its address afterwards. Filled with the current addresses of all accounts.
 *
 * @param {import('knex').Knex} knex
 */
export async function up(knex) {
  const isPostgres = knex.client.config.client === 'pg'
  const int = isPostgres ? 'BIGINT' : 'INTEGER'
  await knex.raw(`CREATE TABLE gift_mailboxes (
    mailbox_key TEXT PRIMARY KEY,
    user_id ${int} NOT NULL REFERENCES users (id)
  )${isPostgres ? '' : ' STRICT, WITHOUT ROWID'}`)
  await knex.raw('CREATE INDEX gift_mailboxes_user ON gift_mailboxes (user_id)')
  let last = 0
  for (;;) {
    const rows = await knex('users')
      .whereNotNull('email_key')
      .where('email_key', '<>', '')
      .where('id', '>', last)
      .orderBy('id')
      .limit(PAGE)
      .select('id', 'email_key')
    if (rows.length === 0) return
    for (const { id, email_key } of rows)
      await knex('gift_mailboxes')
        .insert({ mailbox_key: mailboxKey(email_key), user_id: id })
        .onConflict('mailbox_key')
        .ignore()
    last = rows[rows.length - 1].id
  }
}

/** @param {import('knex').Knex} knex */
export async function down(knex) {
  await knex.raw('DROP TABLE gift_mailboxes')
}

const PAGE = 1000

/**
 * Copy of `mailboxKey` in `src/daemon/accounts/email-address.ts` at the time of this migration.
 *
 * @param {string} key address in lower case
 */
function mailboxKey(key) {
  const at = key.lastIndexOf('@')
  const isGoogle = ['gmail.com', 'googlemail.com'].includes(key.slice(at + 1))
  const base = key.slice(0, at).split('+')[0] ?? ''
  const local = isGoogle ? base.replaceAll('.', '') : base
  return local === '' ? key : `${local}@${isGoogle ? 'gmail.com' : key.slice(at + 1)}`
}
