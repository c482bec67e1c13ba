import type { Knex } from 'knex'
import { mailboxKey } from './email-address.ts'

/**
 * Notes that the owner of a mailbox has an account now, so that a later one of the same mailbox gets no gifts. It stays
 * noted when the account changes its address or ends. Bind to the transaction of the account: of several sign-ups at
 * once, one is first.
 *
 * @param email proven to be the user's, as they spell it
 * @returns whether it is the first account of this mailbox
 */
export async function noteMailbox(trx: Knex, email: string, userId: number): Promise<boolean> {
  const noted = await trx('gift_mailboxes')
    .insert({ mailbox_key: mailboxKey(email), user_id: userId })
    .onConflict('mailbox_key')
    .ignore()
    .returning('mailbox_key')
  return noted.length > 0
}
