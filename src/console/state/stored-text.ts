import { useSyncExternalStore } from 'react'

/**
 * An item of the browser's local storage, shared by all components and synchronized across tabs. If the browser refuses
 * storage (private mode, a full disk), the value lasts as long as the page.
 */
export interface StoredText {
  get(): string | null
  /** Reads the value directly from storage, because the event for another tab's change may still be pending. */
  reread(): string | null
  set(value: string | null): void
  subscribe(listener: () => void): () => void
}

const memory = new Map<string, string | null>()
/** Keys whose value could not be written to storage and exists only in memory. */
const unwritten = new Set<string>()
const listeners = new Map<string, Set<() => void>>()

const notify = (key: string) => {
  for (const listener of listeners.get(key) ?? []) listener()
}

window.addEventListener('storage', (event) => {
  const keys = event.key === null ? [...listeners.keys()] : [event.key]
  for (const key of keys) {
    memory.delete(key)
    unwritten.delete(key)
    notify(key)
  }
})

const read = (key: string): string | null => {
  if (memory.has(key)) return memory.get(key) ?? null
  let value: string | null = null
  try {
    value = localStorage.getItem(key)
  } catch {
    // Storage is disabled.
  }
  memory.set(key, value)
  return value
}

export function storedText(key: string): StoredText {
  return {
    get: () => read(key),
    reread: () => {
      if (!unwritten.has(key)) memory.delete(key)
      return read(key)
    },
    set: (value) => {
      memory.set(key, value)
      try {
        if (value === null) localStorage.removeItem(key)
        else localStorage.setItem(key, value)
        unwritten.delete(key)
      } catch {
        unwritten.add(key)
      }
      notify(key)
    },
    subscribe: (listener) => {
      const own = listeners.get(key) ?? new Set()
      listeners.set(key, own.add(listener))
      return () => void own.delete(listener)
    },
  }
}

/** Returns the value and re-renders when it changes, in this tab or another one. */
export const useStoredText = (stored: StoredText): string | null =>
  useSyncExternalStore(stored.subscribe, stored.get)

/** Parses a stored value; anything unreadable counts as absent. */
export function parseStored<T>(text: string | null, isValid: (value: unknown) => value is T): T | undefined {
  if (text === null) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return isValid(value) ? value : undefined
  } catch {
    return undefined
  }
}
