import { useState } from 'react'
import { useAddress } from './address.ts'
import { useLeaveWarning } from './kept-state.ts'

/** A drawer whose state is one entry of the address's query: `?edit=7`. */
export interface DrawerState {
  /** What is edited; undefined while closed. Kept while the person is asked about unsaved changes. */
  readonly value: string | undefined
  readonly isOpen: boolean
  /** The person is being asked whether to throw away what was typed. */
  readonly isAsking: boolean
  open(value: string): void
  /** Closes, or asks first when something was typed. */
  close(): void
  /** Closes without asking: the form was saved. */
  finish(): void
  /** Answers to the question. */
  keep(): void
  discard(): void
  /** The form says whether it holds changes. */
  setDirty(isDirty: boolean): void
}

export function useDrawer(parameter: string): DrawerState {
  const address = useAddress()
  return useGuardedDrawer(address.get(parameter) || undefined, (value, isClosing) =>
    address.set({ [parameter]: value }, { isClosing }),
  )
}

/**
 * A drawer whose state is somebody else's: part of a path, a property.
 *
 * @param address the id that the address names; undefined = the drawer should be closed
 * @param write changes the id in the address
 */
export function useGuardedDrawer(
  address: string | undefined,
  write: (value: string | undefined, isClosing: boolean) => void,
): DrawerState {
  const [left, setLeft] = useState<string>()
  // The browser takes a moment to go back. The drawer closes at once.
  const given = address === left ? undefined : address
  const [held, setHeld] = useState(given)
  const [isDirty, setDirty] = useState(false)
  const [isClosing, setClosing] = useState(false)
  if (left !== undefined && address !== left) setLeft(undefined)

  // What is given leads, except that leaving with unsaved changes has to be confirmed.
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
