import { findMistakes, type RowMistakes } from './price-mistakes.ts'
import {
  isEmpty,
  isNewRow,
  isSameRow,
  noValues,
  type PriceRow,
  type PriceValues,
  toRow,
} from './price-row.ts'

/** Stored prices and their unsaved changes. Immutable. */
export interface PriceDraft {
  /** Stored values by name; includes names without a price that are to be priced. */
  readonly base: ReadonlyMap<string, PriceValues>
  /** Changed rows by ID, in the order of the changes. */
  readonly changed: ReadonlyMap<string, PriceRow>
  readonly removed: ReadonlySet<string>
}

export const newDraft = (base: ReadonlyMap<string, PriceValues>): PriceDraft => ({
  base,
  changed: new Map(),
  removed: new Set(),
})

export const rowOf = (draft: PriceDraft, id: string): PriceRow | undefined => {
  const stored = draft.base.get(id)
  return draft.changed.get(id) ?? (stored && toRow(id, stored))
}

/** Sorts `gpt-9` before `gpt-10` and ignores case. */
const byName = new Intl.Collator('en', { numeric: true })

/** Returns added rows first, the newest on top, then the stored ones by name. Names without a price are left out. */
export function rowsOf(draft: PriceDraft): readonly PriceRow[] {
  const added = [...draft.changed.values()].filter(isNewRow).reverse()
  const stored = [...draft.base]
    .filter(([name, values]) => !isEmpty(values) || draft.changed.has(name))
    .sort(([a], [b]) => byName.compare(a, b))
    .map(([name, values]) => draft.changed.get(name) ?? toRow(name, values))
  return [...added, ...stored]
}

/** Adds a changed row. A row equal to the stored one is not a change. */
export function withRow(draft: PriceDraft, row: PriceRow): PriceDraft {
  const changed = new Map(draft.changed)
  if (!isNewRow(row) && isSameRow(row, draft.base.get(row.id) ?? noValues)) changed.delete(row.id)
  else changed.set(row.id, row)
  return { ...draft, changed }
}

export function withoutRow(draft: PriceDraft, id: string): PriceDraft {
  const changed = new Map(draft.changed)
  const row = changed.get(id)
  changed.delete(id)
  if (row && isNewRow(row)) return { ...draft, changed }
  return { ...draft, changed, removed: new Set([...draft.removed, id]) }
}

/** Restores a row to its stored state, whether it was removed or changed. */
export const withRestored = (draft: PriceDraft, id: string): PriceDraft => ({
  ...draft,
  changed: new Map([...draft.changed].filter(([each]) => each !== id)),
  removed: new Set([...draft.removed].filter((each) => each !== id)),
})

export const isChanged = (draft: PriceDraft): boolean => draft.changed.size + draft.removed.size > 0

/** Finds all mistakes in changed rows, by row ID. */
export function mistakesOf(draft: PriceDraft): ReadonlyMap<string, RowMistakes> {
  const names = new Map<string, number>()
  const count = (name: string) => names.set(name, (names.get(name) ?? 0) + 1)
  for (const [name, values] of draft.base) if (!isEmpty(values) || draft.changed.has(name)) count(name)
  for (const row of draft.changed.values()) if (isNewRow(row)) count(row.name.trim())
  const found = new Map<string, RowMistakes>()
  for (const row of draft.changed.values()) {
    const mistakes = findMistakes(row, draft.base.get(row.name.trim()), (names.get(row.name.trim()) ?? 0) > 1)
    if (Object.keys(mistakes).length > 0) found.set(row.id, mistakes)
  }
  return found
}
