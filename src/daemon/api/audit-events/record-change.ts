import type { Knex } from 'knex'
import { ROLE } from '../../http/actor.ts'
import type { Author } from '../author.ts'

/** A change to record. Pass `before` and `after` in the form of the API; only the differences are stored. */
export interface Change {
  /** `<noun>.<verb>`, such as `channel.update`. */
  readonly action: string
  readonly targetKind: string
  readonly targetId: string | number
  /** Absent = the object did not exist before. */
  readonly before?: object | undefined
  /** Absent = the object no longer exists. */
  readonly after?: object | undefined
}

/** Values of these fields are replaced by {@link MASK}, at any depth. */
const secretField =
  /(password|secret|ciphertext|_hash$|^hash$|^key$|^keys$|_key$|token$|authorization|cookie)/i
/** Replaces a text that the reader may not see. */
export const MASK = '***'
const TEXT_MAX = 65_536
/** Limit for users, who can make as many changes to their own objects as the rate limit allows. */
const OWN_TEXT_MAX = 4_096

/** Writes one row of `audit_events` in the transaction of the change, so that neither exists without the other. */
export const recordChange = (trx: Knex, author: Author, change: Change): Promise<void> =>
  recordChanges(trx, author, [change])

/** Rows per statement; keeps it below the number of variables that both engines accept. */
const ROWS_PER_STATEMENT = 100

/** Records several changes by one person. */
export async function recordChanges(trx: Knex, author: Author, changes: readonly Change[]): Promise<void> {
  for (let at = 0; at < changes.length; at += ROWS_PER_STATEMENT)
    await trx('audit_events').insert(
      changes.slice(at, at + ROWS_PER_STATEMENT).map((change) => toRow(author, change)),
    )
}

function toRow(author: Author, change: Change) {
  const [before, after] = onlyDifferences(change.before, change.after)
  const charsMax = author.role < ROLE.admin ? OWN_TEXT_MAX : TEXT_MAX
  return {
    at_ms: author.atMs,
    actor_id: author.id,
    actor_name: author.username,
    action: change.action,
    target_kind: change.targetKind,
    target_id: String(change.targetId),
    before: toText(before, charsMax),
    after: toText(after, charsMax),
    ip: author.ip,
    request_id: author.requestId,
    via: author.via ?? '',
  }
}

type Fields = Readonly<Record<string, unknown>>

function onlyDifferences(
  before: object | undefined,
  after: object | undefined,
): readonly [Fields | undefined, Fields | undefined] {
  const [old, now] = [before as Fields | undefined, after as Fields | undefined]
  if (!old || !now) return [old, now]
  const differs = (name: string): boolean => JSON.stringify(old[name]) !== JSON.stringify(now[name])
  const pick = (fields: Fields): Fields =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => differs(name)))
  return [pick(old), pick(now)]
}

function toText(fields: Fields | undefined, charsMax: number): string {
  if (fields === undefined) return ''
  const text = JSON.stringify(maskSecrets(fields), (_key, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
  return text.length <= charsMax ? text : JSON.stringify({ shortened: text.slice(0, charsMax) })
}

function maskSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskSecrets)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => [
      name,
      secretField.test(name) && child !== '' && child !== null ? MASK : maskSecrets(child),
    ]),
  )
}
