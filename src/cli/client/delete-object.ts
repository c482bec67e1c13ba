import { CliError } from '../cli-error.ts'
import type { CommandContext, OptionShape } from '../define-command.ts'
import { exitCodes } from '../exit-codes.ts'
import { either, listOf, outcome } from '../output-schema.ts'
import { type Finder, findIfAny, findObject } from './find-object.ts'

export const deleteOptions = {
  ifExists: { flag: '--if-exists', help: { en: 'Do not fail if it does not exist', zh: '不存在时不报错' } },
} as const satisfies Readonly<Record<string, OptionShape>>

export interface Deletion<T> {
  /** IDs or names as typed. */
  readonly references: readonly string[]
  readonly ifExists: boolean | undefined
  readonly dryRun: boolean
  readonly finder: Finder<T>
  remove(id: number): Promise<unknown>
  /** Deletes all of them or none, if the contract supports it. */
  removeTogether?(ids: readonly number[]): Promise<unknown>
  /** The question for several objects, if the default one says too little. */
  readonly question?: (names: readonly string[]) => string
}

interface Deleted {
  readonly result: 'deleted' | 'would delete' | 'absent'
  readonly id: number | null
  readonly name: string
}

const one = outcome(['deleted', 'would delete', 'absent'])
/** Output of `delete`: an object for one reference, a list for several. */
export const deletedShape = either(one, listOf(one))

/** Number of names shown in a question; the rest are only counted. */
const namesShown = 10

/**
 * Implements every `delete`: finds all objects, names the context, asks once, and deletes; or reports what would be
 * deleted. Nothing is deleted unless all of them exist.
 * @returns one result for one reference, a list for several
 * @throws CliError 5 when an object does not exist and `ifExists` was not given, 11 when it failed partway, `usage`
 * when the user cannot be asked
 */
export async function deleteObjects<T extends { readonly id: number }>(
  deletion: Deletion<T>,
  context: CommandContext,
): Promise<Deleted | Deleted[]> {
  const { references, finder, dryRun } = deletion
  const { confirm, phrase, say } = context
  const kind = phrase(`kind.${finder.kind}`)
  const found = new Map<number, string>()
  const absent: Deleted[] = []
  for (const reference of references) {
    const object = await (deletion.ifExists ? findIfAny(reference, finder) : findObject(reference, finder))
    if (object !== undefined) found.set(object.id, finder.nameOf(object))
    else {
      say(phrase('say.absent', { kind, name: reference }))
      absent.push({ result: 'absent', id: null, name: reference })
    }
  }
  if (found.size > 0) await confirm(questionFor(deletion, [...found], context))
  if (dryRun && found.size > 0) say(phrase('say.dryRun'))
  else await removeAll(deletion, [...found.keys()], context)
  const result = dryRun ? 'would delete' : 'deleted'
  const done = [...[...found].map(([id, name]): Deleted => ({ result, id, name })), ...absent]
  const [first] = done
  return references.length === 1 && first !== undefined ? first : done
}

function questionFor<T>(
  { finder, question }: Deletion<T>,
  found: readonly (readonly [id: number, name: string])[],
  { phrase }: CommandContext,
): string {
  const kind = phrase(`kind.${finder.kind}`)
  const names = found.map(([, name]) => name)
  if (question) return question(names)
  const [[id, name] = [0, '']] = found
  if (found.length === 1) return phrase('confirm.delete', { kind, name, id })
  return phrase('confirm.deleteSeveral', { kind, count: names.length, names: shortened(names) })
}

/** Lists the first names, for a question. */
export const shortened = (names: readonly string[]): string =>
  names.slice(0, namesShown).join(', ') + (names.length > namesShown ? ', …' : '')

async function removeAll<T>(
  { remove, removeTogether }: Deletion<T>,
  ids: readonly number[],
  { phrase }: CommandContext,
): Promise<void> {
  if (ids.length > 1 && removeTogether) {
    await removeTogether(ids)
    return
  }
  for (const [done, id] of ids.entries()) {
    try {
      await remove(id)
    } catch (error) {
      if (done === 0 || !(error instanceof CliError)) throw error
      const message = phrase('error.partialDone', { done, total: ids.length, message: error.message })
      throw new CliError('partial', exitCodes.partial, message, { cause: error })
    }
  }
}
