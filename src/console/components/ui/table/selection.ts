import { useState } from 'react'

/** The selected rows. Rows that leave the screen also leave the selection, so nobody acts on what they cannot see. */
export interface Selection<Row> {
  readonly rows: readonly Row[]
  has(row: Row): boolean
  toggle(row: Row): void
  /** Selects or deselects several rows at once: the members of a group. */
  set(rows: readonly Row[], isSelected: boolean): void
  /** Selects all rows on the screen, or none. */
  toggleAll(): void
  readonly isAll: boolean
  clear(): void
}

export function useSelection<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string | number,
): Selection<Row> {
  const [keys, setKeys] = useState<ReadonlySet<string | number>>(new Set())
  const selected = rows.filter((row) => keys.has(keyOf(row)))
  const isAll = rows.length > 0 && selected.length === rows.length
  return {
    rows: selected,
    has: (row) => keys.has(keyOf(row)),
    toggle: (row) => {
      const next = new Set(selected.map(keyOf))
      if (!next.delete(keyOf(row))) next.add(keyOf(row))
      setKeys(next)
    },
    set: (changed, isSelected) => {
      const next = new Set(selected.map(keyOf))
      for (const row of changed)
        if (isSelected) next.add(keyOf(row))
        else next.delete(keyOf(row))
      setKeys(next)
    },
    toggleAll: () => setKeys(isAll ? new Set() : new Set(rows.map(keyOf))),
    isAll,
    clear: () => setKeys(new Set()),
  }
}
