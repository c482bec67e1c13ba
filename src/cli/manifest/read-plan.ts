import { CliError, usageError } from '../cli-error.ts'
import type { CommandContext } from '../define-command.ts'
import { exitCodes } from '../exit-codes.ts'
import { readTextFile } from '../input/secret.ts'
import { movedOn } from './apply-tools.ts'
import { isKind, type Kind } from './kinds.ts'
import type { MadePlan } from './make-plan.ts'
import type { Change } from './plan-changes.ts'
import type { PlanDocument } from './plan-document.ts'
import { stateKey } from './state.ts'
import type { Tell } from './texts.ts'

/** Reads a stored plan. @throws CliError `usage` for a file that cannot be read or is not a plan */
export async function readPlan(
  path: string,
  tell: Tell,
  { phrase }: Pick<CommandContext, 'phrase'>,
): Promise<PlanDocument> {
  const text = await readTextFile(path, phrase)
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch (error) {
    throw usageError(tell('notAPlan', { path }), { hint: tell('notAPlanHint'), cause: error })
  }
  if (!isPlan(parsed)) throw usageError(tell('notAPlan', { path }), { hint: tell('notAPlanHint') })
  return parsed
}

/**
 * Whether the value looks like a plan. A stored plan is never applied directly: it only selects which of the newly
 * computed changes to make.
 */
function isPlan(value: unknown): value is PlanDocument {
  if (typeof value !== 'object' || value === null) return false
  const plan = value as Partial<PlanDocument>
  const isTexts = (list: unknown): boolean =>
    Array.isArray(list) && list.every((each) => typeof each === 'string')
  return (
    plan.tollgate_plan === 1 &&
    typeof plan.id === 'string' &&
    typeof plan.url === 'string' &&
    typeof plan.manifest === 'string' &&
    isTexts(plan.files) &&
    typeof plan.folder === 'string' &&
    Array.isArray(plan.changes) &&
    plan.changes.every(
      (each: Partial<Change> | null) =>
        typeof each?.name === 'string' && typeof each.kind === 'string' && isKind(each.kind),
    )
  )
}

/**
 * Returns the changes of a stored plan that are still to be made. Changes already made are left out, so that an
 * interrupted plan can be applied again, and half-created objects are completed.
 *
 * @throws CliError 6 when the files or an object of the plan have changed since it was made
 */
export function changesOfPlan(stored: PlanDocument, fresh: MadePlan, tell: Tell): readonly Change[] {
  const stale = (message: string): CliError =>
    new CliError('plan_stale', exitCodes.conflict, message, { hint: tell('planAgain') })
  if (stored.url !== fresh.plan.url) throw stale(tell('planOfAnother', { url: stored.url }))
  if (stored.manifest !== fresh.plan.manifest) throw stale(tell('filesMoved'))
  const now = new Map(fresh.plan.changes.map((each) => [stateKey(each.kind, each.name), each]))
  return stored.changes.flatMap((change) => {
    const found = now.get(stateKey(change.kind, change.name))
    if (found === undefined) return []
    const isSame =
      found.action === change.action && found.observed === change.observed && found.wanted === change.wanted
    if (isSame) return [found]
    if (!isHalfMade(change, found)) throw movedOn({ tell }, change)
    // Anyone may register an account with this name; repeating its creation shows whether this plan created it.
    return [change.kind === 'users' && change.action === 'create' ? change : found]
  })
}

/** Fields that are written after the object was created. The label is written last. */
const laterFields: Partial<Record<Kind, readonly string[]>> = {
  users: ['group', 'role', 'status'],
  tokens: ['status'],
  codes: ['count'],
}

/** Whether a killed apply of the same plan could have left the object in this state. */
function isHalfMade(change: Change, found: Change): boolean {
  const { action, fields, owner, wanted } = found
  if (action !== 'update' || wanted !== change.wanted || (owner !== null && owner.before !== null))
    return false
  const later = change.action === 'create' ? laterFields[change.kind] : undefined
  return fields.every(({ field }) => later?.includes(field))
}
