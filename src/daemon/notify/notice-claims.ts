import type { Knex } from 'knex'

export type NoticeKind = 'low-quota'

/** Who may be warned again when. One statement decides between several daemons. */
export const noticeClaims = (db: Knex) => ({
  /**
   * Takes the right to send a warning now.
   *
   * @param nextMs when the one after it may go
   * @returns false when another one went, or is going, too recently
   */
  async take(userId: number, kind: NoticeKind, nowMs: number, nextMs: number): Promise<boolean> {
    const taken = await db('notices')
      .insert({ user_id: userId, kind, next_ms: nextMs })
      .onConflict(['user_id', 'kind'])
      .merge({ next_ms: nextMs })
      .where('notices.next_ms', '<=', nowMs)
      .returning<{ user_id: number }[]>('user_id')
    return taken.length > 0
  },

  /** A warning did not arrive: another one may go at `nextMs`. */
  async giveBack(userId: number, kind: NoticeKind, nextMs: number): Promise<void> {
    await db('notices').where({ user_id: userId, kind }).update({ next_ms: nextMs })
  },
})
