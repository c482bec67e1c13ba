import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/** The focused control, and its position among the controls of its row. */
interface Held {
  readonly element: Element
  /** Index of the row; undefined outside rows. */
  readonly row: number | undefined
  /** Index among the row's controls; -1 = the row itself. */
  readonly control: number
}

const controlsOf = (row: Element): HTMLElement[] => [
  ...row.querySelectorAll<HTMLElement>('a[href], button, input, select'),
]

const holdOf = (element: Element): Held => {
  const row = element.closest('[data-row]')
  return {
    element,
    row: row ? Number(row.getAttribute('data-row')) : undefined,
    control: row ? controlsOf(row).indexOf(element as HTMLElement) : -1,
  }
}

/**
 * Keeps the focus in a part of the page when the focused control disappears: with its row, with the selection bar, or
 * because it has done its job. The same control of the row that took its place gets the focus, otherwise the first row,
 * otherwise the part itself. Without this, the keyboard would start over at the top of the page.
 */
export function useKeptFocus(list: RefObject<HTMLElement | null>): void {
  const held = useRef<Held>(undefined)
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      const isHere = target instanceof Element && target !== list.current && list.current?.contains(target)
      held.current = isHere ? holdOf(target) : undefined
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [list])
  useLayoutEffect(() => {
    const lost = held.current
    if (!lost || lost.element.isConnected || document.activeElement !== document.body) return
    // The next rows are still loading.
    if (list.current?.querySelector('[data-skeleton]')) return
    held.current = undefined
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
    const row = rows[Math.min(lost.row ?? 0, rows.length - 1)]
    const control = row && controlsOf(row)[lost.control]
    const heir = control ?? row
    if (heir) heir.focus({ preventScroll: true })
    else if (list.current) focusOnce(list.current)
  })
}

/**
 * Makes the element focusable for one focus only. If it stayed focusable, clicking a list would take keyboard input
 * away from its table.
 */
export function focusOnce(element: HTMLElement): void {
  element.tabIndex = -1
  element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true })
  element.focus({ preventScroll: true })
}
