import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let isOpen = false

function set(next: boolean): void {
  if (next === isOpen) return
  isOpen = next
  for (const listener of listeners) listener()
}

/** The site demands a second factor that the account does not have: every page gives way to its set-up. */
export const factorDemand = {
  note: (): void => set(true),
  end: (): void => set(false),
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useIsFactorDemanded = (): boolean => useSyncExternalStore(subscribe, () => isOpen)
