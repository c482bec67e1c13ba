import { type ApplyTools, checkUnmoved, secretText, stepKey, wantedOf } from './apply-tools.ts'
import { optionOf } from './observe.ts'
import type { Change } from './plan-changes.ts'

/**
 * Sorts changes of options into an order in which they can be written: switches come last, because they depend on the
 * settings they turn on.
 */
export function optionsInOrder(
  changes: readonly Change[],
  { prepared }: Pick<ApplyTools, 'prepared'>,
): Change[] {
  const isSwitch = ({ name }: Change): number =>
    prepared.snapshot.options.get(name)?.type === 'boolean' ? 1 : 0
  return [...changes].sort((a, b) => isSwitch(a) - isSwitch(b))
}

/** Changes an option or returns it to its default. @returns the reference for its owner label */
export async function applyOption(change: Change, tools: ApplyTools): Promise<string> {
  const { api, planId } = tools
  const { name: key } = change
  const found = (await api.get('/api/option/', { isLookup: true })).find((each) => each.key === key)
  checkUnmoved(tools, change, found && optionOf(found))
  const value =
    change.action === 'delete'
      ? (found?.default ?? '')
      : (secretText(tools, change, 'value') ?? String(wantedOf(tools, change).values.value ?? ''))
  if (change.action === 'delete' || change.fields.length > 0)
    await api.put('/api/option/', {
      body: { key, value },
      idempotencyKey: stepKey(planId, change, change.action),
    })
  return key
}

/**
 * Restores secrets that the server has cleared: changing an address clears the secret that was entered for the old one.
 */
export async function restoreSecrets(tools: ApplyTools): Promise<void> {
  const { api, prepared, planId } = tools
  const secrets = prepared.wanted.filter(
    ({ kind, secrets: { value } }) => kind === 'options' && value?.fingerprint !== undefined,
  )
  if (secrets.length === 0) return
  const now = new Map(
    (await api.get('/api/option/', { isLookup: true })).map((each) => [each.key, each.fingerprint]),
  )
  for (const { kind, name, secrets: uses } of secrets) {
    if (now.get(name) === uses.value?.fingerprint) continue
    const value = secretText(tools, { kind, name } as Change, 'value')
    if (value !== undefined)
      await api.put('/api/option/', {
        body: { key: name, value },
        idempotencyKey: stepKey(planId, { kind, name }, 'restore'),
      })
  }
}
