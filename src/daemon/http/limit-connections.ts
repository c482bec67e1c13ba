import type { Server, Socket } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Config } from '../config/config.ts'
import { networkOf } from '../limits/network-of.ts'
import { isTrustedProxy } from './client-address.ts'

/** Share of all connections that one network may hold. Trusted proxies have no such limit. */
const NETWORK_SHARE = 0.25
/** Minimum time between two warnings. */
const WARNING_PERIOD_MS = 60_000

interface LimitConnectionsDeps {
  readonly config: Pick<Config, 'connectionsMax' | 'trustProxy'>
  readonly log: Pick<FastifyBaseLogger, 'warn'>
  readonly clock: Clock
}

/**
 * Limits the number of open connections. A connection takes memory and a file descriptor before its client is known, so
 * strangers could use up what running calls need. Connections above the limit are closed at once, and no network gets
 * so many that none are left for others.
 */
export function limitConnections(server: Server, { config, log, clock }: LimitConnectionsDeps): void {
  const { connectionsMax, trustProxy } = config
  const networkMax = Math.ceil(connectionsMax * NETWORK_SHARE)
  const counts = new Map<string, number>()
  let nextWarningMs = 0
  const warn = (details: Readonly<Record<string, unknown>>, message: string): void => {
    if (clock.now() < nextWarningMs) return
    nextWarningMs = clock.now() + WARNING_PERIOD_MS
    log.warn(details, message)
  }
  server.maxConnections = connectionsMax
  server.on('drop', () =>
    warn({ TOLLGATE_CONNECTIONS_MAX: connectionsMax }, 'too many connections: new ones are closed'),
  )
  server.on('connection', (socket: Socket) => {
    const { remoteAddress: address } = socket
    if (address === undefined || isTrustedProxy(address, trustProxy)) return
    const network = networkOf(address)
    const count = counts.get(network) ?? 0
    if (count >= networkMax) {
      warn({ network, connections: count }, 'too many connections from one network: new ones are closed')
      socket.destroy()
      return
    }
    counts.set(network, count + 1)
    socket.once('close', () => {
      const left = (counts.get(network) ?? 1) - 1
      if (left === 0) counts.delete(network)
      else counts.set(network, left)
    })
  })
}
