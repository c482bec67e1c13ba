import { limitOf } from './limits.ts'
import { pathOf } from './manifest.ts'
import type { Snapshot } from './observe.ts'
import type { Change } from './plan-changes.ts'
import type { Problems } from './problems.ts'
import { type State, stateKey, type Wanted } from './state.ts'

/** Records new tokens that would exceed the limit for this context's account. */
export function checkTokenRoom(
  changes: readonly Change[],
  {
    state,
    snapshot,
    wanted,
  }: { readonly state: State; readonly snapshot: Snapshot; readonly wanted: readonly Wanted[] },
  problems: Problems,
): void {
  const fresh = changes.filter(({ kind, action }) => kind === 'tokens' && action === 'create')
  if (fresh.length === 0) return
  const max = limitOf('TokensPerUserMax', snapshot, wanted)
  const present = [...state.values()]
    .filter(({ kind }) => kind === 'tokens')
    .reduce((sum, { ids }) => sum + ids.length, 0)
  const first = fresh[Math.max(0, max - present)]
  if (first === undefined) return
  const place = wanted.find(
    (each) => stateKey(each.kind, each.name) === stateKey('tokens', first.name),
  )?.place
  if (place === undefined) return
  problems.add('tokensDoNotFit', {
    place,
    path: pathOf('tokens', first.name),
    values: { all: present + fresh.length, max },
    hint: problems.tell('raiseTokens', { all: present + fresh.length }),
  })
}
