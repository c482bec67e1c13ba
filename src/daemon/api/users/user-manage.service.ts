import type { Knex } from 'knex'
import { credentials } from '../../accounts/credentials.ts'
import { announce } from '../../db/changes.ts'
import { AppError } from '../../errors/app-error.ts'
import { ROLE, USER_BANNED, USER_ENABLED } from '../../http/actor.ts'
import type { Body, Data } from '../../http/contract.ts'
import { deleteKeptOf } from '../../relay/stored/delete-of-user.ts'
import type { ApiServices } from '../api-services.ts'
import { recordChange } from '../audit-events/record-change.ts'
import type { Author } from '../author.ts'
import { ownersRepository } from '../owners/owners.repository.ts'
import { checkMayChange } from './ranks.ts'
import type { User } from './user.ts'
import { type UserChanges, usersRepository } from './users.repository.ts'

type Action = Body<'manageUser'>['action']

/** Carries out the actions of the user list. */
export const userManageService = ({
  knex,
  secrets,
  clock,
  changes,
}: Pick<ApiServices, 'knex' | 'secrets' | 'clock' | 'changes'>) => ({
  /**
   * Runs an action. Repeating one is not an error and returns the current state. A ban or a deactivation ends every
   * session at once.
   *
   * @throws AppError `user_not_found`, `user_level`, `user_root_protected`, `user_promote_forbidden`
   */
  async act(author: Author, id: number, action: Action): Promise<Data<'manageUser'>> {
    const after = await knex.transaction(async (trx) => {
      const user = await usersRepository(trx).lockById(id)
      if (!user || user.deletedTime !== undefined) throw new AppError('user_not_found')
      checkAction(author, user, action)
      const edit = changesOf(action, clock.now())
      await usersRepository(trx).update(id, edit)
      await endCredentials(trx, id, action)
      const state = { role: edit.role ?? user.role, status: edit.status ?? user.status }
      await recordChange(trx, author, {
        action: `user.${action}`,
        targetKind: 'user',
        targetId: id,
        before: { role: user.role, status: user.status, deleted: false },
        after: { ...state, deleted: action === 'delete' },
      })
      await announce(trx, 'user', id, clock)
      return state
    })
    await changes.changed('user', id)
    return after

    async function endCredentials(trx: Knex, userId: number, act: Action): Promise<void> {
      if (act === 'delete') {
        await credentials(trx, secrets).dropAll(userId)
        await deleteKeptOf(trx, userId)
        await ownersRepository(trx).remove('user', [userId])
      }
      if (act === 'disable') await credentials(trx, secrets).closeSessions(userId)
    }
  },
})

function checkAction(author: Author, user: User, action: Action): void {
  checkMayChange(author, user)
  if (user.role === ROLE.root && action !== 'enable' && action !== 'promote')
    throw new AppError('user_root_protected')
  if (action === 'promote' && author.role !== ROLE.root) throw new AppError('user_promote_forbidden')
  if (action === 'promote' && user.role === ROLE.root) throw new AppError('user_root_protected')
}

function changesOf(action: Action, nowMs: number): UserChanges {
  switch (action) {
    case 'promote':
      return { role: ROLE.admin }
    case 'demote':
      return { role: ROLE.user }
    case 'disable':
      return { status: USER_BANNED }
    case 'enable':
      return { status: USER_ENABLED }
    case 'delete':
      return { deletedTime: Math.floor(nowMs / 1000) }
  }
}
