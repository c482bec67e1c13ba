import { parseStored } from './stored-text.ts'
import { tabText } from './tab-text.ts'

const stored = tabText('begun-sign-in')

/** A sign-in that was started in this tab and returns from a provider's page. */
export interface BegunHere {
  /** Value that the provider sends back; a return with a different one was not started in this tab. */
  readonly state: string
  /** Path to open afterwards; empty = the usual page. */
  readonly returnTo: string
}

const isBegun = (value: unknown): value is BegunHere =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as BegunHere).state === 'string' &&
  typeof (value as BegunHere).returnTo === 'string'

/**
 * The pending sign-in at a provider, for this tab only. Providers send back nothing but the state. Without storage the
 * return leads to the usual page.
 */
export const begunSignIn = {
  remember: (begun: BegunHere): void => stored.set(JSON.stringify(begun)),
  /** @returns undefined when this state was not started in this tab */
  of(state: string): BegunHere | undefined {
    const begun = parseStored(stored.get(), isBegun)
    return begun?.state === state ? begun : undefined
  },
  forget: (): void => stored.set(null),
}
