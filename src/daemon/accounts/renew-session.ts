import type { Knex } from 'knex'
import { announce } from '../db/changes.ts'
import type { SecretBox } from '../db/secrets.ts'
import { AppError } from '../errors/app-error.ts'
import { hashSessionId, newSessionId } from './credentials.ts'

/*
 * A session gets a new id whenever its person proves again who they are, and when a password, a second factor or another
 * way to sign in changes. Somebody who copied the cookie before is signed out then. OWASP asks for it: Session
 * Management Cheat Sheet, "Renew the Session ID After Any Privilege Level Change", and ASVS 5.0, 7.2.4.
 */

/** The id that a session is about to get. */
export interface SessionRenewal {
  readonly userId: number
  readonly formerHash: string
  readonly hash: string
  /** For the cookie; not stored anywhere. */
  readonly id: string
}

/** @param formerHash undefined = an access token, which has no session to renew */
export function planRenewal(
  secrets: SecretBox,
  userId: number,
  formerHash: string | undefined,
): SessionRenewal | undefined {
  if (formerHash === undefined) return undefined
  const id = newSessionId()
  return { userId, formerHash, hash: hashSessionId(secrets, id), id }
}

/**
 * From the commit on, only the new id is good. Everything else about the session stays.
 *
 * @throws AppError `not_signed_in` if the session has ended, or got another id, since the request began
 */
export async function renewSession(trx: Knex, renewal: SessionRenewal | undefined): Promise<void> {
  if (renewal === undefined) return
  const { userId, formerHash, hash } = renewal
  const renewed = await trx('sessions').where({ id_hash: formerHash }).update({ id_hash: hash })
  if (renewed === 0) throw new AppError('not_signed_in')
  await announce(trx, 'session', userId)
}
