import { CliError } from '../cli-error.ts'
import { interrupted } from '../client/pace.ts'
import { codeSet, fillInSteps } from './apply-bulk.ts'
import { type ApplyTools, checkUnmoved, movedOn, secretText, stepKey, wantedOf } from './apply-tools.ts'
import { channelBody } from './channel-form.ts'
import { codeBody, codeEdit, openCodes } from './code-form.ts'
import type { Plain } from './manifest.ts'
import { channelOf, codesOf, tokenOf, userOf } from './observe.ts'
import type { Change } from './plan-changes.ts'
import { sideBySide } from './side-by-side.ts'
import { stateKey } from './state.ts'
import { tokenBody } from './token-form.ts'

const look = { limit: undefined, isLookup: true } as const

/** Returns the fields that a change writes: all fields of a new object, otherwise those that differ. */
function written(change: Change, all: Readonly<Record<string, Plain>>): Record<string, Plain> {
  if (change.action === 'create')
    return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null))
  return Object.fromEntries(
    change.fields.filter(({ is_secret: isSecret }) => !isSecret).map(({ field, after }) => [field, after]),
  )
}

const isWritten = (change: Change, field: string): boolean =>
  change.fields.some((each) => each.field === field)

const idOf = ({ prepared }: ApplyTools, { kind, name }: Change): number =>
  prepared.state.get(stateKey(kind, name))?.ids[0] ?? 0

/** Changes or deletes a channel. @returns the reference for its owner label */
export async function applyChannel(change: Change, tools: ApplyTools): Promise<string> {
  const { api, prepared, planId } = tools
  const { types } = prepared.snapshot
  const id = idOf(tools, change)
  const present = await api.get('/api/channel/{id}', { path: { id }, isLookup: true })
  checkUnmoved(tools, change, {
    kind: 'channels',
    name: present.name,
    ref: String(id),
    ids: [id],
    ...channelOf(present, types),
  })
  if (change.action === 'delete') {
    await api.delete('/api/channel/{id}', { path: { id }, idempotencyKey: stepKey(planId, change, 'delete') })
    return String(id)
  }
  const proxy = isWritten(change, 'proxy') ? secretText(tools, change, 'proxy') : undefined
  const values = written(change, {})
  const body = channelBody(proxy === undefined ? values : { ...values, proxy }, types, present.setting)
  // A new address or proxy requires the keys as well, even if they are the same.
  const needsKey = ['keys', 'baseUrl', 'type', 'proxy'].some((field) => isWritten(change, field))
  const key = needsKey ? secretText(tools, change, 'keys') : undefined
  if (Object.keys(body).length > 0 || key !== undefined)
    await api.put('/api/channel/', {
      body: { ...body, id, ...(key === undefined ? {} : { key }) },
      idempotencyKey: stepKey(planId, change, 'update'),
    })
  return String(id)
}

/** Changes or deletes a token. @returns the reference for its owner label */
export async function applyToken(change: Change, tools: ApplyTools): Promise<string> {
  const { api, planId, now } = tools
  const id = idOf(tools, change)
  const present = await api.get('/api/token/{id}', { path: { id }, isLookup: true })
  checkUnmoved(tools, change, {
    kind: 'tokens',
    name: present.name,
    ref: String(id),
    ids: [id],
    ...tokenOf(present),
  })
  if (change.action === 'delete') {
    await api.delete('/api/token/{id}', { path: { id }, idempotencyKey: stepKey(planId, change, 'delete') })
    return String(id)
  }
  const values = written(change, {})
  // A token that had no limit now gets its initial budget.
  const { initial } = wantedOf(tools, change)
  const budget = values.unlimited === false && initial.quota !== undefined ? { quota: initial.quota } : {}
  const { status, ...fields } = values
  const body = tokenBody({ ...fields, ...budget }, now())
  if (Object.keys(body).length > 0)
    await api.put('/api/token/', { body: { ...body, id }, idempotencyKey: stepKey(planId, change, 'update') })
  if (status !== undefined)
    await api.put('/api/token/', {
      query: { status_only: true },
      body: { id, status: status === 'disabled' ? 2 : 1 },
      idempotencyKey: stepKey(planId, change, 'status'),
    })
  return String(id)
}

