import { CliError } from '../cli-error.ts'
import type { Api } from '../client/api.ts'
import { exitCodes } from '../exit-codes.ts'
import { bulkUnits, isBulk } from './apply-bulk.ts'
import { applyChannel, applyCodes, applyToken, applyUser } from './apply-objects.ts'
import { applyOption, optionsInOrder, restoreSecrets } from './apply-options.ts'
import { type EntryEdit, entryEdits } from './apply-tables.ts'
import { type ApplyTools, movedOn, stepKey, type Unit, type UnitOutcome, wantedOf } from './apply-tools.ts'
import { findGroupsInUse } from './check-deleted-groups.ts'
import { type Kind, kinds, kindWord } from './kinds.ts'
import type { Change } from './plan-changes.ts'
import { sideBySide } from './side-by-side.ts'
import { stateKey } from './state.ts'

/** A change that was refused, with the reason. */
export interface FailedChange {
  readonly change: Change
  readonly error: CliError
}

/** Result of applying a plan. */
export interface Applied {
  readonly done: readonly Change[]
  readonly failed: readonly FailedChange[]
  /** The first reason why not everything was done, apart from an interruption. */
  readonly failure: CliError | undefined
}

/** Receives every change that has ended. */
export interface ProgressSink {
  done(change: Change): void
  failed(failed: FailedChange): void
}

/** Functions that make changes which need separate calls. They return the references for owner labels. */
const appliers = {
  options: applyOption,
  channels: applyChannel,
  users: applyUser,
  tokens: applyToken,
  codes: applyCodes,
} as const satisfies Partial<Record<Kind, (change: Change, tools: ApplyTools) => Promise<string>>>

/**
 * Makes the changes: groups, options and prices before the objects that use them, and deletions last in reverse order.
 * Objects of one kind are changed in parallel. If one is refused, the others are still changed, unless the refusal
 * would apply to all of them; that ends the run, and so does an abort of the signal. Calls in progress are completed.
 *
 * @throws CliError when it prevented every change
 */
export async function applyChanges(
  changes: readonly Change[],
  tools: ApplyTools,
  progress: ProgressSink,
): Promise<Applied> {
  const counted = countChanges(tools.api)
  const run = new ApplyRun({ ...tools, api: counted.api }, progress)
  for (const stage of stagesOf(changes, run.tools)) if (!run.isStopped()) await run.finish(stage)
  if (!run.isStopped() && changes.some(({ kind }) => kind === 'options'))
    await run.guard(() => restoreSecrets(run.tools))
  const { done, failed } = run
  // An object that takes several calls may be partially changed.
  if (run.failure !== undefined && done.length === 0 && counted.total() === 0) throw run.failure
  return { done, failed, failure: run.failure }
}

/** The state of a running apply. */
class ApplyRun {
  readonly tools: ApplyTools
  readonly done: Change[] = []
  readonly failed: FailedChange[] = []
  failure: CliError | undefined
  readonly #progress: ProgressSink
  #isOver = false

  constructor(tools: ApplyTools, progress: ProgressSink) {
    this.tools = tools
    this.#progress = progress
  }

  readonly isStopped = (): boolean => this.#isOver || this.tools.signal.aborted

  async finish({ kind, units, isOrdered }: Stage): Promise<void> {
    const labels: Labelled[] = []
    const width = isOrdered ? 1 : this.tools.parallelism
    try {
      await sideBySide(units, { width, isStopped: this.isStopped }, (unit) =>
        this.#make(unit, labels, isOrdered),
      )
    } finally {
      // Also after a failure: objects that were created are found by their label.
      await this.guard(() => label(kind, labels, this.tools))
    }
  }

  async #make(unit: Unit, labels: Labelled[], isOrdered: boolean): Promise<void> {
    const outcomes = await outcomesOf(unit)
    if (outcomes === 'apart') {
      for (const each of unit.apart?.() ?? [])
        if (!this.isStopped()) await this.#make(each, labels, isOrdered)
      return
    }
    for (const [at, change] of unit.changes.entries()) {
      const outcome = outcomes[at]
      if (outcome instanceof CliError) this.#fail(change, outcome, isOrdered)
      else if (outcome !== undefined) {
        this.done.push(change)
        this.#progress.done(change)
        if (!outcome.isLabelled) labels.push({ change, ref: outcome.ref })
      }
    }
  }

  /** Runs work that is not a change itself. A refusal ends the run. */
  async guard(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof CliError)) throw error
      this.failure ??= error
      this.#isOver = true
    }
  }

  #fail(change: Change, error: CliError, isOrdered: boolean): void {
    if (error.exitCode === exitCodes.interrupted) return
    this.failure ??= error
    if (isOrdered || isForAll(error)) this.#isOver = true
    if (isForAll(error)) return
    this.failed.push({ change, error })
    this.#progress.failed({ change, error })
  }
}

/** Whether every further call would fail the same way. */
const isForAll = ({ exitCode, code }: CliError): boolean =>
  exitCode === exitCodes.unavailable ||
  exitCode === exitCodes.notSignedIn ||
  ['insufficient_role', 'insufficient_scope', 'demo_site', 'proof_required', 'not_tollgate'].includes(code)

/**
 * Runs a unit. @returns `apart` when the changes must be made one by one, because the server refuses a whole call if it
 * refuses one of its objects
 */
async function outcomesOf(unit: Unit): Promise<readonly UnitOutcome[] | 'apart'> {
  try {
    return await unit.run()
  } catch (error) {
    if (!(error instanceof CliError)) throw error
    if (error.exitCode === exitCodes.rejected && unit.apart !== undefined && !isForAll(error)) return 'apart'
    return unit.changes.map(() => error)
  }
}

