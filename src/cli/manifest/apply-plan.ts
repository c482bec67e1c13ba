import { CliError } from '../cli-error.ts'
import type { Api } from '../client/api.ts'
import { applyChannel, applyCodes, applyToken, applyUser } from './apply-objects.ts'
import { applyOption, optionsInOrder, restoreSecrets } from './apply-options.ts'
import { type EntryEdit, entryEdits } from './apply-tables.ts'
import { type ApplyTools, movedOn, stepKey, wantedOf } from './apply-tools.ts'
import { type Kind, kinds, kindWord } from './kinds.ts'
import type { Change } from './plan-changes.ts'
import { stateKey } from './state.ts'

/** Result of applying a plan. */
export interface Applied {
  readonly done: readonly Change[]
  readonly notDone: readonly Change[]
  /** Why it ended early. */
  readonly failure: CliError | undefined
}

/** Called before each change. */
export type OnProgress = (change: Change, at: number, all: number) => void

/** How to make the changes of a kind, and the references for its owner labels. */
const appliers = {
  options: applyOption,
  channels: applyChannel,
  users: applyUser,
  tokens: applyToken,
  codes: applyCodes,
} as const satisfies Partial<Record<Kind, (change: Change, tools: ApplyTools) => Promise<string>>>

/**
 * Makes the changes: groups, options and prices before the objects that use them, and deletions last in reverse order.
 * Each object is read again just before it is changed. The first failure stops the run; completed changes stay.
 *
 * @throws CliError when the very first call fails, so that nothing was changed
 */
export async function applyChanges(
  changes: readonly Change[],
  tools: ApplyTools,
  onProgress: OnProgress,
): Promise<Applied> {
  const done: Change[] = []
  const counted = countChanges(tools.api)
  const steps = stepsOf(changes, { ...tools, api: counted.api })
  let failure: CliError | undefined
  for (const { kind, changes: some, run } of steps) {
    try {
      for (const change of some) onProgress(change, done.length + some.indexOf(change) + 1, changes.length)
      const refs = await run()
      done.push(...some)
      await label(kind, some, refs, tools)
    } catch (error) {
      // An object that takes several calls may be half done.
      if (!(error instanceof CliError) || counted.total() === 0) throw error
      failure = error
      break
    }
  }
  if (failure === undefined)
    try {
      if (changes.some(({ kind }) => kind === 'options')) await restoreSecrets(tools)
    } catch (error) {
      if (!(error instanceof CliError)) throw error
      failure = error
    }
  return { done, notDone: changes.filter((each) => !done.includes(each)), failure }
}

/** The same API, counting the calls that changed something. */
function countChanges(api: Api): { readonly api: Api; total(): number } {
  let total = 0
  const counting =
    <A extends readonly unknown[], R>(call: (...given: A) => Promise<R>) =>
    async (...given: A): Promise<R> => {
      const answer = await call(...given)
      total += 1
      return answer
    }
  return {
    api: { ...api, post: counting(api.post), put: counting(api.put), delete: counting(api.delete) } as Api,
    total: () => total,
  }
}

interface Step {
  readonly kind: Kind
  readonly changes: readonly Change[]
  /** @returns the references for the owner labels */
  run(): Promise<readonly string[]>
}

function stepsOf(changes: readonly Change[], tools: ApplyTools): Step[] {
  const made = changes.filter(({ action, wanted }) => action !== 'delete' || wanted !== 'absent')
  const pruned = changes.filter((each) => !made.includes(each))
  const forward = kinds.flatMap((kind) => ofKind(kind, made, tools))
  const backward = [...kinds].reverse().flatMap((kind) => ofKind(kind, pruned, tools))
  return [...forward, ...backward]
}

function ofKind(kind: Kind, all: readonly Change[], tools: ApplyTools): Step[] {
  const changes = all.filter((each) => each.kind === kind)
  if (changes.length === 0) return []
  // The entries of one kind are written together, all or none; the server checks each against the plan.
  if (kind === 'groups' || kind === 'prices')
    return [{ kind, changes, run: () => applyEntries(changes, tools) }]
  const ordered = kind === 'options' ? optionsInOrder(changes, tools) : changes
  return ordered.map((change) => ({
    kind,
    changes: [change],
    run: async () => [await appliers[kind](change, tools)],
  }))
}

const ENTRIES_MAX = 1000

async function applyEntries(changes: readonly Change[], tools: ApplyTools): Promise<string[]> {
  const edits = changes.flatMap((change): EntryEdit[] => {
    const values = change.wanted === 'absent' ? undefined : wantedOf(tools, change).values
    // For an object that only gets a label, there is nothing else to write.
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

/** Labels created and changed objects; deleted objects lose their label with them. */
async function label(
  kind: Kind,
  changes: readonly Change[],
  refs: readonly string[],
  { api, planId, prepared, open }: ApplyTools,
): Promise<void> {
  const { owner } = open.manifest
  const objects = changes.flatMap((change, at) => {
    const present = prepared.state.get(stateKey(change.kind, change.name))
    const ref = refs[at]
    if (change.action === 'delete') return []
    return change.owner === null && present !== undefined ? [] : [{ kind: kindWord[kind], ref: ref ?? '' }]
  })
  const pruned = changes.filter(({ action, kind: each }) => action === 'delete' && each === 'options')
  for (const { name } of pruned)
    await api.delete('/api/owner/', {
      query: { kind: 'option', ref: name },
      idempotencyKey: stepKey(planId, { kind, name }, 'unlabel'),
    })
  if (owner === undefined || objects.length === 0) return
  for (let at = 0; at < objects.length; at += ENTRIES_MAX)
    await api.put('/api/owner/', {
      body: { owner, objects: objects.slice(at, at + ENTRIES_MAX), take_over: true },
      idempotencyKey: stepKey(planId, { kind, name: objects[at]?.ref ?? '' }, `label ${at}`),
    })
}
