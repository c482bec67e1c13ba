import { type Dispatcher, Pool, ProxyAgent, Socks5ProxyAgent } from 'undici'
import type { Clock } from '../clock.ts'
import { splitUrl } from './exchange.ts'

/** What a connection pool needs to know about a channel. */
export interface PoolOwner {
  readonly id: number
  readonly setting: { readonly proxy?: string; readonly noConnectionReuse?: boolean }
}

/** How long an origin that sent an unsolicited answer gets one connection per request. */
const DISTRUST_MS = 3_600_000

/**
 * Connection pools, one per (channel, origin): no connection ever carries two channels' requests.
 *
 * HTTP/1.1 answers have no id, so an unsolicited answer from an upstream shifts every later one on that socket. undici
 * reports such bytes as a bad response when it disconnects; from then on, for an hour, that origin gets one connection
 * per request (GHSA-35p6-xmwp-9g52 is the same hole seen from the library's side).
 */
export class Dispatchers {
  readonly #pools = new Map<string, Dispatcher>()
  readonly #distrustedUntil = new Map<string, number>()
  readonly #clock: Clock
  readonly #onDistrust: (origin: string, channelId: number) => void

  constructor(clock: Clock, onDistrust: (origin: string, channelId: number) => void) {
    this.#clock = clock
    this.#onDistrust = onDistrust
  }

  /** The dispatcher for a call of this channel to this address. */
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
    const common = { pipelining: isSingleUse ? 0 : 1, connect: { timeout: 10_000 }, allowH2: false } as const
    const proxy = channel.setting.proxy
    const dispatcher = proxy
      ? proxy.startsWith('socks')
        ? new Socks5ProxyAgent(proxy, { pipelining: common.pipelining })
        : new ProxyAgent({ uri: proxy, ...common })
      : new Pool(origin, { ...common, connections: null, keepAliveTimeout: 30_000 })
    dispatcher.on('disconnect', (_origin, _targets, error) => {
      if (!isBadResponse(error)) return
      this.#distrustedUntil.set(origin, this.#clock.now() + DISTRUST_MS)
      this.#onDistrust(origin, channel.id)
    })
    return dispatcher
  }
}

/** An unsolicited answer, or bytes after the end of one. */
function isBadResponse(error: Error | undefined): boolean {
  return (
    (error as { code?: string } | undefined)?.code === 'UND_ERR_SOCKET' &&
    /bad response/i.test(error?.message ?? '')
  )
}
