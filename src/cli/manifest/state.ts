import { createHash } from 'node:crypto'
import type { OpenCode } from './code-form.ts'
import type { Kind } from './kinds.ts'
import type { Plain } from './manifest.ts'
import type { Place } from './problems.ts'

/** A secret that an object should have. */
export interface WantedSecret {
  /** The server's fingerprint of the secret; undefined = not set on this machine, so the existing secret is kept. */
  readonly fingerprint: string | undefined
  /** Names of variables that are not set. */
  readonly missing: readonly string[]
  /** Number of secrets, such as the keys of a channel. */
  readonly count: number
}

/** The wanted state of an object, in the same form as the server's state. */
export interface Wanted {
  readonly kind: Kind
  readonly name: string
  readonly place: Place
  readonly isAbsent: boolean
  readonly values: Readonly<Record<string, Plain>>
  /** Fields that apply only on creation. */
  readonly initial: Readonly<Record<string, Plain>>
  readonly secrets: Readonly<Record<string, WantedSecret>>
}

/** The current state of an object on the server. */
export interface Observed {
  readonly kind: Kind
  readonly name: string
  /** Reference for its owner label: the ID, or the name if it has no ID. */
  readonly ref: string
  /** One ID, or several if the name is shared by several objects: codes, and names that are not unique. */
  readonly ids: readonly number[]
  readonly values: Readonly<Record<string, Plain>>
  /** Fingerprints; absent = no secret. */
  readonly secrets: Readonly<Record<string, string>>
  readonly owner: string | undefined
  /** For options and prices: the built-in values under this name. */
  readonly builtIn?: Readonly<Record<string, Plain>> | undefined
  /** For codes: those that can still be redeemed, newest first. */
  readonly openCodes?: readonly OpenCode[]
  /** The reason why the name does not identify the object; undefined = it does. */
  readonly trouble?: 'ambiguous' | 'mixed' | 'deleted' | undefined
}

/** Objects by `kind name`. */
export type State = ReadonlyMap<string, Observed>

export const stateKey = (kind: Kind, name: string): string => `${kind} ${name}`

const IDS_SHOWN_MAX = 10

/** Formats IDs for a message; a set of codes may have a hundred thousand. */
export const idsText = (ids: readonly number[]): string =>
  ids.length <= IDS_SHOWN_MAX
    ? ids.join(', ')
    : `${ids.slice(0, IDS_SHOWN_MAX).join(', ')}, … (+${ids.length - IDS_SHOWN_MAX})`

/** Returns a digest that changes when anything that a plan depends on changes. */
export function digestOfObserved(observed: Observed | undefined): string {
  if (observed === undefined) return 'absent'
  const { ref, ids, values, secrets, owner } = observed
  const text = JSON.stringify([ref, [...ids].sort(), sorted(values), sorted(secrets), owner ?? null])
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}

/** Returns a digest that changes with the wanted state. Secrets are represented by their fingerprint. */
export function digestOfWanted({ kind, name, isAbsent, values, initial, secrets }: Wanted): string {
  const prints = Object.fromEntries(
    Object.entries(secrets).map(([field, { fingerprint }]) => [field, fingerprint ?? null]),
  )
  const text = JSON.stringify([kind, name, isAbsent, sorted(values), sorted(initial), sorted(prints)])
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}

const sorted = (fields: Readonly<Record<string, unknown>>): unknown[] =>
  Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1))
