import { randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import type { SecretBox } from '../db/secrets.ts'

const SESSION_MS = 30 * 24 * 3_600_000
export const SESSION_SECONDS = SESSION_MS / 1000
/** Name of the token that `GET /api/user/token` creates. The parentheses keep it apart from names that users choose. */
const SYSTEM_TOKEN_NAME = '(system)'
const HINT_LENGTH = 7
/** More browsers than anybody has. Only scripts that sign in on every run reach this limit. */
const SESSIONS_MAX = 100

/** Sessions and access tokens have 192 or more random bits; the database holds only their hashes. */
export const hashSessionId = (secrets: SecretBox, id: string): string => secrets.hash(`session:${id}`)
export const hashAccessToken = (secrets: SecretBox, token: string): string =>
  secrets.hash(`access-token:${token}`)

export const newSessionId = (): string => randomBytes(32).toString('base64url')
/** Creates an access token: `at_` and 32 characters. */
export const newAccessToken = (): string => `at_${randomBytes(24).toString('base64url')}`

/** A session by its hash, or an access token by the id of its row. Exactly one of them is set. */
export interface Credential {
  readonly sessionHash: string | undefined
  readonly accessTokenId: number | undefined
}

/**
 * Selects the row of a session, even if the session got another ID after the request began.
 *
 * @param hash of the ID that came with the request
 */
export const sessionRow = (db: Knex, hash: string): Knex.QueryBuilder =>
  db('sessions').where((either) => void either.where({ id_hash: hash }).orWhere({ former_hash: hash }))

/** Reports whether a credential still exists: ending a session or an access token deletes its row. */
export async function isStored(db: Knex, { sessionHash, accessTokenId }: Credential): Promise<boolean> {
  const rows =
    sessionHash === undefined
      ? db('access_tokens').where({ id: accessTokenId ?? 0 })
      : sessionRow(db, sessionHash)
  return (await rows.first('user_id')) !== undefined
}

/** Credentials that survive a new password. */
export interface NewPasswordEnds {
  /** Hash of the session that changed the password, which stays open. */
  readonly exceptHash?: string | undefined
  /** Whether named access tokens survive too. */
  readonly keepsAccessTokens: boolean
}

/** Manages the rows of `sessions` and `access_tokens`. */
export const credentials = (db: Knex, secrets: SecretBox) => ({
  /**
   * Opens a session. The account keeps the {@link SESSIONS_MAX} sessions that were used last, including the new one.
   * The others end within a second, which is how long daemons cache a session.
   *
   * @returns the id for the cookie
   */
  async openSession(userId: number, nowMs: number, ip: string, userAgent: string): Promise<string> {
    const id = newSessionId()
    await db('sessions').where('expires_ms', '<', nowMs).del()
    const kept = db('sessions').where({ user_id: userId }).orderBy('last_used_ms', 'desc')
    await db('sessions')
      .where({ user_id: userId })
      .whereNotIn('id_hash', kept.limit(SESSIONS_MAX - 1).select('id_hash'))
      .del()
    await db('sessions').insert({
      id_hash: hashSessionId(secrets, id),
      user_id: userId,
      created_ms: nowMs,
      expires_ms: nowMs + SESSION_MS,
      last_used_ms: nowMs,
      proved_ms: nowMs,
      ip,
      user_agent: userAgent.slice(0, 300),
    })
    return id
  },

  async closeSession(idHash: string): Promise<void> {
    await db('sessions').where({ id_hash: idHash }).del()
  },

  /** Ends all sessions of a user except one. @returns the number of ended sessions */
  async closeSessions(userId: number, exceptHash?: string): Promise<number> {
    // A sign-in between its two steps has to start over.
    await db('sign_in_tickets').where({ user_id: userId }).del()
    const sessions = db('sessions').where({ user_id: userId })
    return (exceptHash === undefined ? sessions : sessions.whereNot({ id_hash: exceptHash })).del()
  },

  /**
   * Ends the credentials that must not survive a new password: all sessions except one, the account's access token and,
   * unless they are kept, the named access tokens. Anybody who knew the old password may have created some.
   */
  async closeForNewPassword(
    userId: number,
    { exceptHash, keepsAccessTokens }: NewPasswordEnds,
  ): Promise<void> {
    await this.closeSessions(userId, exceptHash)
    await db('terminal_codes').where({ user_id: userId }).del()
    if (keepsAccessTokens) await this.dropSystemToken(userId)
    else await db('access_tokens').where({ user_id: userId }).del()
  },

  /** Replaces the account's access token. @returns its text, which is not stored anywhere */
  async replaceSystemToken(userId: number, nowMs: number): Promise<string> {
    const token = newAccessToken()
    await this.dropSystemToken(userId)
    await db('access_tokens').insert({
      user_id: userId,
      name: SYSTEM_TOKEN_NAME,
      token_hash: hashAccessToken(secrets, token),
      hint: token.slice(0, HINT_LENGTH),
      scopes: '*',
      is_system: 1,
      created_time: Math.floor(nowMs / 1000),
      expires_time: -1,
    })
    return token
  },

  async dropSystemToken(userId: number): Promise<void> {
    await db('access_tokens').where({ user_id: userId, is_system: 1 }).del()
  },

  /** Deletes every credential of a deactivated account, so that none of them can work again. */
  async dropAll(userId: number): Promise<void> {
    await this.closeSessions(userId)
    await db('access_tokens').where({ user_id: userId }).del()
    for (const table of ['passkeys', 'terminal_codes']) await db(table).where({ user_id: userId }).del()
  },
})

export const hintOf = (token: string): string => token.slice(0, HINT_LENGTH)
