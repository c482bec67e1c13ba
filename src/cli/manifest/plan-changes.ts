import { fixedQuotas, unlikeFields, valueBefore } from './code-form.ts'
import { fieldShapes, type Kind, kinds } from './kinds.ts'
import type { Plain } from './manifest.ts'
import {
  digestOfObserved,
  digestOfWanted,
  idsText,
  type Observed,
  type State,
  stateKey,
  type Wanted,
} from './state.ts'

/** One field to change. For a secret, fingerprints replace the values; null = none. */
export interface FieldChange {
  readonly field: string
  readonly before: Plain
  readonly after: Plain
  readonly is_secret: boolean
  /** For a secret: the wanted number of values, such as keys of a channel; otherwise null. */
  readonly count: number | null
}

/** One object to change. */
export interface Change {
  readonly action: 'create' | 'update' | 'delete'
  readonly kind: Kind
  readonly name: string
  readonly fields: readonly FieldChange[]
  /** Whether Tollgate has a built-in value with this name. A deleted option gets it back; a deleted price does not. */
  readonly is_built_in: boolean
  /** Owner label before and after; null = unchanged. */
  readonly owner: { readonly before: string | null; readonly after: string } | null
  /** Digest of the server's state when the plan was made. */
  readonly observed: string
  /** Digest of the wanted state. */
  readonly wanted: string
}

/** An object that has the owner label of these files but is not in them. */
export interface Kept {
  readonly kind: Kind
  readonly name: string
  readonly owner: string
}

/** A reason why a plan cannot be applied. */
export interface Obstacle {
  readonly kind: Kind
  readonly name: string
  readonly reason:
    | 'owner'
    | 'ambiguous'
    | 'mixed'
    | 'unlike'
    | 'redeemed'
    | 'deleted'
    | 'fixed'
    | 'incomplete'
    | 'unset'
    | 'newHost'
    | 'root'
  /** Values for its message. */
  readonly values: Readonly<Record<string, string>>
}

export interface Planned {
  readonly changes: readonly Change[]
  readonly kept: readonly Kept[]
  readonly obstacles: readonly Obstacle[]
}

export interface PlanOptions {
  readonly owner: string | undefined
  readonly takeOver: boolean
  readonly prune: boolean
}

/** Computes the changes that bring the server to the wanted state, without any I/O. */
export function planChanges(wanted: readonly Wanted[], state: State, options: PlanOptions): Planned {
  const changes: Change[] = []
  const obstacles: Obstacle[] = []
  for (const each of inOrder(wanted)) {
    const made = planObject(each, state.get(stateKey(each.kind, each.name)), options)
    obstacles.push(...made.obstacles)
    if (made.change !== undefined) changes.push(made.change)
  }
  const left = leftOver(wanted, state, options)
  if (options.prune) changes.push(...left.map(deletion).reverse())
  const kept = options.prune ? [] : left.map(({ kind, name, owner }) => ({ kind, name, owner: owner ?? '' }))
  return { changes, kept, obstacles }
}

const inOrder = <T extends { readonly kind: Kind; readonly name: string }>(objects: readonly T[]): T[] =>
  [...objects].sort(
    (a, b) =>
      kinds.indexOf(a.kind) - kinds.indexOf(b.kind) || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0),
  )

function leftOver(wanted: readonly Wanted[], state: State, { owner }: PlanOptions): Observed[] {
  if (owner === undefined) return []
  const named = new Set(wanted.map(({ kind, name }) => stateKey(kind, name)))
  return inOrder(
    [...state.values()].filter(
      (each) =>
        each.owner === owner && each.values.role !== 'root' && !named.has(stateKey(each.kind, each.name)),
    ),
  )
}

