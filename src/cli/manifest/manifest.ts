import type { Kind } from './kinds.ts'
import type { Place } from './problems.ts'

/** A value that is not a secret, in the canonical form in which files and server are compared. */
export type Plain = string | number | boolean | null | readonly string[]

/** The source of a secret. */
export interface SecretReference {
  readonly from: 'env' | 'file' | 'stdin'
  /** Name of the variable or line, or the path of the file as written. */
  readonly name: string
  readonly place: Place
}

/** A field whose value is a secret and therefore not in the files. */
export interface SecretUse {
  readonly references: readonly SecretReference[]
  readonly place: Place
}

/** One object as described in the files. */
export interface Declared {
  readonly kind: Kind
  readonly name: string
  readonly place: Place
  /** `name: null`: the entry must be removed. */
  readonly isAbsent: boolean
  /** Amounts, times and durations are kept as written, because their values depend on the server and the date. */
  readonly values: Readonly<Record<string, Plain>>
  readonly secrets: Readonly<Record<string, SecretUse>>
  /** Places of all fields that are present. */
  readonly places: Readonly<Record<string, Place>>
}

/** The combined content of all files. */
export interface Manifest {
  readonly owner: string | undefined
  readonly objects: readonly Declared[]
  /** SHA-256 of the names and contents of the files. */
  readonly digest: string
}

export const placeOf = ({ places, place }: Declared, field: string): Place => places[field] ?? place

/** Returns a path such as `channels.openai-main.weight`; names with dots are quoted. */
export const pathOf = (...parts: readonly string[]): string =>
  parts.map((each) => (/^[^.\s"]+$/.test(each) ? each : JSON.stringify(each))).join('.')
