import { lookup as systemLookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import buildConnector from 'undici/lib/core/connect.js'
import type { AddressList } from '../limits/address-list.ts'
import { isGuardedAddress, isGuardedHost } from '../limits/guarded-addresses.ts'

/** A connection that was refused because of its target. The text is for logs. */
export class GuardedAddressError extends Error {
  constructor(host: string) {
    super(`${host} is a link-local or metadata address; ChannelAddressRanges does not allow it`)
    this.name = 'GuardedAddressError'
  }
}

/** Prevents connections to guarded addresses, in any notation and through any name that resolves to them. */
export class AddressGuard {
  readonly #allowed: () => AddressList
  readonly #resolve: typeof systemLookup

  /**
   * @param allowed ranges that the super administrator allows; read for each connection
   * @param resolve for tests
   */
  constructor(allowed: () => AddressList, resolve: typeof systemLookup = systemLookup) {
    this.#allowed = allowed
    this.#resolve = resolve
  }

  /** Checks a host before connecting; undefined = allowed. Names are checked when they are resolved. */
  refusalOf(host: string): GuardedAddressError | undefined {
    return isGuardedHost(host, this.#allowed()) ? new GuardedAddressError(host) : undefined
  }

  /** Resolves a name, and refuses it if any of its addresses is guarded, so that no other can be smuggled in. */
  readonly lookup: LookupFunction = (host, options, done) => {
    this.#resolve(host, { ...options, all: true }, (error, found) => {
      if (error) return done(error, '', 0)
      const allowed = this.#allowed()
      const [first] = found
      if (found.some(({ address }) => isGuardedAddress(address, allowed)))
        return done(new GuardedAddressError(host), '', 0)
      if (options.all) return done(null, found)
      done(null, first?.address ?? '', first?.family)
    })
  }

  /** Returns a connector that works like undici's, but only for allowed targets. */
  connector(timeoutMs: number): buildConnector.connector {
    const connect = buildConnector({ timeout: timeoutMs, lookup: this.lookup, allowH2: false })
    return (options, done) => {
      const refusal = this.refusalOf(options.hostname)
      if (refusal) return done(refusal, null)
      connect(options, done)
    }
  }
}
