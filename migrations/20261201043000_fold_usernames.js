/**
 * Makes usernames that look alike count as one name: case, width and invisible characters make no difference. Existing
 * accounts that share such a name keep theirs: the oldest gets the key, and the others have none.
 *
 * @param {import('knex').Knex} knex
 */
export async function up(knex) {
  await knex.raw('ALTER TABLE users ADD COLUMN username_key TEXT')
  const given = new Set()
  let last = 0
  for (;;) {
    const rows = await knex('users').where('id', '>', last).orderBy('id').limit(PAGE).select('id', 'username')
    if (rows.length === 0) break
    const keyed = rows
      .map(({ id, username }) => [id, usernameKey(username)])
      .filter(([, key]) => !given.has(key) && given.add(key))
    if (keyed.length > 0)
      await knex.raw(
        `UPDATE users SET username_key = CASE id ${keyed.map(() => 'WHEN CAST(? AS BIGINT) THEN ?').join(' ')} END
         WHERE id IN (${keyed.map(() => 'CAST(? AS BIGINT)').join(', ')})`,
        [...keyed.flat(), ...keyed.map(([id]) => id)],
      )
    last = rows[rows.length - 1].id
  }
  await knex.raw('CREATE UNIQUE INDEX users_folded_username ON users (username_key)')
}

/** @param {import('knex').Knex} knex */
export async function down(knex) {
  await knex.raw('DROP INDEX users_folded_username')
  await knex.raw('ALTER TABLE users DROP COLUMN username_key')
}

const PAGE = 500

/**
 * Copy of `usernameKey` in `src/daemon/accounts/account-rules.ts` at the time of this migration.
 *
 * @param {string} username
 */
function usernameKey(username) {
  return username
    .normalize('NFKC')
    .replaceAll(/[\p{C}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')
}
