import type { Knex } from 'knex'
import { ROLE } from '../../http/actor.ts'
import type { AuditEventRow } from './audit-events.repository.ts'
import { MASK } from './record-change.ts'

/** Fields that identify somebody at another service, or hold their email or webhook address. */
const identityField = /email|identity|webhook|_id$|^shortened$/i

/**
 * Masks email addresses and linked accounts in changes to accounts that the reader may not open, as the list of users
 * does.
 */
export async function hideIdentities(
  db: Knex,
  reader: { readonly id: number; readonly role: number },
  rows: readonly AuditEventRow[],
): Promise<AuditEventRow[]> {
  const isOfUser = (row: AuditEventRow) => row.target_kind === 'user' && /^\d{1,15}$/.test(row.target_id)
  if (reader.role === ROLE.root) return [...rows]
  const ids = [...new Set(rows.filter(isOfUser).map((row) => Number(row.target_id)))]
  const closed = await db<{ id: number; role: number }>('users')
    .whereIn('id', ids)
    .where('role', '>=', reader.role)
    .whereNot('id', reader.id)
    .select('id')
  const hidden = new Set(closed.map(({ id }) => String(id)))
  return rows.map((row) =>
    isOfUser(row) && hidden.has(row.target_id)
      ? { ...row, before: masked(row.before), after: masked(row.after) }
      : row,
  )
}

const masked = (text: string): string =>
  text === ''
    ? ''
    : JSON.stringify(
        JSON.parse(text, (name, value: unknown) =>
          identityField.test(name) && value !== '' && value !== null ? MASK : value,
        ),
      )
