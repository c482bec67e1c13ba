import { type RefObject, useEffect, useState } from 'react'

/**
 * Handles keyboard navigation of a table: j and k (or the arrows) move, x selects, Enter opens. The keys work while the
 * focus is in the table or on the page itself, never while somebody types or a dialog is open.
 *
 * @returns index of the current row; -1 before the first step
 */
export function useRowKeys({
  table,
  count,
  onOpen,
  onSelect,
}: {
  readonly table: RefObject<HTMLElement | null>
  readonly count: number
  readonly onOpen: ((index: number) => void) | undefined
  readonly onSelect: ((index: number) => void) | undefined
}): number {
  const [active, setActive] = useState(-1)
  if (active >= count) setActive(count - 1)

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const place = event.target instanceof Element ? event.target : document.body
      const isInTable = table.current?.contains(place) ?? false
      if (!(isInTable || place === document.body || place.id === 'content')) return
      if (event.ctrlKey || event.metaKey || event.altKey || count === 0) return
      if (place.closest('input:not([type=checkbox]), textarea, [role=combobox], [contenteditable]')) return
      const step = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[event.key]
      if (step !== undefined) {
        const next = Math.min(count - 1, Math.max(0, active + step))
        event.preventDefault()
        setActive(next)
        const row = table.current?.querySelector<HTMLElement>(`[data-row="${next}"]`)
        row?.focus({ preventScroll: true })
        row?.scrollIntoView({ block: 'nearest' })
      } else if (active < 0) return
      else if (event.key === 'x' && onSelect) {
        event.preventDefault()
        onSelect(active)
      } else if (event.key === 'Enter' && onOpen && !place.closest('a, button, label, input')) {
        event.preventDefault()
        onOpen(active)
      }
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [table, count, active, onOpen, onSelect])
  return active
}
