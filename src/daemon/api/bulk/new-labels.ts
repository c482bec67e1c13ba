import type { Knex } from 'knex'
import { AppError } from '../../errors/app-error.ts'
import { type Actor, ROLE } from '../../http/actor.ts'
import { hasScope } from '../../http/auth.ts'
import { type OwnedKind, ownersRepository } from '../owners/owners.repository.ts'

/**
 * Checks the permissions for labels, which creating with a label also requires.
 * @throws AppError `insufficient_role`, `insufficient_scope`
 */
export function checkMayLabel(actor: Actor, owner: string | undefined): void {
  if (owner === undefined) return
  if (actor.role < ROLE.admin) throw new AppError('insufficient_role', { values: { role: ROLE.admin } })
  const scope = 'owners:write'
  if (!hasScope(actor.scopes, scope)) throw new AppError('insufficient_scope', { values: { scope } })
}

/** Returns labels of objects by their reference; objects without a label are missing. */
export async function labelsOf(
  trx: Knex,
  kind: OwnedKind,
  refs: readonly (string | number)[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await ownersRepository(trx).lock(kind, refs.map(String))
  return new Map(rows.map(({ ref, owner }) => [ref, owner]))
}

export interface NewLabels {
  readonly kind: OwnedKind
  readonly refs: readonly (string | number)[]
  /** Absent = no label. */
  readonly owner: string | undefined
  readonly nowSeconds: number
}

/**
 * Labels objects in the transaction that creates them, so that none remains without a label. An existing label is kept:
 * if codes are added under a name that another manifest owns, they belong to that manifest.
 */
export async function labelNew(trx: Knex, { kind, refs, owner, nowSeconds }: NewLabels): Promise<void> {
  if (owner === undefined) return
  await ownersRepository(trx).add(kind, refs.map(String), { owner, updated_time: nowSeconds })
}
