import type { Kind } from './kinds.ts'
import type { Place } from './problems.ts'

/** A value without a secret, in the one form in which files and server are compared. */
export type Plain = string | number | boolean | null | readonly string[]

/** Where a secret is to be taken from. */
export interface SecretReference {
  readonly from: 'env' | 'file' | 'stdin'
  /** Name of the variable or line, path of the file as written. */
  readonly name: string
  readonly place: Place
}

/** A field whose value does not stand in the files. */
export interface SecretUse {
  readonly references: readonly SecretReference[]
  readonly place: Place
}

/** One object as the files describe it. */
export interface Declared {
  readonly kind: Kind
  readonly name: string
  readonly place: Place
  /** `name: null`: there is to be no such entry. */
  readonly isAbsent: boolean
  /** Amounts, times and durations still as written: what they come to depends on the server and on the day. */
  readonly values: Readonly<Record<string, Plain>>
  readonly secrets: Readonly<Record<string, SecretUse>>
  /** Of every field that is there. */
  readonly places: Readonly<Record<string, Place>>
}

/** What all files say together. */
export interface Manifest {
  readonly owner: string | undefined
  readonly objects: readonly Declared[]
  /** SHA-256 over names and contents of the files. */
  readonly digest: string
}

export const placeOf = ({ places, place }: Declared, field: string): Place => places[field] ?? place

/** `channels.openai-main.weight`; names with dots in quotes. */
export const pathOf = (...parts: readonly string[]): string =>
  parts.map((each) => (/^[^.\s"]+$/.test(each) ? each : JSON.stringify(each))).join('.')
