import { useSearchParams } from 'wouter'
import { leaveTo } from './leave-to.ts'

/** The query of the address as the state of a page: filters, tab, page. */
export interface Address {
  /** Empty when the address has no such entry. */
  get(name: string): string
  /** A whole number of at least 1; 1 when absent or something else. */
  page(name?: string): number
  /** Empty texts and undefined take entries away. Each change is a step to go back to, unless an option says otherwise. */
  set(values: Readonly<Record<string, string | number | undefined>>, options?: AddressOptions): void
}

export interface AddressOptions {
  /** Back does not return to the address before. */
  readonly replace?: boolean
  /** Somebody is typing the values. What they type in quick succession is one step. */
  readonly isTyped?: boolean
  /** Closes something that a history entry opened, and removes that entry. */
  readonly isClosing?: boolean
}

/** After a pause this long, a search is a step of its own. */
const BURST_MS = 2000

const NOTHING_TYPED = { names: '', at: 0, query: '' }

/** The last change that was typed: which entries, when, and the query it led to. */
let typed = NOTHING_TYPED

export function useAddress(): Address {
  const [query, setQuery] = useSearchParams()
  return {
    get: (name) => query.get(name) ?? '',
    page: (name = 'p') => Math.max(1, Math.trunc(Number(query.get(name))) || 1),
    set: (values, { replace = false, isTyped = false, isClosing = false } = {}) => {
      // We read the address itself. Search fields wait before they call this, so it may have changed since the last drawing.
      const next = new URLSearchParams(location.search)
      const before = next.toString()
      for (const [name, value] of Object.entries(values))
        if (value === undefined || value === '') next.delete(name)
        else next.set(name, String(value))
      const after = next.toString()
      // Choosing the same again would be a step that leads nowhere.
      if (after === before) return
      const names = Object.keys(values).join(' ')
      const goesOn =
        isTyped &&
        typed.names === names &&
        typed.query === before &&
        Math.abs(Date.now() - typed.at) < BURST_MS
      if (isTyped) typed = { names, at: Date.now(), query: after }
      if (!isClosing && !goesOn) return setQuery(next, { replace })
      const isTakenBack = leaveTo(`${location.pathname}?${after}`, () => setQuery(next, { replace: true }))
      // The search is no longer in the history, so the next one gets its own entry.
      if (isTakenBack) typed = NOTHING_TYPED
    },
  }
}
