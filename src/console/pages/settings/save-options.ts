import { isProblem } from '../../api/api-problem.ts'
import type { Change } from './use-draft.ts'

export interface Outcome {
  readonly saved: readonly Change[]
  /** Why the other keys were not saved. */
  readonly failed: ReadonlyMap<string, unknown>
}

/**
 * Saves each change with one call: switches one after the other, then the others concurrently. A switch that was
 * refused because it requires something saved along with it is tried again afterwards. Changes caused by other changes
 * come last.
 */
export async function saveOptions(
  changes: readonly Change[],
  put: (change: Change) => Promise<unknown>,
): Promise<Outcome> {
  const failed = new Map<string, unknown>()
  const tryOne = async (change: Change) => {
    try {
      await put(change)
      failed.delete(change.key)
    } catch (error) {
      failed.set(change.key, error)
    }
  }
  const switches = changes.filter(({ isSwitch }) => isSwitch)
  const others = changes.filter(({ isSwitch, follows }) => !isSwitch && follows === undefined)
  for (const change of switches) await tryOne(change)
  await Promise.all(others.map(tryOne))
  for (const change of others.length > 0 ? switches : [])
    if (isNeedy(failed.get(change.key))) await tryOne(change)
  for (const change of changes) {
    if (change.follows === undefined) continue
    if (failed.has(change.follows)) failed.set(change.key, failed.get(change.follows))
    else await tryOne(change)
  }
  return { saved: changes.filter(({ key }) => !failed.has(key)), failed }
}

const isNeedy = (error: unknown): boolean => isProblem(error) && error.code === 'option_needs'
