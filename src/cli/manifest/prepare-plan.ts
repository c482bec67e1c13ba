import { CliError } from '../cli-error.ts'
import type { Api } from '../client/api.ts'
import type { CommandContext } from '../define-command.ts'
import { exitCodes } from '../exit-codes.ts'
import { checkDeletedGroups } from './check-deleted-groups.ts'
import { checkReferences } from './check-references.ts'
import { type Kind, kinds, kindWord } from './kinds.ts'
import { type Manifest, pathOf } from './manifest.ts'
import { observe, type Scope, type Snapshot } from './observe.ts'
import type { OpenManifest } from './open-manifest.ts'
import { type Obstacle, type Planned, type PlanOptions, planChanges } from './plan-changes.ts'
import type { Problems } from './problems.ts'
import { type State, stateKey, type Wanted } from './state.ts'
import { checkTokenRoom } from './token-room.ts'
import { resolveWanted } from './wanted.ts'

/** The comparison of files and server, and the resulting changes. */
export interface Prepared {
  readonly planned: Planned
  readonly wanted: readonly Wanted[]
  readonly state: State
  readonly snapshot: Snapshot
}

type Context = Pick<CommandContext, 'api' | 'quotaPerUnit' | 'now' | 'say' | 'phrase'>

/**
 * Compares the files with the server; changes nothing.
 * @throws CliError 7 with everything that is wrong with the files, 6 when only the server's state prevents the plan
 */
export async function preparePlan(
  open: OpenManifest,
  options: Omit<PlanOptions, 'owner'>,
  context: Context,
): Promise<Prepared> {
  const { manifest, problems } = open
  let prepared: Omit<Prepared, 'planned'>
  try {
    prepared = await compare(open, context)
  } catch (error) {
    // Errors in the files matter more than the server being unreachable for the remaining checks.
    problems.refuse()
    throw error
  }
  const planned = planChanges(prepared.wanted, prepared.state, { ...options, owner: manifest.owner })
  checkTokenRoom(planned.changes, prepared, problems)
  await checkDeletedGroups({ changes: planned.changes, state: prepared.state, manifest, problems }, context)
  const hadErrors = problems.errors.length > 0
  for (const obstacle of planned.obstacles) note(obstacle, prepared.wanted, problems)
  const isConflict = planned.obstacles.every(({ reason }) => reason === 'owner' || reason === 'ambiguous')
  if (!hadErrors && planned.obstacles.length > 0 && isConflict)
    throw new CliError(
      'manifest_conflict',
      exitCodes.conflict,
      problems.tell('refused', { count: planned.obstacles.length }),
      { problems: problems.sorted() },
    )
  problems.refuse()
  return { ...prepared, planned }
}

/** Checks the files against the server's state, and records what the server would refuse. */
export async function compare(
  { manifest, secrets, problems }: OpenManifest,
  { api, quotaPerUnit, now, say }: Context,
): Promise<Omit<Prepared, 'planned'>> {
  const [scope, rate, models, usable] = await Promise.all([
    scopeOf(manifest, api),
    quotaPerUnit(),
    api.get('/api/channel/models_enabled', { isLookup: true }),
    api.get('/api/user/self/groups', { isLookup: true }),
  ])
  const snapshot = await observe(api, scope, rate)
  const types = new Set(snapshot.types.map(({ slug }) => slug))
  const known = {
    groups: snapshot.groups,
    usableGroups: new Set(Object.keys(usable)),
    types,
    models: new Set(models),
  }
  checkReferences(manifest, known, problems)
  const resolution = await resolveWanted({
    api,
    manifest,
    secrets,
    snapshot,
    problems,
    nowMs: now(),
    note: say,
  })
  return { ...resolution, snapshot }
}

/** Determines the scope: the kinds and names in the files, and those of objects with their owner label. */
async function scopeOf({ objects, owner }: Manifest, api: Api): Promise<Scope> {
  const names = new Map<Kind, Set<string>>([
    ['users', new Set()],
    ['codes', new Set()],
  ])
  for (const { kind, name } of objects) names.get(kind)?.add(name)
  const owned =
    owner === undefined ? [] : await api.list('/api/owner/', { owner }, { limit: undefined, isLookup: true })
  const owners = owned.filter(({ kind }) => kind === 'user')
  for (const name of await Promise.all(owners.map(({ ref }) => usernameOf(Number(ref), api))))
    names.get('users')?.add(name)
  const ownedKinds = new Set(owned.map(({ kind }) => kind))
  for (const { kind, ref } of owned) if (kind === 'code') names.get('codes')?.add(ref)
  const named = new Set(objects.map(({ kind }) => kind))
  return { kinds: new Set(kinds.filter((kind) => named.has(kind) || ownedKinds.has(kindWord[kind]))), names }
}

async function usernameOf(id: number, api: Api): Promise<string> {
  return (await api.get('/api/user/{id}', { path: { id }, isLookup: true })).username
}

/** Records an obstacle with its place in the files. */
function note({ kind, name, reason, values }: Obstacle, wanted: readonly Wanted[], problems: Problems): void {
  const place = wanted.find((each) => stateKey(each.kind, each.name) === stateKey(kind, name))?.place
  if (place === undefined) throw new Error(`A plan names ${kind} ${name}, which is not in the files.`)
  const hint =
    reason === 'incomplete' || reason === 'unset' || reason === 'newHost'
      ? undefined
      : problems.tell(`hint.${reason}`, values)
  problems.add(`obstacle.${reason}`, { place, path: pathOf(kind, name), values, hint })
}
