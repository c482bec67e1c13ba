import type { Knex } from 'knex'
import type { Paging } from '../../http/paging.ts'

interface SessionRow {
  id_hash: string
  user_id: number
  created_ms: number
  expires_ms: number
  last_used_ms: number
  ip: string
  user_agent: string
}

/** One sign-in of an account. */
export interface Session {
  /** ID for the session's owner: the beginning of the hash, which cannot be used to sign in. */
  readonly id: string
  readonly hash: string
  readonly createdMs: number
  readonly expiresMs: number
  readonly lastUsedMs: number
  readonly ip: string
  readonly userAgent: string
}

const ID_LENGTH = 16

const toSession = (row: SessionRow): Session => ({
  id: row.id_hash.slice(0, ID_LENGTH),
  hash: row.id_hash,
  createdMs: row.created_ms,
  expiresMs: row.expires_ms,
  // Sessions from before the last use was recorded, and those not used since their sign-in.
  lastUsedMs: Math.max(row.last_used_ms, row.created_ms),
  ip: row.ip,
  userAgent: row.user_agent,
})

/** Reads sessions. Every statement filters by owner, so nobody can reach another user's session by its id. */
export const sessionsRepository = (db: Knex) => {
  const valid = (userId: number, nowMs: number) =>
    db<SessionRow>('sessions').where({ user_id: userId }).where('expires_ms', '>', nowMs)

  return {
    /** Lists sessions, newest first. */
    async list(
      userId: number,
      nowMs: number,
      { size, offset }: Paging,
    ): Promise<{ sessions: Session[]; total: number }> {
      const rows = await valid(userId, nowMs)
        .orderBy([
          { column: 'created_ms', order: 'desc' },
          { column: 'id_hash', order: 'asc' },
        ])
        .limit(size)
        .offset(offset)
      const [count] = await valid(userId, nowMs).count<{ n: number | string }[]>({ n: '*' })
      return { sessions: rows.map(toSession), total: Number(count?.n ?? 0) }
    },

    /** @param id {@link Session.id} */
    async find(userId: number, nowMs: number, id: string): Promise<Session | undefined> {
      const rows = await valid(userId, nowMs)
      return rows.map(toSession).find((session) => session.id === id)
    },
  }
}
