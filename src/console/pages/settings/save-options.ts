import { isProblem } from '../../api/api-problem.ts'
import type { Change } from './use-draft.ts'

export interface Outcome {
  readonly saved: readonly Change[]
  /** Why those of these keys were not. */
  readonly failed: ReadonlyMap<string, unknown>
}

/**
 * One update for each change: switches one after the other, then the others at the same time. A switch that was refused
 * because it needs something that is saved with it is tried again when that is there. Changes that another one causes come last.
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
