import { existsSync } from 'node:fs'
import { dirname, relative, resolve, sep } from 'node:path'
import { usageError } from '../cli-error.ts'
import type { CommandContext } from '../define-command.ts'
import type { PlanDocument } from './plan-document.ts'
import { digestOf, readSourceFiles } from './read-files.ts'
import type { Tell } from './texts.ts'

/**
 * Makes the arguments of `-f` portable: relative to the current directory, so that they also work in another checkout.
 */
export function portableFiles(paths: readonly string[]): Pick<PlanDocument, 'files' | 'folder'> {
  const folder = process.cwd()
  const files = paths.map((path) =>
    path === '-' ? '-' : relative(folder, resolve(path)).split(sep).join('/') || '.',
  )
  return { files, folder }
}

/**
 * Finds the files of a stored plan: below the current directory, next to the plan, or where they were when the plan was
 * made. The first place with the same content is used.
 *
 * @throws CliError `usage` when the files are in none of these places
 */
export async function findPlanFiles(
  plan: PlanDocument,
  planPath: string,
  tell: Tell,
  context: Pick<CommandContext, 'io' | 'phrase'>,
): Promise<readonly string[]> {
  const folders = new Set(['.', dirname(resolve(planPath)), plan.folder])
  const places = [...folders]
    .map((folder) => plan.files.map((file) => (file === '-' ? '-' : within(folder, file))))
    .filter((files) => files.every((file) => file === '-' || existsSync(file)))
  // Standard input can be read only once.
  if (places[0]?.includes('-')) return places[0]
  let readable: readonly string[] | undefined
  for (const files of places) {
    const digest = await readSourceFiles(files, { ...context, tell }).then(digestOf, () => undefined)
    if (digest === plan.manifest) return files
    if (digest !== undefined) readable ??= files
  }
  if (readable !== undefined) return readable
  throw usageError(tell('planFilesGone', { files: plan.files.join(', ') }), {
    hint: tell('planFilesGoneHint', { plan: planPath }),
    field: '-f',
  })
}

/** Keeps names in the current directory relative, so that messages stay short. */
const within = (folder: string, file: string): string => (folder === '.' ? file : resolve(folder, file))
