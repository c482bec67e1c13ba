import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

/** Says why a list is empty: nothing matches its filters, or there is nothing yet. */
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
  /** Text for when nothing matches the filters. */
  readonly filtered: string
  /** Label of the button that clears the filters. */
  readonly clear: string
  readonly onClear: () => void
  /** Text for when there is nothing yet. */
  readonly text: string
  /** A way to create the first item. */
  readonly action: ReactNode
  /** The terminal command that does what the action does. */
  readonly command: string
}) {
  return isFiltered ? (
    <EmptyState text={filtered} action={<Button onClick={onClear}>{clear}</Button>} />
  ) : (
    <EmptyState text={text} action={action} command={command} />
  )
}
