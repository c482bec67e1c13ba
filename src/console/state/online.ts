import { useSyncExternalStore } from 'react'

const subscribe = (listener: () => void) => {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Returns false if the browser knows that it has no network at all; true guarantees nothing. */
export const useIsOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine)
