import type { TrailEvent } from './use-trail.ts'

/** One field before and after a change; undefined if the object did not exist yet, or no longer exists. */
export interface FieldChange {
  readonly name: string
  readonly before: string | undefined
  readonly after: string | undefined
}

/** Returns the fields of a change. Empty fields of a new or deleted object are left out. */
export function readChanges({ before, after }: Pick<TrailEvent, 'before' | 'after'>): readonly FieldChange[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)]
  const isWhole = before === '' || after === ''
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])]
  return names
    .map((name) => ({ name, before: textOf(old, name), after: textOf(now, name) }))
    .filter((change) => !isWhole || !isEmpty(change.before ?? change.after))
}

const isEmpty = (text: string | undefined): boolean =>
  text === undefined || text === '' || text === '0' || text === 'false' || text === 'null'

function fieldsOf(text: string): Readonly<Record<string, unknown>> {
  if (text === '') return {}
  const value: unknown = JSON.parse(text)
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : { value }
}

function textOf(fields: Readonly<Record<string, unknown>>, name: string): string | undefined {
  if (!Object.hasOwn(fields, name)) return undefined
  const value = fields[name]
  return typeof value === 'string' ? value : JSON.stringify(value)
}
