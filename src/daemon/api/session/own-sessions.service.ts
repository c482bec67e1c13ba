import { credentials } from '../../accounts/credentials.ts'
import { announce } from '../../db/changes.ts'
import { AppError } from '../../errors/app-error.ts'
import type { ApiServices } from '../api-services.ts'
import { recordChange } from '../audit-events/record-change.ts'
import type { Author } from '../author.ts'
import { type Session, sessionsRepository } from './sessions.repository.ts'

/** Ends sessions of the user's own account. */
export const ownSessionsService = ({
  knex,
  secrets,
  clock,
  changes,
}: Pick<ApiServices, 'knex' | 'secrets' | 'clock' | 'changes'>) => ({
  /** Ends a session, at once on all daemons. @throws AppError `session_not_found` */
  async end(author: Author, id: string): Promise<void> {
    await knex.transaction(async (trx) => {
      const session = await sessionsRepository(trx).find(author.id, clock.now(), id)
      if (!session) throw new AppError('session_not_found')
      await credentials(trx, secrets).closeSession(session.hash)
      await recordChange(trx, author, {
        action: 'session.end',
        targetKind: 'session',
        targetId: id,
        before: shown(session),
      })
      await announce(trx, 'session', author.id, clock)
    })
    await changes.changed('session', author.id)
  },

  /**
   * Ends all sessions except one.
   *
   * @param exceptHash the session that stays open; undefined = none
   * @returns the number of ended sessions
   */
  async endAll(author: Author, exceptHash: string | undefined): Promise<number> {
    const ended = await knex.transaction(async (trx) => {
      const count = await credentials(trx, secrets).closeSessions(author.id, exceptHash)
      await recordChange(trx, author, {
        action: 'session.end-all',
        targetKind: 'user',
        targetId: author.id,
        before: { sessions: count },
      })
      await announce(trx, 'session', author.id, clock)
      return count
    })
    await changes.changed('session', author.id)
    return ended
  },
})

const shown = ({ createdMs, ip, userAgent }: Session) => ({ createdMs, ip, userAgent })
