import { createHash } from 'node:crypto'
import type { Kind } from './kinds.ts'
import type { Plain } from './manifest.ts'
import type { Place } from './problems.ts'

/** A secret that an object is to have. */
export interface WantedSecret {
  /** The server's fingerprint of it; undefined = it is not set here, and whatever is there stays. */
  readonly fingerprint: string | undefined
  /** Variables that are not set. */
  readonly missing: readonly string[]
  /** How many there are: keys of a channel. */
  readonly count: number
}

/** An object as it is to be, in the form in which the server's is read. */
export interface Wanted {
  readonly kind: Kind
  readonly name: string
  readonly place: Place
  readonly isAbsent: boolean
  readonly values: Readonly<Record<string, Plain>>
  /** What counts only when it is made. */
  readonly initial: Readonly<Record<string, Plain>>
  readonly secrets: Readonly<Record<string, WantedSecret>>
}

/** An object as it is on the server. */
export interface Observed {
  readonly kind: Kind
  readonly name: string
  /** What its owner label refers to: the id, or the name where there is none. */
  readonly ref: string
  /** One; several where a name stands for several: codes, and names that are not unique. */
  readonly ids: readonly number[]
  readonly values: Readonly<Record<string, Plain>>
  /** Fingerprints; absent = there is none. */
  readonly secrets: Readonly<Record<string, string>>
  readonly owner: string | undefined
  /** Why it cannot be described by its name; undefined = it can. */
  readonly trouble?: 'ambiguous' | 'mixed' | 'deleted' | undefined
}

/** Objects by `kind name`. */
export type State = ReadonlyMap<string, Observed>

export const stateKey = (kind: Kind, name: string): string => `${kind} ${name}`

/** Changes when anything of an object changes that a plan rests on. */
export function digestOfObserved(observed: Observed | undefined): string {
  if (observed === undefined) return 'absent'
  const { ref, ids, values, secrets, owner } = observed
  const text = JSON.stringify([ref, [...ids].sort(), sorted(values), sorted(secrets), owner ?? null])
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}

/** Changes when something else is wanted. Secrets count by their fingerprint. */
export function digestOfWanted({ kind, name, isAbsent, values, initial, secrets }: Wanted): string {
  const prints = Object.fromEntries(
    Object.entries(secrets).map(([field, { fingerprint }]) => [field, fingerprint ?? null]),
  )
  const text = JSON.stringify([kind, name, isAbsent, sorted(values), sorted(initial), sorted(prints)])
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}

const sorted = (fields: Readonly<Record<string, unknown>>): unknown[] =>
  Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1))
