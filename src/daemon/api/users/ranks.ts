import { AppError } from '../../errors/app-error.ts'
import { ROLE } from '../../http/actor.ts'
import type { User } from './user.ts'

/** The properties of an account that determine its rank. */
export interface Ranked {
  readonly id: number
  readonly role: number
}

/** Reports whether an account may be read: one's own, or one of a lower level; the super administrator reads all. */
export const mayRead = (actor: Ranked, target: Ranked): boolean =>
  actor.id === target.id || actor.role === ROLE.root || actor.role > target.role

/** @throws AppError `user_level` unless {@link mayRead} */
export function checkMayRead(actor: Ranked, target: User): void {
  if (!mayRead(actor, target)) throw new AppError('user_level')
}

/**
 * Checks that an account may be changed: one of a lower level; the super administrator may change all. Users change
 * their own account through other routes, so that they cannot give themselves quota or a group.
 *
 * @throws AppError `user_level`
 */
export function checkMayChange(actor: Ranked, target: User): void {
  if (actor.role === ROLE.root || actor.role > target.role) return
  throw new AppError('user_level')
}
