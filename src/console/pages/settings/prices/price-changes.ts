import type { components } from '../../../../../openapi/types.gen.ts'
import { newDraft, type PriceDraft, withoutRow, withRow } from './price-draft.ts'
import {
  isEmpty,
  isNewRow,
  isSameNumber,
  noValues,
  optionOf,
  type PriceField,
  type PriceOption,
  type PriceRow,
  type PriceValues,
  priceFields,
  readNumber,
  storedValues,
  toRow,
} from './price-row.ts'

export type EntryEdit = components['schemas']['SetOptionEntry']
type Entry = components['schemas']['OptionEntry']

const fieldOf = Object.fromEntries(priceFields.map((field) => [optionOf[field], field])) as Readonly<
  Record<PriceOption, PriceField>
>

/** Builds the stored prices from the entries of the four tables; `names` are included even without a price. */
export function toBase(entries: readonly Entry[], names: readonly string[]): Map<string, PriceValues> {
  const base = new Map<string, PriceValues>(names.map((name) => [name, noValues]))
  for (const { key, name, value } of entries)
    base.set(name, { ...(base.get(name) ?? noValues), [fieldOf[key as PriceOption]]: value })
  return base
}

/** Returns the edits to be saved, row by row; each contains the value it is expected to replace. */
export function toEdits(draft: PriceDraft): readonly (readonly EntryEdit[])[] {
  const removed = [...draft.removed].map((name) => editsOf(name, draft.base.get(name) ?? noValues, noValues))
  const changed = [...draft.changed.values()].map((row) => {
    const name = row.name.trim()
    return editsOf(name, draft.base.get(name) ?? noValues, storedValues(row))
  })
  return [...removed, ...changed].filter((edits) => edits.length > 0)
}

const editsOf = (name: string, stored: PriceValues, wanted: PriceValues): readonly EntryEdit[] =>
  priceFields
    .filter((field) => !isSameNumber(stored[field], wanted[field]))
    .map((field) => ({
      key: optionOf[field],
      name,
      value: wanted[field] === '' ? null : (readNumber(wanted[field]) ?? wanted[field]),
      before: stored[field] === '' ? null : stored[field],
    }))

/** Splits rows into parts for one call each, without splitting a row. */
export function inParts(
  rows: readonly (readonly EntryEdit[])[],
  max: number,
): readonly (readonly EntryEdit[])[] {
  const parts: EntryEdit[][] = []
  for (const edits of rows) {
    const last = parts.at(-1)
    if (last && last.length + edits.length <= max) last.push(...edits)
    else parts.push([...edits])
  }
  return parts
}

/** A price that somebody else changed while it was being edited. */
export interface PriceConflict {
  readonly name: string
  readonly mine: PriceValues
  readonly theirs: PriceValues
}

/**
 * Applies the changes to what is stored now. Fields that were not edited take the newer values; if both sides changed a
 * field, the edited value stays and the conflict is reported.
 */
export function rebase(
  draft: PriceDraft,
  now: ReadonlyMap<string, PriceValues>,
): { readonly draft: PriceDraft; readonly conflicts: readonly PriceConflict[] } {
  let next = newDraft(now)
  const conflicts: PriceConflict[] = []
  const note = (name: string, mine: PriceValues) => {
    const before = draft.base.get(name) ?? noValues
    const theirs = now.get(name) ?? noValues
    const isBoth = priceFields.some(
      (field) =>
        !isSameNumber(before[field], theirs[field]) &&
        !isSameNumber(before[field], mine[field]) &&
        !isSameNumber(mine[field], theirs[field]),
    )
    if (isBoth) conflicts.push({ name, mine, theirs })
  }
  for (const name of draft.removed) {
    if (isEmpty(now.get(name) ?? noValues)) continue
    note(name, noValues)
    next = withoutRow(next, name)
  }
  for (const row of draft.changed.values()) {
    const name = row.name.trim()
    note(name, storedValues(row))
    const isThere = !isEmpty(now.get(name) ?? noValues)
    // If a row was added and meanwhile also stored by somebody else, it becomes a change of the stored one.
    if (isNewRow(row) && !isThere) next = { ...next, changed: new Map(next.changed).set(row.id, row) }
    else next = withRow(next, merged(row, name, draft.base.get(name) ?? noValues, now.get(name) ?? noValues))
  }
  return { draft: next, conflicts }
}

function merged(row: PriceRow, name: string, before: PriceValues, now: PriceValues): PriceRow {
  const stored = toRow(name, now)
  // Changing the pricing type, on either side, replaces the whole row.
  const wasPerCall = before.price !== ''
  if (row.isPerCall !== wasPerCall || stored.isPerCall !== row.isPerCall) return { ...row, id: name, name }
  const values = Object.fromEntries(
    priceFields.map((field) => [field, isSameNumber(row[field], before[field]) ? now[field] : row[field]]),
  ) as PriceValues
  return { ...stored, ...values, isPerCall: row.isPerCall, inDollars: row.inDollars }
}
