import type { Knex } from 'knex'
import { mailboxKey } from './email-address.ts'

/**
 * Records that the owner of a mailbox has an account, so that later accounts of the same mailbox get no gifts. The
 * record stays when the account changes its address or is deleted. Bind to the transaction of the account, so that only
 * one of several concurrent sign-ups is the first.
 *
 * @param email verified, in the user's spelling
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
