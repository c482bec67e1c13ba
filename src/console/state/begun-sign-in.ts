import { parseStored } from './stored-text.ts'
import { tabText } from './tab-text.ts'

const stored = tabText('begun-sign-in')

/** What was begun in this tab and comes back from a provider's page. */
export interface BegunHere {
  /** What the provider gives back; a return with another one was not begun here. */
  readonly state: string
  /** Where to go afterwards; empty = nowhere in particular. */
  readonly returnTo: string
}

const isBegun = (value: unknown): value is BegunHere =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as BegunHere).state === 'string' &&
  typeof (value as BegunHere).returnTo === 'string'

/**
 * The sign-in that is under way at a provider, for this tab alone. Providers give back nothing but the state. Without
 * storage the return leads to the usual page.
 */
export const begunSignIn = {
  remember: (begun: BegunHere): void => stored.set(JSON.stringify(begun)),
  /** @returns undefined when this state was not begun in this tab */
  of(state: string): BegunHere | undefined {
    const begun = parseStored(stored.get(), isBegun)
    return begun?.state === state ? begun : undefined
  },
  forget: (): void => stored.set(null),
}
