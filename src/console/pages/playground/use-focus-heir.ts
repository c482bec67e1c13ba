import { type RefObject, useCallback } from 'react'

/** Focuses a field, except on a screen that is touched: there it would open the keyboard over what is to be read. */
export function focusForKeys(field: HTMLElement | null): void {
  if (!matchMedia('(pointer: coarse)').matches) field?.focus()
}

/** For the `ref` of a control that may disappear while it has the focus: the heir then gets the focus. */
export function useFocusHeir(heir: RefObject<HTMLElement | null>) {
  return useCallback(
    (control: HTMLElement | null) => () => {
      if (control !== null && control === document.activeElement) focusForKeys(heir.current)
    },
    [heir],
  )
}
