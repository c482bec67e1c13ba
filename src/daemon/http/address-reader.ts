import type { Logger } from 'pino'
import type { Options } from '../options/registry.ts'
import { type AddressedRequest, clientAddress, isTrustedProxy } from './client-address.ts'

type AddressOptions = Pick<Options, 'ReverseProxyEnabled' | 'ReverseProxyProvider'>

interface AddressReaderDeps {
  readonly options: { current(): AddressOptions }
  /** See {@link clientAddress}. */
  readonly trustProxy: readonly string[]
  readonly log: Pick<Logger, 'warn'>
}

/**
 * Advice that has been logged already, for each configuration. The management API and the relay each have their own
 * reader.
 */
const told = new WeakMap<readonly string[], Set<keyof typeof advice>>()

/**
 * Creates a function that reads the addresses of clients. If the daemon is not set up for its proxy, all clients of the
 * proxy share the proxy's address and the limits of a single stranger. The log tells the operator once.
 */
export function addressReader({ options, trustProxy, log }: AddressReaderDeps) {
  const known = told.get(trustProxy) ?? new Set()
  told.set(trustProxy, known)
  // A connection always has the same peer, so each connection is checked once, and again after the options have
  // changed.
  const seen = new WeakMap<object, AddressOptions>()
  return (request: AddressedRequest): string => {
    const current = options.current()
    if (hasForwarded(request) && seen.get(request.socket) !== current) {
      seen.set(request.socket, current)
      const problem = problemOf(request, current, trustProxy)
      if (problem !== undefined && !known.has(problem)) {
        known.add(problem)
        log.warn({ peer: request.socket.remoteAddress }, advice[problem])
      }
    }
    return clientAddress(request, current, trustProxy)
  }
}

const advice = {
  off: 'A proxy sends the addresses of its clients, but the setting ReverseProxyEnabled is off: limits and logs take all of them for one client. Switch it on: tollgate option set ReverseProxyEnabled true',
  untrusted:
    'Somebody who is no trusted proxy sends addresses of clients, which do not count. If it is your proxy, name it in TOLLGATE_TRUST_PROXY.',
}

/** Reports whether a request has forwarding headers, which strangers may send too. */
const hasForwarded = ({ headers }: AddressedRequest): boolean =>
  headers['x-forwarded-for'] !== undefined || headers['cf-connecting-ip'] !== undefined

function problemOf(
  { socket }: AddressedRequest,
  { ReverseProxyEnabled: isOn }: AddressOptions,
  trustProxy: readonly string[],
): keyof typeof advice | undefined {
  if (isTrustedProxy(socket.remoteAddress ?? '', trustProxy)) return isOn ? undefined : 'off'
  return isOn ? 'untrusted' : undefined
}
