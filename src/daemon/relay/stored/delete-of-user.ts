import type { Knex } from 'knex'

/** Deletes the stored responses and conversations of a user. @param trx the transaction that deletes the user */
export async function deleteKeptOf(trx: Knex, userId: number): Promise<void> {
  const ids = trx('responses').where({ user_id: userId }).select('id')
  await trx('response_events').whereIn('response_id', ids).delete()
  for (const table of ['responses', 'conversations']) await trx(table).where({ user_id: userId }).delete()
}
