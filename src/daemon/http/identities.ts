import type { Knex } from 'knex'
import { sessionRow } from '../accounts/credentials.ts'
import type { Clock } from '../clock.ts'
import type { ChangeFeed } from '../db/changes.ts'
import type { SecretBox } from '../db/secrets.ts'
import type { Actor } from './actor.ts'

/**
 * How long a result may be used without reading it again. Changes by this daemon, or announced by others, apply at
 * once.
 */
const FRESH_MS = 1_000
const ENTRIES_MAX = 10_000
/** The last use of a session or access token is written at most once in this time. */
const LAST_USE_MS = 60_000

export interface IdentitiesDeps {
  readonly knex: Knex
  readonly secrets: SecretBox
  readonly changes: ChangeFeed
  readonly clock: Clock
  readonly log: { error(detail: object, message: string): void }
}

interface Remembered {
  readonly actor: Actor | undefined
  readonly readMs: number
  /** Unix milliseconds at which the credential expires; Infinity = never. */
  readonly expiresMs: number
}

interface UserPart {
  id: number
  username: string
  role: number
  status: number
  group_name: string
}

interface SessionPart {
  id_hash: string
  former_until_ms: number
  expires_ms: number
  proved_ms: number
}

interface TokenPart {
  token_id: number
  token_name: string
  scopes: string
  expires_time: number
}

/**
 * Finds the user of a session or access token. Permissions are read from the account at every request (with a cache of
 * one second), so a ban or demotion does not wait for the next sign-in.
 */
export class Identities {
  readonly #deps: IdentitiesDeps
  readonly #remembered = new Map<string, Remembered>()
  readonly #lastUses = new Map<string, number>()
  /** Incremented by every invalidation, so that a look-up that began before it is not cached. */
  #generation = 0

  constructor(deps: IdentitiesDeps) {
    this.#deps = deps
    for (const kind of ['user', 'session'] as const) deps.changes.on(kind, () => this.forgetAll())
  }

  forgetAll(): void {
    this.#generation += 1
    this.#remembered.clear()
  }

  /**
   * Finds the user of a session.
   * @param id the cookie's value.
   * @returns undefined if the session or its account no longer exists
   */
  async ofSession(id: string): Promise<Actor | undefined> {
    const hash = this.#deps.secrets.hash(`session:${id}`)
    return this.#find(`s:${hash}`, () => this.#readSession(hash))
  }

  /**
   * Finds the user of an access token.
   * @param token the text after `Bearer`.
   * @returns undefined if it is unknown or expired, or its account no longer exists
   */
  async ofAccessToken(token: string): Promise<Actor | undefined> {
    const hash = this.#deps.secrets.hash(`access-token:${token}`)
    return this.#find(`t:${hash}`, () => this.#readAccessToken(hash))
  }

  async #find(
    key: string,
    read: () => Promise<Omit<Remembered, 'readMs'> | undefined>,
  ): Promise<Actor | undefined> {
    const nowMs = this.#deps.clock.now()
    const known = this.#remembered.get(key)
    if (known && nowMs - known.readMs < FRESH_MS && nowMs < known.expiresMs) return known.actor
    const generation = this.#generation
    const found = await read()
    if (!found || found.expiresMs <= nowMs) return undefined
    if (generation === this.#generation) {
      if (this.#remembered.size >= ENTRIES_MAX) this.#remembered.clear()
      this.#remembered.set(key, { ...found, readMs: nowMs })
    }
    return found.actor
  }

  async #readSession(hash: string): Promise<Omit<Remembered, 'readMs'> | undefined> {
    const row = await sessionRow(this.#deps.knex, hash)
      .join('users', 'users.id', 'sessions.user_id')
      .whereNull('users.deleted_time')
      .first<(UserPart & SessionPart) | undefined>(
        'sessions.id_hash',
        'sessions.former_until_ms',
        'users.id',
        'users.username',
        'users.role',
        'users.status',
        'users.group_name',
        'sessions.expires_ms',
        'sessions.proved_ms',
      )
    if (!row) return undefined
    const current = row.id_hash
    this.#noteUse(`s:${current}`, (nowMs) =>
      this.#deps.knex('sessions').where({ id_hash: current }).update({ last_used_ms: nowMs }),
    )
    const actor = {
      ...toActor(row),
      sessionHash: current,
      provedMs: row.proved_ms,
      accessToken: undefined,
      accessTokenId: undefined,
      scopes: undefined,
    }
    const worksUntilMs = current === hash ? row.expires_ms : row.former_until_ms
    return { actor, expiresMs: Math.min(worksUntilMs, row.expires_ms) }
  }

  async #readAccessToken(hash: string): Promise<Omit<Remembered, 'readMs'> | undefined> {
    const row = await this.#deps
      .knex('access_tokens')
      .join('users', 'users.id', 'access_tokens.user_id')
      .where('access_tokens.token_hash', hash)
      .whereNull('users.deleted_time')
      .first<(UserPart & TokenPart) | undefined>(
        'users.id',
        'users.username',
        'users.role',
        'users.status',
        'users.group_name',
        'access_tokens.id as token_id',
        'access_tokens.name as token_name',
        'access_tokens.scopes',
        'access_tokens.expires_time',
      )
    if (!row) return undefined
    this.#noteUse(`t:${row.token_id}`, (nowMs) =>
      this.#deps
        .knex('access_tokens')
        .where({ id: row.token_id })
        .update({ last_used_time: Math.floor(nowMs / 1000) }),
    )
    const scopes = row.scopes === '*' ? undefined : new Set(row.scopes.split(','))
    const expiresMs = row.expires_time === -1 ? Number.POSITIVE_INFINITY : row.expires_time * 1000
    const actor = {
      ...toActor(row),
      sessionHash: undefined,
      provedMs: undefined,
      accessToken: row.token_name,
      accessTokenId: row.token_id,
      scopes,
    }
    return { actor, expiresMs }
  }

  /** Records the last use in the background: nothing waits for it, and losing an update does no harm. */
  #noteUse(key: string, write: (nowMs: number) => PromiseLike<unknown>): void {
    const nowMs = this.#deps.clock.now()
    if (nowMs - (this.#lastUses.get(key) ?? 0) < LAST_USE_MS) return
    if (this.#lastUses.size >= ENTRIES_MAX) this.#lastUses.clear()
    this.#lastUses.set(key, nowMs)
    write(nowMs).then(undefined, (error: unknown) =>
      this.#deps.log.error({ err: error }, 'The last use of a session or an access token was not noted.'),
    )
  }
}

const toActor = (row: UserPart): Pick<Actor, 'id' | 'username' | 'role' | 'status' | 'group'> => ({
  id: row.id,
  username: row.username,
  role: row.role,
  status: row.status,
  group: row.group_name,
})
