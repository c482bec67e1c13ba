import type { BodyOf } from '../client/contract-types.ts'
import { priceTables } from './kinds.ts'
import type { Plain } from './manifest.ts'
import type { Snapshot } from './observe.ts'
import type { Change } from './plan-changes.ts'

/**
 * One entry to write, with the value for which the plan was made. If it has changed since, the server refuses the edit.
 */
export type EntryEdit = BodyOf<'/api/option/entries', 'put'>['entries'][number]

type Fields = Readonly<Record<string, Plain>>

/**
 * Returns the entries that a change of a group or price writes. @param values the wanted values; undefined = remove it
 */
export function entryEdits(
  { kind, name }: Change,
  values: Fields | undefined,
  snapshot: Snapshot,
): EntryEdit[] {
  const made = kind === 'groups' ? groupEntries(name, values, snapshot) : priceEntries(values)
  return made.flatMap(([key, value]) => {
    const before = snapshot.entries.get(`${key} ${name}`) ?? null
    return value === undefined ? [] : [{ key, name, value, before }]
  })
}

/** undefined = leave the value unchanged. */
type Wish = readonly [key: string, value: string | null | undefined]

function groupEntries(name: string, values: Fields | undefined, { entries }: Snapshot): Wish[] {
  if (values === undefined)
    return [
      ['GroupRatio', null],
      ['UserUsableGroups', null],
    ]
  return [
    ['GroupRatio', textOf(values.ratio)],
    ['UserUsableGroups', descriptionOf(name, values, entries.get(`UserUsableGroups ${name}`))],
  ]
}

/** Returns the description to store. Users may choose a group that has one; the default is the group's name. */
function descriptionOf(name: string, { usable, description }: Fields, present: string | undefined) {
  if (usable === false) return null
  if (description !== undefined) return textOf(description)
  return usable === true ? (present ?? name) : undefined
}

const priceEntries = (values: Fields | undefined): Wish[] =>
  Object.entries(priceTables).map(([field, key]) => [
    key,
    values === undefined ? null : textOf(values[field]),
  ])

const textOf = (value: Plain | undefined): string | null | undefined =>
  value === undefined || value === null ? value : String(value)
