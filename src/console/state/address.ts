import { useSearchParams } from 'wouter'
import { leaveTo } from './leave-to.ts'

/** The query of the address as the state of a page: filters, tab, page number. */
export interface Address {
  /** Returns a parameter; empty when the address has none of this name. */
  get(name: string): string
  /** Returns a page number of at least 1; 1 when absent or invalid. */
  page(name?: string): number
  /**
   * Changes parameters; empty texts and undefined remove them. Each change adds a history entry, unless an option says
   * otherwise.
   */
  set(values: Readonly<Record<string, string | number | undefined>>, options?: AddressOptions): void
}

export interface AddressOptions {
  /** Replaces the current history entry, so Back does not return to the old address. */
  readonly replace?: boolean
  /** Somebody is typing the values. Changes in quick succession share one history entry. */
  readonly isTyped?: boolean
  /** Closes something that a history entry opened, and removes that entry. */
  readonly isClosing?: boolean
}

/** A search typed after a pause of this length gets its own history entry. */
const BURST_MS = 2000

const NOTHING_TYPED = { names: '', at: 0, query: '' }

/** The last typed change: its parameters, its time, and the resulting query. */
let typed = NOTHING_TYPED

export function useAddress(): Address {
  const [query, setQuery] = useSearchParams()
  return {
    get: (name) => query.get(name) ?? '',
    page: (name = 'p') => Math.max(1, Math.trunc(Number(query.get(name))) || 1),
    set: (values, { replace = false, isTyped = false, isClosing = false } = {}) => {
      // Read from the current address, which may have changed since the last render because search fields call this
      // with a delay.
      const next = new URLSearchParams(location.search)
      const before = next.toString()
      for (const [name, value] of Object.entries(values))
        if (value === undefined || value === '') next.delete(name)
        else next.set(name, String(value))
      const after = next.toString()
      // Choosing the same value again would add a history entry that changes nothing.
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
