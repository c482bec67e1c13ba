import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

/** Why a list shows nothing: nothing passes its filters, or there is nothing yet. */
export function ListEmpty({
  isFiltered,
  filtered,
  clear,
  onClear,
  text,
  action,
  command,
}: {
  readonly isFiltered: boolean
  /** What is said where nothing passes the filters. */
  readonly filtered: string
  /** On the button that clears them. */
  readonly clear: string
  readonly onClear: () => void
  /** What is said where there is nothing yet. */
  readonly text: string
  /** What to do about it. */
  readonly action: ReactNode
  /** The same in the terminal. */
  readonly command: string
}) {
  return isFiltered ? (
    <EmptyState text={filtered} action={<Button onClick={onClear}>{clear}</Button>} />
  ) : (
    <EmptyState text={text} action={action} command={command} />
  )
}
