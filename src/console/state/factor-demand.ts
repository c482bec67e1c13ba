import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let isOpen = false

function set(next: boolean): void {
  if (next === isOpen) return
  isOpen = next
  for (const listener of listeners) listener()
}

/** Set when the site requires a second factor that the account lacks: every page is replaced by its setup. */
export const factorDemand = {
  note: (): void => set(true),
  end: (): void => set(false),
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useIsFactorDemanded = (): boolean => useSyncExternalStore(subscribe, () => isOpen)
