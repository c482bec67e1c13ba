import { CliError } from '../cli-error.ts'
import { type GroupUse, readGroupUse } from '../commands/group/group-object.ts'
import type { CommandContext } from '../define-command.ts'
import { exitCodes } from '../exit-codes.ts'
import { groupsIn } from './check-references.ts'
import { type Manifest, pathOf, placeOf } from './manifest.ts'
import type { Change } from './plan-changes.ts'
import type { Problems } from './problems.ts'
import { type State, stateKey } from './state.ts'
import type { Tell } from './texts.ts'

interface Surroundings {
  readonly changes: readonly Change[]
  readonly state: State
  readonly manifest: Manifest
  readonly problems: Problems
}

const groupFields = ['group', 'groups'] as const

/**
 * Records deleted groups that are still in use. Calls in a group without a ratio are charged at ratio 1, which would go
 * unnoticed.
 */
export async function checkDeletedGroups(
  around: Surroundings,
  context: Pick<CommandContext, 'api'>,
): Promise<void> {
  const { changes, manifest, problems } = around
  for (const { kind, action, name } of changes) {
    if (kind !== 'groups' || action !== 'delete') continue
    const declared = manifest.objects.find((each) => each.kind === 'groups' && each.name === name)
    // A group that is deleted because it is missing from the files has no place in them.
    const place = declared?.place ?? { file: manifest.objects[0]?.place.file ?? '-', line: 1, column: 1 }
    const at = { place, path: pathOf('groups', name) }
    if (name === 'default') {
      problems.add('groupDefault', { ...at, hint: declared ? undefined : problems.tell('declareGroup') })
      continue
    }
    if (isNamed(name, around, declared === undefined)) continue
    const use = await readGroupUse(name, context)
    const left = {
      users: use.users - countLeaving('users', name, around),
      channels: use.channels - countLeaving('channels', name, around),
      tokens: use.tokens - countLeaving('tokens', name, around),
    }
    if (isUsed(left)) problems.add('groupInUse', { ...at, values: left, hint: problems.tell('emptyGroup') })
  }
}

const isUsed = ({ users, channels, tokens }: GroupUse): boolean => users > 0 || channels > 0 || tokens > 0

/**
 * Checks again just before groups are deleted: changes that move objects out of them may have been refused, and other
 * objects may have been added since.
 *
 * @returns why a group must stay, by its name
 */
export async function findGroupsInUse(
  deletions: readonly Change[],
  { api, tell }: Pick<CommandContext, 'api'> & { readonly tell: Tell },
): Promise<ReadonlyMap<string, CliError>> {
  const used = new Map<string, CliError>()
  for (const { name } of deletions) {
    const use = await readGroupUse(name, { api })
    if (!isUsed(use)) continue
    const message = tell('groupStays', { name, ...use })
    const hint = tell('emptyGroup')
    used.set(name, new CliError('group_in_use', exitCodes.conflict, message, { hint }))
  }
  return used
}

/** Whether objects in the files use the group. Uses of a group that the files remove are recorded elsewhere. */
function isNamed(group: string, { manifest, problems }: Surroundings, isPruned: boolean): boolean {
  const named = manifest.objects.flatMap((declared) =>
    groupFields
      .filter((field) => groupsIn(declared.values[field]).includes(group))
      .map((field) => ({ declared, field })),
  )
  for (const { declared, field } of isPruned ? named : [])
    problems.add('groupPruned', {
      place: placeOf(declared, field),
      path: pathOf(declared.kind, declared.name, field),
      values: { name: group },
      hint: problems.tell('declareGroup'),
    })
  return named.length > 0
}

/** Counts objects that the same plan deletes or moves to another group before it deletes this group. */
function countLeaving(
  kind: 'users' | 'channels' | 'tokens',
  group: string,
  { changes, state }: Surroundings,
): number {
  const isIn = (values: Readonly<Record<string, unknown>>): boolean =>
    groupFields.some((field) => groupsIn(values[field]).includes(group))
  return changes.filter((change) => {
    const present = state.get(stateKey(change.kind, change.name))
    if (change.kind !== kind || present === undefined || !isIn(present.values)) return false
    const after = Object.fromEntries(change.fields.map((each) => [each.field, each.after]))
    return change.action === 'delete' || !isIn({ ...present.values, ...after })
  }).length
}
