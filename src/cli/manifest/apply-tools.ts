import { createHash } from 'node:crypto'
import { CliError } from '../cli-error.ts'
import type { Api } from '../client/api.ts'
import { exitCodes } from '../exit-codes.ts'
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

/** What making one change requires. */
export interface ApplyTools {
  readonly api: Api
  readonly open: OpenManifest
  readonly prepared: Prepared
  /** The plan's ID, from which the idempotency keys are derived. */
  readonly planId: string
  readonly tell: Tell
  now(): number
  /** Called with each key as soon as it exists. */
  keep(token: NewToken): Promise<void>
}

/** The same step of the same plan gets the same key, so that the server carries it out once. */
export const stepKey = (
  planId: string,
  { kind, name }: Pick<Change, 'kind' | 'name'>,
  step: string,
): string => createHash('sha256').update([planId, kind, name, step].join('\0')).digest('hex').slice(0, 40)

export const wantedOf = ({ prepared }: ApplyTools, { kind, name }: Change): Wanted => {
  const found = prepared.wanted.find((each) => each.kind === kind && each.name === name)
  if (found === undefined) throw new Error(`The plan names ${kind} ${name}, which is not in the files.`)
  return found
}

/** The text of a secret from the files; undefined when it is not set here. */
export function secretText({ open }: ApplyTools, { kind, name }: Change, field: string): string | undefined {
  const declared = open.manifest.objects.find((each) => each.kind === kind && each.name === name)
  const use = declared?.secrets[field]
  return use && open.secrets.get(use)?.text
}

/**
 * Checks an object again just before it is changed.
 * @param now its current state, without its label and what is compared by fingerprint
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