/** Creates, changes or deletes a user. @returns the reference for its owner label */
export async function applyUser(change: Change, tools: ApplyTools): Promise<string> {
  const { api, planId } = tools
  const { name } = change
  const found = (await api.list('/api/user/search', { keyword: name }, look)).find(
    ({ username }) => username === name,
  )
  const ref = String(found?.id ?? '')
  const isNew = change.action === 'create'
  // If the account already exists, an earlier run of this plan may have created it. If not, the server refuses.
  if (!isNew)
    checkUnmoved(tools, change, found && { kind: 'users', name, ref, ids: [found.id], ...userOf(found) })
  if (change.action === 'delete') {
    await api.delete('/api/user/{id}', {
      path: { id: Number(ref) },
      idempotencyKey: stepKey(planId, change, 'delete'),
    })
    return ref
  }
  const values = written(change, wantedOf(tools, change).values)
  const id = isNew ? await createUser(change, tools, found !== undefined) : Number(ref)
  const edit = {
    ...(values.displayName === undefined || isNew ? {} : { display_name: String(values.displayName) }),
    ...(values.group === undefined ? {} : { group: String(values.group) }),
  }
  if (Object.keys(edit).length > 0)
    await api.put('/api/user/', { body: { id, ...edit }, idempotencyKey: stepKey(planId, change, 'update') })
  const actions = [
    ...(values.role === 'admin' ? (['promote'] as const) : []),
    ...(values.role === 'user' && !isNew ? (['demote'] as const) : []),
    ...(values.status === 'disabled' ? (['disable'] as const) : []),
    ...(values.status === 'enabled' && !isNew ? (['enable'] as const) : []),
  ]
  for (const action of actions)
    await api.post('/api/user/manage', {
      body: { id, action },
      idempotencyKey: stepKey(planId, change, action),
    })
  return String(id)
}

/**
 * Creates a user. @returns its ID, even if this plan has created it before. @throws CliError 6 if it exists otherwise
 */
async function createUser(change: Change, tools: ApplyTools, isThere: boolean): Promise<number> {
  const { values } = wantedOf(tools, change)
  const display = values.displayName === undefined ? {} : { display_name: String(values.displayName) }
  const password = secretText(tools, change, 'password') ?? ''
  const body = { username: change.name, password, ...display }
  try {
    const idempotencyKey = stepKey(tools.planId, change, 'create')
    return (await tools.api.post('/api/user/', { body, idempotencyKey })).id
  } catch (error) {
    if (isThere && error instanceof CliError && error.code === 'user_exists') throw movedOn(tools, change)
    throw error
  }
}

/** Changes or deletes codes. @returns the reference for their owner label */
export async function applyCodes(change: Change, tools: ApplyTools): Promise<string> {
  const { api, planId, now, parallelism, signal } = tools
  const { name } = change
  const codes = (await api.list('/api/redemption/search', { keyword: name }, look)).filter(
    (each) => each.name === name,
  )
  checkUnmoved(tools, change, codesOf(codes)[0])
  if (change.action === 'delete') {
    await api.delete('/api/redemption/delete-by-name', {
      query: { name },
      idempotencyKey: stepKey(planId, change, 'delete'),
    })
    return name
  }
  const values = written(change, {})
  const edits = openCodes(codes).flatMap((code) => {
    const edit = codeBody(codeEdit(code, values), now())
    return Object.keys(edit).length > 0 ? [{ id: code.id, ...edit }] : []
  })
  await sideBySide(edits, { width: parallelism, isStopped: () => signal.aborted }, async (body) => {
    await api.put('/api/redemption/', { body, idempotencyKey: stepKey(planId, change, `update ${body.id}`) })
  })
  if (signal.aborted) throw interrupted()
  if (isWritten(change, 'count')) {
    const [outcome] = await fillInSteps({ change, body: codeSet(change, tools) }, tools)
    if (outcome instanceof CliError) throw outcome
  }
  return name
}
