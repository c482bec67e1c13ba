import type { CommandContext, OptionShape } from '../define-command.ts'
import { type Finder, findIfAny, findObject } from './find-object.ts'

export const deleteOptions = {
  ifExists: { flag: '--if-exists', help: { en: 'Do not fail when there is none', zh: '不存在时不报错' } },
} as const satisfies Readonly<Record<string, OptionShape>>

export interface Deletion<T> {
  /** Id or name as typed. */
  readonly reference: string
  readonly ifExists: boolean | undefined
  readonly dryRun: boolean
  readonly finder: Finder<T>
  remove(id: number): Promise<unknown>
}

/**
 * What every `delete` does: find, name the context, ask, delete; or say what would be deleted.
 * @throws CliError 5 when there is none and that matters, `usage` when nobody can be asked
 */
export async function deleteObject<T extends { readonly id: number; readonly name: string }>(
  { reference, ifExists, dryRun, finder, remove }: Deletion<T>,
  { confirm, phrase, say }: CommandContext,
): Promise<{ readonly result: string; readonly id: number | null; readonly name: string }> {
  const kind = phrase(`kind.${finder.kind}`)
  const found = ifExists ? await findIfAny(reference, finder) : await findObject(reference, finder)
  if (found === undefined) {
    say(phrase('say.absent', { kind, name: reference }))
    return { result: 'absent', id: null, name: reference }
  }
  const { id, name } = found
  await confirm(phrase('confirm.delete', { kind, name, id }))
  if (dryRun) say(phrase('say.dryRun'))
  else await remove(id)
  return { result: dryRun ? 'would delete' : 'deleted', id, name }
}
