import type { ReactNode } from 'react'
import { parseStored, type StoredText, storedText, useStoredText } from '../../../state/stored-text.ts'

export interface Column<Row> {
  readonly id: string
  readonly header: string
  /** @param digits decimals of the longest amount in the column, if it has amounts */
  readonly cell: (row: Row, digits: number) => ReactNode
  /** The text of its amount, whose decimal point is aligned with those of the other rows. */
  readonly amount?: (row: Row) => string
  readonly align?: 'right'
  /** Rows can be sorted by this column; the caller gets its ID and sorts. */
  readonly isSortable?: boolean
  /** Cannot be hidden. */
  readonly isFixed?: boolean
  /** Hidden until somebody shows it. */
  readonly isOffAtFirst?: boolean
  /**
   * Its place on a phone: beside the title, across the whole width, below everything, or nowhere. Default: a separate
   * line with its header.
   */
  readonly card?: 'title' | 'corner' | 'wide' | 'foot' | 'hidden'
  /**
   * Takes the space that the other columns leave, and truncates its text before the table gets wider than the window.
   */
  readonly isElastic?: boolean
  /** Keeps the column in view at the left or right edge when the table is wider than the window. */
  readonly pin?: 'start' | 'end'
  /** Value in the exported file; columns without one are not exported. */
  readonly csv?: (row: Row) => string | number
}

const isChoice = (value: unknown): value is Record<string, boolean> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the visible columns; the choice is remembered under `storageKey`. */
export function useColumns<Row>(
  storageKey: string,
  columns: readonly Column<Row>[],
): {
  readonly shown: readonly Column<Row>[]
  readonly isShown: (column: Column<Row>) => boolean
  readonly toggle: (column: Column<Row>) => void
  readonly reset: () => void
} {
  const stored: StoredText = storedText(storageKey)
  const choice = parseStored(useStoredText(stored), isChoice) ?? {}
  const isShown = (column: Column<Row>): boolean =>
    column.isFixed === true || (choice[column.id] ?? !column.isOffAtFirst)
  return {
    shown: columns.filter(isShown),
    isShown,
    toggle: (column) => stored.set(JSON.stringify({ ...choice, [column.id]: !isShown(column) })),
    reset: () => stored.set(null),
  }
}
