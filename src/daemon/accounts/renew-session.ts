import type { Knex } from 'knex'
import { announce } from '../db/changes.ts'
import type { SecretBox } from '../db/secrets.ts'
import { AppError } from '../errors/app-error.ts'
import { hashSessionId, newSessionId, sessionRow } from './credentials.ts'

/*
 * A session gets a new ID when a password, a second factor or another way to sign in changes. This signs out anybody
 * who copied the cookie earlier. OWASP recommends it: Session Management Cheat Sheet, "Renew the Session ID After Any
 * Privilege Level Change".
 */

/**
 * How long the former ID still works: long enough for requests in flight, including those of other tabs, and for the
 * response that brings the new cookie.
 */
export const FORMER_ID_MS = 60_000

/** The planned change of a session's ID. */
export interface SessionRenewal {
  readonly userId: number
  readonly nowMs: number
  readonly formerHash: string
  readonly hash: string
  /** For the cookie; not stored anywhere. */
  readonly id: string
  /** Set by {@link renewSession}: the session has the new ID from the commit on. */
  isDone: boolean
}

/** Prepares a new ID for a session. @param formerHash undefined = an access token, which has no session to renew */
export function planRenewal(
  secrets: SecretBox,
  userId: number,
  formerHash: string | undefined,
  nowMs: number,
): SessionRenewal | undefined {
  if (formerHash === undefined) return undefined
  const id = newSessionId()
  return { userId, nowMs, formerHash, hash: hashSessionId(secrets, id), id, isDone: false }
}

/**
 * Gives the session its new ID and leaves the rest of it unchanged. If another request has renewed the session since
 * this one began, it keeps its current ID.
 *
 * @returns the hash of the session's ID from the commit on; undefined = the caller has no session
 * @throws AppError `not_signed_in` if the session has ended since the request began
 */
export async function renewSession(
  trx: Knex,
  renewal: SessionRenewal | undefined,
): Promise<string | undefined> {
  if (renewal === undefined) return undefined
  const { userId, nowMs, formerHash, hash } = renewal
  const renewed = await trx('sessions')
    .where({ id_hash: formerHash })
    .update({ id_hash: hash, former_hash: formerHash, former_until_ms: nowMs + FORMER_ID_MS })
  if (renewed > 0) {
    renewal.isDone = true
    await announce(trx, 'session', userId)
    return hash
  }
  const row = await sessionRow(trx, formerHash).first<{ id_hash: string } | undefined>('id_hash')
  if (row === undefined) throw new AppError('not_signed_in')
  return row.id_hash
}
