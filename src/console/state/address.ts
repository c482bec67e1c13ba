import { useSearchParams } from 'wouter'

/** The query of the address as the state of a page: filters, tab, page. */
export interface Address {
  /** Empty when the address has no such entry. */
  get(name: string): string
  /** A whole number of at least 1; 1 when absent or something else. */
  page(name?: string): number
  /** Empty texts and undefined take entries away. Typing replaces the entry of the history, choosing adds one. */
  set(
    values: Readonly<Record<string, string | number | undefined>>,
    options?: { readonly replace?: boolean },
  ): void
}

export function useAddress(): Address {
  const [query, setQuery] = useSearchParams()
  return {
    get: (name) => query.get(name) ?? '',
    page: (name = 'p') => Math.max(1, Math.trunc(Number(query.get(name))) || 1),
    set: (values, options = {}) =>
      setQuery(
        (before) => {
          const next = new URLSearchParams(before)
          for (const [name, value] of Object.entries(values))
            if (value === undefined || value === '') next.delete(name)
            else next.set(name, String(value))
          return next
        },
        { replace: options.replace === true },
      ),
  }
}