/**
 * Wraps the API to count successful changes. Bulk calls are not counted, because their responses say what was created.
 */
function countChanges(api: Api): { readonly api: Api; total(): number } {
  let total = 0
  const counting =
    <A extends readonly unknown[], R>(call: (...given: A) => Promise<R>) =>
    async (...given: A): Promise<R> => {
      const answer = await call(...given)
      if (!String(given[0]).endsWith('/bulk')) total += 1
      return answer
    }
  return {
    api: { ...api, post: counting(api.post), put: counting(api.put), delete: counting(api.delete) } as Api,
    total: () => total,
  }
}

/** The changes of one kind. */
interface Stage {
  readonly kind: Kind
  readonly units: readonly Unit[]
  /**
   * Later units and stages depend on earlier ones: units run one after the other, and the first refusal ends the run.
   */
  readonly isOrdered: boolean
}

function stagesOf(changes: readonly Change[], tools: ApplyTools): Stage[] {
  const isDeletion = ({ action }: Change): boolean => action === 'delete'
  const byKind = (some: readonly Change[]) => Map.groupBy(some, ({ kind }) => kind)
  const made = byKind(changes.filter((each) => !isDeletion(each)))
  const deleted = byKind(changes.filter(isDeletion))
  return [
    ...kinds.map((kind) => stageOf(kind, made.get(kind) ?? [], tools)),
    ...[...kinds].reverse().map((kind) => stageOf(kind, deleted.get(kind) ?? [], tools)),
  ].filter(({ units }) => units.length > 0)
}

function stageOf(kind: Kind, changes: readonly Change[], tools: ApplyTools): Stage {
  if (kind === 'groups' && changes.some(({ action }) => action === 'delete'))
    return { kind, units: [groupDeletion(changes, tools)], isOrdered: false }
  // Entries of one kind are written together, all or none; the server checks each against the plan.
  if (kind === 'groups' || kind === 'prices') {
    const unit = { changes, run: async () => unlabelled(await applyEntries(changes, tools)) }
    return { kind, units: changes.length === 0 ? [] : [unit], isOrdered: true }
  }
  const alone = changes.filter((each) => !isBulk(each))
  const ordered = kind === 'options' ? optionsInOrder(alone, tools) : alone
  const units = ordered.map((change) => ({
    changes: [change],
    run: async () => unlabelled([await appliers[kind](change, tools)]),
  }))
  const together = changes.filter(isBulk)
  return {
    kind,
    units: [...(together.length === 0 ? [] : bulkUnits(together, tools)), ...units],
    isOrdered: kind === 'options',
  }
}

/** Deletes the groups that are not in use, in one call. */
const groupDeletion = (changes: readonly Change[], tools: ApplyTools): Unit => ({
  changes,
  run: async () => {
    const used = await findGroupsInUse(changes, tools)
    await applyEntries(
      changes.filter(({ name }) => !used.has(name)),
      tools,
    )
    return changes.map(({ name }) => used.get(name) ?? { ref: name, isLabelled: false })
  },
})

const unlabelled = (refs: readonly string[]) => refs.map((ref) => ({ ref, isLabelled: false }))

const ENTRIES_MAX = 1000

async function applyEntries(changes: readonly Change[], tools: ApplyTools): Promise<string[]> {
  const edits = changes.flatMap((change): EntryEdit[] => {
    const values = change.wanted === 'absent' ? undefined : wantedOf(tools, change).values
    // For an object that only gets a label, nothing else has to be written.
    return change.action !== 'delete' && change.fields.length === 0
      ? []
      : entryEdits(change, values, tools.prepared.snapshot)
  })
  for (let at = 0; at < edits.length; at += ENTRIES_MAX) {
    const entries = edits.slice(at, at + ENTRIES_MAX)
    const [first] = changes
    if (first === undefined) break
    try {
      await tools.api.put('/api/option/entries', {
        body: { entries },
        idempotencyKey: stepKey(
          tools.planId,
          { kind: first.kind, name: '' },
          `entries ${at} ${first.action}`,
        ),
      })
    } catch (error) {
      if (!(error instanceof CliError) || error.code !== 'revision_moved') throw error
      throw movedOn(tools, first)
    }
  }
  return changes.map(({ name }) => name)
}

interface Labelled {
  readonly change: Change
  readonly ref: string
}

/** Labels created and changed objects. Deleting an object also deletes its label. */
async function label(
  kind: Kind,
  made: readonly Labelled[],
  { api, planId, prepared, open }: ApplyTools,
): Promise<void> {
  const { owner } = open.manifest
  const objects = made.flatMap(({ change, ref }) => {
    const present = prepared.state.get(stateKey(change.kind, change.name))
    if (change.action === 'delete') return []
    return change.owner === null && present !== undefined ? [] : [{ kind: kindWord[kind], ref }]
  })
  for (const { change } of made)
    if (change.action === 'delete' && kind === 'options')
      await api.delete('/api/owner/', {
        query: { kind: 'option', ref: change.name },
        idempotencyKey: stepKey(planId, change, 'unlabel'),
      })
  if (owner === undefined) return
  for (let at = 0; at < objects.length; at += ENTRIES_MAX) {
    const some = objects.slice(at, at + ENTRIES_MAX)
    const refs = some.map(({ ref }) => ref).join('\n')
    await api.put('/api/owner/', {
      body: { owner, objects: some, take_over: true },
      idempotencyKey: stepKey(planId, { kind, name: '' }, `label ${refs}`),
    })
  }
}
