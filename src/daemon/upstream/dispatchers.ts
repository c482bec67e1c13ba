import type { Dispatcher } from 'undici'
import connectThrough from 'undici/lib/api/api-connect.js'
import buildConnector from 'undici/lib/core/connect.js'
import Pool from 'undici/lib/dispatcher/pool.js'
import ProxyAgent from 'undici/lib/dispatcher/proxy-agent.js'
import Socks5ProxyAgent from 'undici/lib/dispatcher/socks5-proxy-agent.js'
import type { Clock } from '../clock.ts'
import type { AddressGuard } from './guarded-connector.ts'
import { splitUrl } from './split-url.ts'

/** The facts about a channel that a connection pool needs. */
export interface PoolOwner {
  readonly id: number
  readonly setting: { readonly proxy?: string; readonly noConnectionReuse?: boolean }
}

/** After an origin sent an unsolicited response, it gets one connection per request for this long. */
const DISTRUST_MS = 3_600_000

const CONNECT_TIMEOUT_MS = 10_000

/**
 * Connection pools, one per (channel, origin): no connection ever carries two channels' requests.
 *
 * HTTP/1.1 responses have no id, so an unsolicited response from an upstream shifts every later one on that socket.
 * undici reports such bytes as a bad response when it disconnects; from then on, for an hour, that origin gets one
 * connection per request (GHSA-35p6-xmwp-9g52 is the same hole seen from the library's side).
 */
export class Dispatchers {
  readonly #pools = new Map<string, Dispatcher>()
  readonly #distrustedUntil = new Map<string, number>()
  readonly #clock: Clock
  readonly #onDistrust: (origin: string, channelId: number) => void
  readonly #guard: AddressGuard

  constructor(clock: Clock, guard: AddressGuard, onDistrust: (origin: string, channelId: number) => void) {
    this.#clock = clock
    this.#guard = guard
    this.#onDistrust = onDistrust
  }

  /** Returns the dispatcher for this channel's calls to this URL. */
  of(channel: PoolOwner, url: string): Dispatcher {
    const { origin } = splitUrl(url)
    const isSingleUse =
      channel.setting.noConnectionReuse === true ||
      (this.#distrustedUntil.get(origin) ?? 0) > this.#clock.now()
    const key = `${channel.id} ${isSingleUse ? '1' : 'n'} ${channel.setting.proxy ?? ''} ${origin}`
    const known = this.#pools.get(key)
    if (known) return known
    const made = this.#make(channel, origin, isSingleUse)
    this.#pools.set(key, made)
    return made
  }

  /** Closes the pools of a channel that was changed or deleted; running calls finish. */
  forget(channelId: number): void {
    for (const [key, pool] of this.#pools) {
      if (!key.startsWith(`${channelId} `)) continue
      this.#pools.delete(key)
      pool.close().catch(() => pool.destroy())
    }
  }

  async close(): Promise<void> {
    const pools = [...this.#pools.values()]
    this.#pools.clear()
    await Promise.all(pools.map((each) => each.destroy()))
  }

  #make(channel: PoolOwner, origin: string, isSingleUse: boolean): Dispatcher {
    const pipelining = isSingleUse ? 0 : 1
    const { proxy } = channel.setting
    const dispatcher = proxy
      ? this.#makeProxied(proxy, origin, pipelining)
      : new Pool(origin, {
          pipelining,
          connect: this.#guard.connector(CONNECT_TIMEOUT_MS),
          allowH2: false,
          connections: null,
          keepAliveTimeout: 30_000,
        })
    dispatcher.on('disconnect', (_origin, _targets, error) => {
      if (!isBadResponse(error)) return
      this.#distrustedUntil.set(origin, this.#clock.now() + DISTRUST_MS)
      this.#onDistrust(origin, channel.id)
    })
    return dispatcher
  }

  /**
   * Checks the hosts as far as possible: a proxy resolves names in its own network, so an origin can only be checked if
   * it is a literal address.
   */
  #makeProxied(proxy: string, origin: string, pipelining: number): Dispatcher {
    const hosts = [origin, proxy].map((address) => new URL(address).hostname)
    const refusal = hosts.map((host) => this.#guard.refusalOf(host)).find(Boolean)
    if (refusal) return new Pool(origin, { connect: (_options, done) => done(refusal, null) })
    const connectTimeout = CONNECT_TIMEOUT_MS
    if (proxy.startsWith('socks')) return new Pool(origin, { pipelining, connect: this.#throughSocks(proxy) })
    return new ProxyAgent({
      uri: proxy,
      pipelining,
      connectTimeout,
      allowH2: false,
      proxyTls: { timeout: connectTimeout, lookup: this.#guard.lookup },
      clientFactory: (address, options) => new TunnelPool(address, options as Pool.Options),
    })
  }

  /**
   * Leaves only the tunnel to undici's agent; TLS is set up separately. The agent would send the server name even if it
   * is an IP address, which is not allowed (RFC 6066, 3) and which Node refuses.
   */
  #throughSocks(proxy: string): buildConnector.connector {
    const timeout = CONNECT_TIMEOUT_MS
    // Not `proxyTls`: with it, undici speaks TLS to the proxy.
    const agent = new Socks5ProxyAgent(proxy, {
      connect: this.#guard.connector(timeout),
      connectTimeout: timeout,
    })
    const secure = buildConnector({ timeout, allowH2: false })
    return (options, done) => {
      const { hostname, port, protocol } = options
      const isSecure = protocol === 'https:'
      agent
        .createSocks5Connection(hostname, Number(port) || (isSecure ? 443 : 80))
        .then((socket) => (isSecure ? secure({ ...options, httpSocket: socket }, done) : done(null, socket)))
        .catch((error: Error) => done(error, null))
    }
  }
}

/** Connections to a proxy, for tunnels. undici adds `connect` to its pools in its main file, which is not loaded. */
class TunnelPool extends Pool {
  override connect = connectThrough as Pool['connect']
}

/** Recognizes an unsolicited response, or bytes after the end of a response. */
function isBadResponse(error: Error | undefined): boolean {
  return (
    (error as { code?: string } | undefined)?.code === 'UND_ERR_SOCKET' &&
    /bad response/i.test(error?.message ?? '')
  )
}
