/** Stores a text for this tab only, which survives a reload; null if the browser's storage is disabled. */
export const tabText = (key: string) => ({
  get: (): string | null => {
    try {
      return sessionStorage.getItem(key)
    } catch {
      return null
    }
  },
  /** @param value null removes it */
  set: (value: string | null): void => {
    try {
      if (value === null) sessionStorage.removeItem(key)
      else sessionStorage.setItem(key, value)
    } catch {
      // Without storage nothing is kept, which callers have to tolerate.
    }
  },
})
