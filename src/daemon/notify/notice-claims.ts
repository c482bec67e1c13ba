import type { Knex } from 'knex'

export type NoticeKind = 'low-quota'

/** Records when each account may be warned again. A single statement decides between several daemons. */
export const noticeClaims = (db: Knex) => ({
  /**
   * Claims the right to send a warning now.
   *
   * @param nextMs when the next one may be sent
   * @returns false if another one was sent, or is being sent, too recently
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

  /** Records that a warning did not arrive: another one may be sent at `nextMs`. */
  async giveBack(userId: number, kind: NoticeKind, nextMs: number): Promise<void> {
    await db('notices').where({ user_id: userId, kind }).update({ next_ms: nextMs })
  },
})
