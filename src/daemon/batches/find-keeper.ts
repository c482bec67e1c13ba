import { AppError } from '../errors/app-error.ts'
import type { VendorFiles } from '../relay/stored/vendor-files.ts'
import type { StatePlace } from '../relay/stored/vendor-states.ts'

/** Number of files to look up at once. */
const NAMES_MAX = 1_000

/**
 * Finds the account that stores the files used by the requests of a batch. Files that were not uploaded through this
 * gateway are left for the vendor to check.
 *
 * @throws AppError `file_not_found` for other users' files, `files_apart` for files stored by different accounts
 */
export async function findKeeper(
  userId: number,
  ids: ReadonlySet<string>,
  files: VendorFiles,
): Promise<StatePlace | undefined> {
  const names = [...ids]
  let keeper: { readonly id: string; readonly place: StatePlace } | undefined
  for (let from = 0; from < names.length; from += NAMES_MAX)
    for (const [id, owner] of await files.ownersOf(names.slice(from, from + NAMES_MAX))) {
      if (owner.userId !== userId) throw new AppError('file_not_found', { values: { id } })
      keeper ??= { id, place: owner.place }
      const { channelId, keyHint } = keeper.place
      if (owner.place.channelId !== channelId || owner.place.keyHint !== keyHint)
        throw new AppError('files_apart', { values: { id: keeper.id, other: id } })
    }
  return keeper?.place
}
