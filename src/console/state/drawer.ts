import { useState } from 'react'
import { useAddress } from './address.ts'
import { useLeaveWarning } from './kept-state.ts'

/** A drawer whose state is a parameter of the address's query: `?edit=7`. */
export interface DrawerState {
  /** ID of the edited object; undefined while closed. Kept while the user is asked about unsaved changes. */
  readonly value: string | undefined
  readonly isOpen: boolean
  /** The user is being asked whether to discard unsaved changes. */
  readonly isAsking: boolean
  open(value: string): void
  /** Closes, or asks first if there are unsaved changes. */
  close(): void
  /** Closes without asking: the form was saved. */
  finish(): void
  /** Answers to the question about unsaved changes. */
  keep(): void
  discard(): void
  /** Tells the drawer whether the form has unsaved changes. */
  setDirty(isDirty: boolean): void
}

export function useDrawer(parameter: string): DrawerState {
  const address = useAddress()
  return useGuardedDrawer(address.get(parameter) || undefined, (value, isClosing) =>
    address.set({ [parameter]: value }, { isClosing }),
  )
}

/**
 * Controls a drawer whose state belongs to the caller: part of a path, a prop.
 *
 * @param address the ID in the address; undefined = the drawer should be closed
 * @param write changes the ID in the address
 */
export function useGuardedDrawer(
  address: string | undefined,
  write: (value: string | undefined, isClosing: boolean) => void,
): DrawerState {
  const [left, setLeft] = useState<string>()
  // The browser takes a moment to go back, but the drawer should close at once.
  const given = address === left ? undefined : address
  const [held, setHeld] = useState(given)
  const [isDirty, setDirty] = useState(false)
  const [isClosing, setClosing] = useState(false)
  if (left !== undefined && address !== left) setLeft(undefined)

  // The drawer follows the address, except that leaving with unsaved changes has to be confirmed.
  if (given !== undefined && given !== held) setHeld(given)
  if (given === undefined && held !== undefined && !isDirty) setHeld(undefined)

  useLeaveWarning(isDirty)

  const finish = () => {
    setDirty(false)
    setClosing(false)
    setLeft(address)
    write(undefined, true)
  }
  return {
    value: held,
    isOpen: held !== undefined,
    isAsking: held !== undefined && isDirty && (isClosing || given === undefined),
    open: (value) => write(value, false),
    close: () => (isDirty ? setClosing(true) : finish()),
    finish,
    keep: () => {
      setClosing(false)
      if (given === undefined && held !== undefined) write(held, false)
    },
    discard: finish,
    setDirty,
  }
}
