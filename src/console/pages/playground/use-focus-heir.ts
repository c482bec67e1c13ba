import { type RefObject, useCallback } from 'react'

/** Focuses a field, except on a touch screen, where that would open the keyboard over the text to be read. */
export function focusForKeys(field: HTMLElement | null): void {
  if (!matchMedia('(pointer: coarse)').matches) field?.focus()
}

/** Returns a `ref` for a control that may disappear while it has the focus, which then moves to the heir. */
export function useFocusHeir(heir: RefObject<HTMLElement | null>) {
  return useCallback(
    (control: HTMLElement | null) => () => {
      if (control !== null && control === document.activeElement) focusForKeys(heir.current)
    },
    [heir],
  )
}