function planObject(
  wanted: Wanted,
  present: Observed | undefined,
  options: PlanOptions,
): { readonly change?: Change; readonly obstacles: readonly Obstacle[] } {
  const { kind, name } = wanted
  const obstacle = (reason: Obstacle['reason'], values: Obstacle['values'] = {}): Obstacle => ({
    kind,
    name,
    reason,
    values,
  })
  const trouble = troubleOf(wanted, present)
  if (trouble !== undefined) return { obstacles: [obstacle(...trouble)] }
  const isRemoved = wanted.isAbsent || isEmptied(wanted, present)
  if (present === undefined && isRemoved) return { obstacles: [] }
  const fields = present === undefined ? newFields(wanted) : changedFields(wanted, present)
  const owner = isRemoved ? null : ownerChange(present, options)
  const fixed = fixedQuotas(present?.openCodes ?? [], wanted.values.quota).map(({ id }) => id)
  const redeemed = fixed.length > 0 ? [obstacle('redeemed', { ids: idsText(fixed) })] : []
  if (present !== undefined && fields.length === 0 && owner === null) return { obstacles: redeemed }
  const change: Change = {
    action: present === undefined ? 'create' : isRemoved ? 'delete' : 'update',
    kind,
    name,
    fields,
    is_built_in: present?.builtIn !== undefined,
    owner,
    observed: digestOfObserved(present),
    wanted: digestOfWanted(wanted),
  }
  const obstacles = [
    ...redeemed,
    ...(present === undefined ? missingFields(wanted).map((each) => obstacle(...each)) : []),
    ...(present === undefined
      ? []
      : fixedFields(wanted, fields).map((field) => obstacle('fixed', { field }))),
    ...(isRootTouched(present, fields) ? [obstacle('root')] : []),
    ...(isForeign(present, options) ? [obstacle('owner', { owner: present?.owner ?? '' })] : []),
    ...(needsKeysAgain(wanted, present, fields)
      ? [obstacle('newHost', { names: missingOf(wanted, 'keys') })]
      : []),
  ]
  return { change, obstacles }
}

/** Whether a price has no value at all, so that there is nothing to create or label. */
function isEmptied({ kind, values }: Wanted, present: Observed | undefined): boolean {
  if (kind !== 'prices' || (present !== undefined && Object.keys(values).length === 0)) return false
  return Object.values({ ...present?.values, ...values }).every((each) => each === null)
}

/**
 * Returns why a name does not identify what to change. Codes that differ only in fields given in the files are no
 * problem, because they can be made equal.
 */
function troubleOf(
  { kind, values, initial }: Wanted,
  present: Observed | undefined,
): [Obstacle['reason'], Obstacle['values']] | undefined {
  if (present?.trouble === undefined) return undefined
  const ids = idsText(present.ids)
  if (present.trouble !== 'mixed') return [present.trouble, { ids }]
  const unlike = unlikeFields(present.openCodes ?? [])
  if (unlike.some((field) => shapeOf(kind, field)?.isFixed)) return ['mixed', { ids }]
  const unsaid = unlike.filter((field) => !(field in values || field in initial))
  return unsaid.length > 0 ? ['unlike', { ids, fields: unsaid.join(', ') }] : undefined
}

/** Whether the role or the status of the super administrator would change, which is impossible. */
const isRootTouched = (present: Observed | undefined, fields: readonly FieldChange[]): boolean =>
  present?.values.role === 'root' && fields.some(({ field }) => field === 'role' || field === 'status')

const isForeign = (present: Observed | undefined, { owner, takeOver }: PlanOptions): boolean =>
  present?.owner !== undefined && present.owner !== owner && !takeOver

function ownerChange(present: Observed | undefined, { owner }: PlanOptions): Change['owner'] {
  if (owner === undefined || present?.owner === owner) return null
  return { before: present?.owner ?? null, after: owner }
}

function newFields({ values, initial, secrets }: Wanted): FieldChange[] {
  const plain = Object.entries({ ...values, ...initial }).filter(
    ([field, value]) => value !== null && !(field === 'unlimited' && value === false),
  )
  return [
    ...plain.map(([field, after]) => ({ field, before: null, after, is_secret: false, count: null })),
    ...Object.entries(secrets).map(([field, { fingerprint, count }]) => ({
      field,
      before: null,
      after: fingerprint ?? null,
      is_secret: true,
      count,
    })),
  ]
}

