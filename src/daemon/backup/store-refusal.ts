/** Why an operation on the store was refused. The program that shows it has a phrase for each reason. */
export type RefusalReason =
  /** A daemon uses the store. `holder`: what is known about it. */
  | 'in-use'
  /** There is no store at `place`. */
  | 'absent'
  /** `path` already exists. */
  | 'exists'
  /** The archive `path` is not one of ours, cut short or changed: `problem`. */
  | 'archive'
  /** Created or used by a newer program, of `version`, which has the schema change `change`. */
  | 'newer'
  /** The archive is of another engine: `archive` and `here`. */
  | 'other-engine'
  /** The given key is not the one the archive was encrypted with. */
  | 'wrong-key'
  /** No key to put into the archive. */
  | 'no-key'
  /** The database has tables that the archive does not know; it must be emptied first. */
  | 'not-empty'
  /** No PostgreSQL database is named to move to. */
  | 'no-target'
  /** The database `place` already holds somebody's data. */
  | 'occupied'
  /** PostgreSQL at `place` did not take the rows: `problem`. */
  | 'unmoved'
  /** The schema of the store at `place` is not the one of this program. */
  | 'other-version'
  /** The database file `path` is damaged or another program's: `problem`. */
  | 'damaged'
  /** There is no account `username`. */
  | 'no-user'
  /** The program `program` is not installed. */
  | 'program-missing'
  /** The program `program` failed: `problem`. */
  | 'program-failed'

/** An operation was refused, and nothing was changed. */
export class StoreRefusal extends Error {
  override readonly name = 'StoreRefusal'
  readonly reason: RefusalReason
  /** Fill the placeholders of the reason's phrase. */
  readonly values: Readonly<Record<string, string>>

  constructor(reason: RefusalReason, values: Readonly<Record<string, string>> = {}, cause?: unknown) {
    super(`${reason} ${JSON.stringify(values)}`, cause === undefined ? {} : { cause })
    this.reason = reason
    this.values = values
  }
}

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
