import { AppError } from '../../errors/app-error.ts'
import { ROLE } from '../../http/actor.ts'
import type { User } from './user.ts'

/** An account as far as ranks go. */
export interface Ranked {
  readonly id: number
  readonly role: number
}

/** Own account, or one of a lower level; the super administrator reads everybody. */
export const mayRead = (actor: Ranked, target: Ranked): boolean =>
  actor.id === target.id || actor.role === ROLE.root || actor.role > target.role

/** @throws AppError `user_level` unless {@link mayRead} */
export function checkMayRead(actor: Ranked, target: User): void {
  if (!mayRead(actor, target)) throw new AppError('user_level')
}

/**
 * Accounts of a lower level; the super administrator may change everybody. Users change their own account elsewhere, so
 * that nobody can give themselves quota or a group.
 *
 * @throws AppError `user_level`
 */
export function checkMayChange(actor: Ranked, target: User): void {
  if (actor.role === ROLE.root || actor.role > target.role) return
  throw new AppError('user_level')
}
