import { usageError } from '../cli-error.ts'
import type { CommandContext } from '../define-command.ts'
import { listOf, outcome } from '../output-schema.ts'
import { changedFields, toldResult, updateResults } from './ensure.ts'
import { existsProblem, type Finder, findByName, findObject } from './find-object.ts'

/** Output of `edit`. */
export const editedShape = outcome(updateResults, {
  id: 'integer',
  name: 'string',
  changed: listOf('string'),
})

export interface Edited {
  readonly result: (typeof updateResults)[number]
  readonly id: number
  readonly name: string
  /** Changed fields, named as in the contract. */
  readonly changed: readonly string[]
}

export interface Edit<T, W extends object> {
  /** ID or name as typed. */
  readonly reference: string
  /** Given fields, named as in the contract. */
  readonly wanted: W
  /** The new name, if it changes. */
  readonly newName: string | undefined
  readonly dryRun: boolean
  readonly finder: Finder<T>
  write(present: T, changes: Partial<W>): Promise<unknown>
}

/**
 * Implements every `edit`: finds the object, compares, and writes only what differs; or reports what would be written.
 * @throws CliError `usage` when no changes were given, 5 when the object does not exist, 6 when the new name is taken
 */
export async function editObject<T extends { readonly id: number }, W extends object>(
  { reference, wanted, newName, dryRun, finder, write }: Edit<T, W>,
  { phrase, say }: CommandContext,
): Promise<Edited> {
  if (Object.keys(wanted).length === 0)
    throw usageError(phrase('usage.nothingGiven'), { hint: phrase('hint.help') })
  const present = await findObject(reference, finder)
  if (newName !== undefined && newName !== finder.nameOf(present)) {
    const taken = await findByName(newName, finder)
    if (taken !== undefined && taken.id !== present.id)
      throw existsProblem(finder.kind, newName, taken.id, phrase)
  }
  const changes = changedFields(present, wanted)
  const changed = Object.keys(changes)
  if (dryRun) say(phrase('say.dryRun'))
  else if (changed.length > 0) await write(present, changes)
  const name = newName ?? finder.nameOf(present)
  const result = toldResult(changed.length > 0 ? 'updated' : 'unchanged', dryRun)
  return { result, id: present.id, name, changed }
}
