/** Reasons for refusing an operation on the store. The program that shows them has a phrase for each. */
export type RefusalReason =
  /** A daemon uses the store. `holder`: identifies it as far as possible. */
  | 'in-use'
  /** There is no store at `place`. */
  | 'absent'
  /** `path` already exists. */
  | 'exists'
  /** The disk with the directory `place` is full. */
  | 'full'
  /** The archive `path` is not one of ours, is cut short or was changed: `problem`. */
  | 'archive'
  /** Created or used by a newer program with version `version`, which has the schema change `change`. */
  | 'newer'
  /** The archive is for another engine: `archive` and `here`. */
  | 'other-engine'
  /** The given key is not the one with which the archive was encrypted. */
  | 'wrong-key'
  /** There is no key to add to the archive. */
  | 'no-key'
  /** The database has tables that the archive does not contain; it must be emptied first. */
  | 'not-empty'
  /** No PostgreSQL database is configured as the target of the move. */
  | 'no-target'
  /** The database `place` already contains data. */
  | 'occupied'
  /** PostgreSQL at `place` rejected the rows: `problem`. */
  | 'unmoved'
  /** The schema of the store at `place` does not match this program. */
  | 'other-version'
  /** The database file `path` is damaged or belongs to another program: `problem`. */
  | 'damaged'
  /** There is no account `username`. */
  | 'no-user'
  /** The program `program` is not installed. */
  | 'program-missing'
  /** The program `program` failed: `problem`. */
  | 'program-failed'

/** Error of an operation that was refused without changing anything. */
export class StoreRefusal extends Error {
  override readonly name = 'StoreRefusal'
  readonly reason: RefusalReason
  /** Values for the placeholders in the reason's phrase. */
  readonly values: Readonly<Record<string, string>>

  constructor(reason: RefusalReason, values: Readonly<Record<string, string>> = {}, cause?: unknown) {
    super(`${reason} ${JSON.stringify(values)}`, cause === undefined ? {} : { cause })
    this.reason = reason
    this.values = values
  }
}

/** SQLITE_FULL. */
const SQLITE_FULL = 13

/** Whether the file system, or SQLite, says that the disk is full. */
export function isFull(error: unknown): boolean {
  const { code, errcode } = (error ?? {}) as { readonly code?: unknown; readonly errcode?: unknown }
  return (
    code === 'ENOSPC' ||
    code === 'EDQUOT' ||
    (typeof errcode === 'number' && (errcode & 0xff) === SQLITE_FULL)
  )
}

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
