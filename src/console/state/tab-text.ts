/** A text of this tab alone, which outlives a reload; nothing where the browser's storage is switched off. */
export const tabText = (key: string) => ({
  get: (): string | null => {
    try {
      return sessionStorage.getItem(key)
    } catch {
      return null
    }
  },
  /** @param value null takes it away */
  set: (value: string | null): void => {
    try {
      if (value === null) sessionStorage.removeItem(key)
      else sessionStorage.setItem(key, value)
    } catch {
      // Nothing is kept then: who reads it does without.
    }
  },
})
