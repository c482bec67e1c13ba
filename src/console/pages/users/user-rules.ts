import { ROLE } from '../../state/session.ts'
import type { ManageAction } from './use-manage-user.ts'
import type { User } from './use-users.ts'

interface Actor {
  readonly id: number
  readonly role: number
}

type Target = Pick<User, 'id' | 'role' | 'DeletedAt'>

/** Why an action is not offered; each is a key of the page's phrases. */
export type Refusal = 'level' | 'rootProtected' | 'promoteForbidden'

/**
 * Returns whether the actor may change an account: one of a lower level, or any for the super administrator. The daemon
 * enforces the same rules.
 */
export const mayChange = (actor: Actor, target: Target): boolean =>
  target.DeletedAt === null && (actor.role >= ROLE.root || actor.role > target.role)

/** @returns undefined when the action is allowed */
export function refusalOf(actor: Actor, target: Target, action: ManageAction): Refusal | undefined {
  if (!mayChange(actor, target)) return 'level'
  if (action === 'promote' && actor.role < ROLE.root) return 'promoteForbidden'
  if (target.role >= ROLE.root && action !== 'enable') return 'rootProtected'
  return undefined
}
