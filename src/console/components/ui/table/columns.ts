import type { ReactNode } from 'react'
import { parseStored, type StoredText, storedText, useStoredText } from '../../../state/stored-text.ts'

export interface Column<Row> {
  readonly id: string
  readonly header: string
  /** @param digits as many decimals as the longest amount of the column has, where it has amounts */
  readonly cell: (row: Row, digits: number) => ReactNode
  /** The text of its amount, whose decimal point stands below those of the other rows. */
  readonly amount?: (row: Row) => string
  readonly align?: 'right'
  /** Rows can be sorted by it; the caller gets the column's id and does it. */
  readonly isSortable?: boolean
  /** Cannot be switched off. */
  readonly isFixed?: boolean
  /** Off until somebody switches it on. */
  readonly isOffAtFirst?: boolean
  /**
   * Where it goes on a phone: beside the title, over the whole width, below everything, or nowhere. Default: a line of its
   * own with its header.
   */
  readonly card?: 'title' | 'corner' | 'wide' | 'foot' | 'hidden'
  /** Takes the room that the other columns leave, and cuts its text before the table gets wider than the window. */
  readonly isElastic?: boolean
  /** Keeps the column in view at the left or right edge when the table is wider than the window. */
  readonly pin?: 'start' | 'end'
  /** Its value in the exported file; columns without one are not exported. */
  readonly csv?: (row: Row) => string | number
}

const isChoice = (value: unknown): value is Record<string, boolean> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Which columns are on the screen; the choice is remembered under `storageKey`. */
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
