import { createHash } from 'node:crypto'
import { CliError } from '../cli-error.ts'
import type { Api } from '../client/api.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Kind } from './kinds.ts'
import type { OpenManifest } from './open-manifest.ts'
import type { Change } from './plan-changes.ts'
import type { Prepared } from './prepare-plan.ts'
import { digestOfObserved, type Observed, stateKey, type Wanted } from './state.ts'
import type { Tell } from './texts.ts'

/** A new API token with its key, which is shown only once. */
export interface NewToken {
  readonly id: number
  readonly name: string
  readonly key: string
}

/** Receives the keys of new tokens. */
export interface KeyKeeper {
  /** Called before tokens are created. If this run is killed, the next one fetches their keys. */
  expect(names: readonly string[]): Promise<void>
  /** Called with each key as soon as the token exists. */
  keep(token: NewToken): Promise<void>
}

/** The result of a change: made, or refused with an error. */
export type UnitOutcome =
  | {
      /** Reference for the owner label. */
      readonly ref: string
      /** Whether the object was labeled when it was created. */
      readonly isLabelled: boolean
    }
  | CliError

/** Changes that are made together. */
export interface Unit {
  readonly changes: readonly Change[]
  /** Makes the changes. @returns the outcome of each change, in order. @throws CliError when none of them was made */
  run(): Promise<readonly UnitOutcome[]>
  /** The same changes as separate units, one call each. Absent for a single change. */
  apart?(): readonly Unit[]
}

/** Everything needed to make a change. */
export interface ApplyTools {
  readonly api: Api
  readonly open: OpenManifest
  readonly prepared: Prepared
  /** The plan's ID, from which the idempotency keys are derived. */
  readonly planId: string
  readonly tell: Tell
  now(): number
  readonly keys: KeyKeeper
  /** Maximum number of units that run in parallel. */
  readonly parallelism: number
  /** When aborted, no new units are started. */
  readonly signal: AbortSignal
}

/**
 * Derives the idempotency key of a step. The same step of the same plan gets the same key, so that the server carries
 * it out once.
 */
export const stepKey = (
  planId: string,
  { kind, name }: Pick<Change, 'kind' | 'name'>,
  step: string,
): string => createHash('sha256').update([planId, kind, name, step].join('\0')).digest('hex').slice(0, 40)

/** Caches indexes by name, because each of thousands of changes looks up its object. */
const indexes = new WeakMap<readonly object[], ReadonlyMap<string, object>>()

function find<Item extends { readonly kind: Kind; readonly name: string }>(
  items: readonly Item[],
  { kind, name }: Pick<Change, 'kind' | 'name'>,
): Item | undefined {
  const index = indexes.get(items) ?? new Map(items.map((each) => [stateKey(each.kind, each.name), each]))
  indexes.set(items, index)
  return index.get(stateKey(kind, name)) as Item | undefined
}

export const wantedOf = (
  { prepared }: Pick<ApplyTools, 'prepared'>,
  { kind, name }: Pick<Change, 'kind' | 'name'>,
): Wanted => {
  const found = find(prepared.wanted, { kind, name })
  if (found === undefined) throw new Error(`The plan names ${kind} ${name}, which is not in the files.`)
  return found
}

/** Returns the text of a secret from the files; undefined when it is not set on this machine. */
export function secretText({ open }: ApplyTools, { kind, name }: Change, field: string): string | undefined {
  const declared = find(open.manifest.objects, { kind, name })
  const use = declared?.secrets[field]
  return use && open.secrets.get(use)?.text
}

/**
 * Checks just before a change that the object is still as planned.
 * @param now its current state, without its label and anything compared by fingerprint
 * @throws CliError 6 when it has changed since the plan was made
 */
export function checkUnmoved(
  tools: ApplyTools,
  change: Change,
  now: Omit<Observed, 'owner'> | undefined,
): void {
  const planned = tools.prepared.state.get(stateKey(change.kind, change.name))
  const present = now && { ...now, owner: planned?.owner, secrets: { ...planned?.secrets, ...now.secrets } }
  if (digestOfObserved(present) !== change.observed) throw movedOn(tools, change)
}

export const movedOn = ({ tell }: Pick<ApplyTools, 'tell'>, { kind, name }: Change): CliError =>
  new CliError('plan_stale', exitCodes.conflict, tell('movedOn', { path: `${kind}.${name}` }), {
    hint: tell('planAgain'),
  })