function changedFields({ kind, values, secrets }: Wanted, present: Observed): FieldChange[] {
  const plain = Object.entries(values)
    .map(([field, after]) => ({
      field,
      before: present.openCodes
        ? valueBefore(present.openCodes, present.values, field, after)
        : (present.values[field] ?? null),
      after,
      is_secret: false,
      count: null,
    }))
    .filter(({ field, before, after }) => !isSame(kind, field, before, after))
  const secret = Object.entries(secrets)
    .filter(([field, { fingerprint }]) => fingerprint !== undefined && !isInitial(kind, field))
    .filter(([field, { fingerprint }]) => present.secrets[field] !== fingerprint)
    .map(([field, { fingerprint, count }]) => ({
      field,
      before: present.secrets[field] ?? null,
      after: fingerprint ?? null,
      is_secret: true,
      count,
    }))
  return [...plain, ...secret]
}

/** Whether two values are equal. Lists are compared as sets. Codes are never removed, so more than wanted is fine. */
function isSame(kind: Kind, field: string, before: Plain, after: Plain): boolean {
  if (kind === 'codes' && field === 'count') return Number(before) >= Number(after)
  const plain = (value: Plain): string => JSON.stringify(Array.isArray(value) ? [...value].sort() : value)
  return plain(before) === plain(after)
}

const shapeOf = (kind: Kind, field: string) => (kind === 'options' ? undefined : fieldShapes[kind][field])
const isInitial = (kind: Kind, field: string): boolean => shapeOf(kind, field)?.isInitial === true

const fixedFields = ({ kind }: Wanted, fields: readonly FieldChange[]): string[] =>
  fields.filter(({ field }) => shapeOf(kind, field)?.isFixed === true).map(({ field }) => field)

/** Returns what a new object lacks: missing fields and secrets that are not set. */
function missingFields(wanted: Wanted): [Obstacle['reason'], Obstacle['values']][] {
  const { kind, values, initial, secrets } = wanted
  if (kind !== 'options' && kind !== 'prices') {
    const absent = Object.entries(fieldShapes[kind])
      .filter(([, { isRequired }]) => isRequired === true)
      .map(([field]) => field)
      .filter((field) => !(field in values) && !(field in initial) && !(field in secrets))
    if (absent.length > 0) return [['incomplete', { fields: absent.join(', ') }]]
  }
  const unset = Object.values(secrets).flatMap(({ fingerprint, missing }) =>
    fingerprint === undefined ? missing : [],
  )
  return unset.length > 0 ? [['unset', { names: unset.join(', ') }]] : []
}

const missingOf = ({ secrets }: Wanted, field: string): string => (secrets[field]?.missing ?? []).join(', ')

/** Whether the keys are required again: a stored key is only sent to the host for which it was entered. */
function needsKeysAgain(
  { kind, secrets }: Wanted,
  present: Observed | undefined,
  fields: readonly FieldChange[],
): boolean {
  if (kind !== 'channels') return false
  if (present?.secrets.keys === undefined || secrets.keys?.fingerprint !== undefined) return false
  const proxy = fields.find(({ field }) => field === 'proxy')
  if (proxy !== undefined && proxy.after !== '') return true
  const change = fields.find(({ field }) => field === 'baseUrl')
  if (change === undefined) return false
  const [before, after] = [change.before, change.after].map((each) => URL.parse(String(each ?? ''))?.origin)
  return before !== after
}

/** Returns the fields after a deletion: a deleted option returns to its built-in value. */
function fieldsAfter({ kind, values, secrets, builtIn }: Observed): FieldChange[] {
  if (kind !== 'options' || builtIn === undefined) return []
  const { value = null } = values
  if (secrets.value !== undefined)
    return [{ field: 'value', before: secrets.value, after: null, is_secret: true, count: null }]
  return [{ field: 'value', before: value, after: builtIn.value ?? null, is_secret: false, count: null }]
}

const deletion = (observed: Observed): Change => ({
  action: 'delete',
  kind: observed.kind,
  name: observed.name,
  fields: fieldsAfter(observed),
  is_built_in: observed.builtIn !== undefined,
  owner: null,
  observed: digestOfObserved(observed),
  wanted: 'absent',
})
