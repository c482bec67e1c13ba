import { fields } from '../output-schema.ts'
import { CODES_PER_CALL, isBulk, OBJECTS_PER_CALL } from './apply-bulk.ts'
import { weightOf } from './apply-progress.ts'
import { codeEdit } from './code-form.ts'
import { limitOf } from './limits.ts'
import type { Snapshot } from './observe.ts'
import type { Change } from './plan-changes.ts'
import { type Observed, type State, stateKey, type Wanted } from './state.ts'

/** The estimated effect of the server's rate limit on an apply. */
export interface Forecast {
  /** Estimated number of calls to the management API. */
  readonly calls: number
  /** Number of calls that the server allows in three minutes. */
  readonly calls_allowed: number
  /** Seconds that the apply has to wait because of the limit; 0 = it does not. */
  readonly wait_seconds: number
}

export const forecastSchema = fields({ calls: 'integer', calls_allowed: 'integer', wait_seconds: 'integer' })

const PERIOD_SECONDS = 180
export function foresee(
  changes: readonly Change[],
  {
    state,
    snapshot,
    wanted,
  }: { readonly state: State; readonly snapshot: Snapshot; readonly wanted: readonly Wanted[] },
): Forecast {
  const count = (of: (change: Change) => boolean): number => changes.filter(of).length
  const codes = changes
    .filter((each) => each.kind === 'codes' && isBulk(each))
    .reduce((sum, each) => sum + weightOf(each), 0)
  const reading = 12 + Math.ceil(state.size / 100)
  const together =
    count((each) => each.kind !== 'codes' && isBulk(each)) / OBJECTS_PER_CALL + codes / CODES_PER_CALL
  // An existing object is read and written; a user is looked up, created, changed and promoted.
  const alone =
    2 * count((each) => !isBulk(each) && ['options', 'channels', 'tokens'].includes(each.kind)) +
    4 * count(({ kind }) => kind === 'users') +
    changes
      .filter((each) => each.kind === 'codes' && !isBulk(each))
      .reduce((sum, each) => sum + callsForCodes(each, state.get(stateKey('codes', each.name))), 0)
  const calls = changes.length === 0 ? 0 : Math.ceil(reading + together + alone) + 8
  const allowed = limitOf('ManagementRateLimitCount', snapshot, wanted)
  return {
    calls,
    calls_allowed: allowed,
    wait_seconds: calls <= allowed ? 0 : Math.floor((calls - 1) / allowed) * PERIOD_SECONDS,
  }
}

/**
 * Estimates the calls for a set of codes: they are read a hundred at a time, changed one by one, and missing ones are
 * created together.
 */
function callsForCodes(change: Change, present: Observed | undefined): number {
  const { ids = [], openCodes = [] } = present ?? {}
  const after = Object.fromEntries(change.fields.map((each) => [each.field, each.after]))
  const edits = openCodes.filter((code) => Object.keys(codeEdit(code, after)).length > 0).length
  const fills = 'count' in after ? Math.ceil(weightOf(change) / CODES_PER_CALL) : 0
  return Math.ceil(ids.length / 100) + Math.max(1, edits + fills)
}
