import { namedOperations } from '../../channel-types/named-operations.ts'
import type { Channel } from '../../channel-types/types.ts'
import type { Clock } from '../../clock.ts'
import { noSiblings, type Siblings } from '../../workers/siblings.ts'

/** How long a channel that failed is tried after the others. */
const LATELY_MS = 5_000
/** A longer `Retry-After` is reduced to this. */
const COOLING_MS_MAX = 60_000
/** After this many failures in a row, a channel gets only one probe request per interval. */
const OPEN_AFTER_FAILURES = 30
const OPEN_MS = 1_000
/** How long a refused key is set aside while the channel has others. */
const KEY_ASIDE_MS = 600_000

/** A cool-down that an upstream asked for, for one model of a channel. */
interface Cooling {
  readonly channelId: number
  readonly model: string
  readonly untilMs: number
}

/** A key that was refused. */
interface KeyAside {
  readonly channelId: number
  readonly key: string
  readonly untilMs: number
}

/** The kind of calls that failures are counted for: a vendor whose images fail may still handle conversations. */
export interface Service {
  readonly channelId: number
  /** The requested name. */
  readonly model: string
  readonly operation: string
}

interface Failures {
  inARow: number
  openUntilMs: number
}

interface ChannelHealth {
  nextKey: number
  /** By the {@link kindOf} the operation. */
  readonly failures: Map<string, Failures>
  readonly keysAside: Map<string, number>
}

const CONVERSATIONS: ReadonlySet<string> = new Set(['chat', 'messages', 'generate', 'responses'])

/** All conversation formats count as one service: whichever one a client uses, the vendor's calls are the same. */
const kindOf = (operation: string): string => (CONVERSATIONS.has(operation) ? 'conversation' : operation)

const nameOf = ({ channelId, model, operation }: Service): string =>
  `${channelId} ${kindOf(operation)} ${model}`

export interface HealthReport {
  readonly failuresInARow: number
  /** Whether the channel gets no requests except one probe a second. */
  readonly isFailing: boolean
  readonly failedLately: boolean
  /** 0 = not cooling. */
  readonly coolingSeconds: number
  readonly usableKeys: number
}

/**
 * What this daemon has recently observed of its upstreams; deliberately kept in memory. A wrong guess costs one attempt
 * and corrects itself; what must last (automatic disabling) is written to the channel. Workers of one daemon share
 * cool-downs and refused keys, but each counts failures separately.
 */
export class Health {
  readonly #clock: Clock
  readonly #channels = new Map<number, ChannelHealth>()
  /** The end of each cool-down that an upstream asked for, by `channel model`. */
  readonly #coolingUntil = new Map<string, number>()
  /** The time of the last failure, by `channel kind model`. */
  readonly #failedAt = new Map<string, number>()
  readonly #tellCooling: (cooling: Cooling) => void
  readonly #tellKeyAside: (aside: KeyAside) => void

  constructor(clock: Clock, siblings: Siblings = noSiblings) {
    this.#clock = clock
    this.#tellCooling = siblings.share('cooling', (cooling: Cooling) => this.#cool(cooling))
    this.#tellKeyAside = siblings.share('key aside', (aside: KeyAside) => this.#putAside(aside))
  }

  isCooling(channelId: number, model: string): boolean {
    return this.#coolingUntil.size > 0 && this.coolingSeconds(channelId, model) > 0
  }

  coolingSeconds(channelId: number, model: string): number {
    const until = this.#coolingUntil.get(`${channelId} ${model}`)
    if (until === undefined) return 0
    return Math.max(0, Math.ceil((until - this.#clock.now()) / 1000))
  }

  failedLately(service: Service): boolean {
    if (this.#failedAt.size === 0) return false
    const at = this.#failedAt.get(nameOf(service))
    return at !== undefined && this.#clock.now() - at < LATELY_MS
  }

  /**
   * Whether nothing is sent because of many failures in a row, except one probe a second. The call that lets a probe
   * through returns false.
   */
  isOpen({ channelId, operation }: Omit<Service, 'model'>): boolean {
    const state = this.#channels.get(channelId)?.failures.get(kindOf(operation))
    if (!state || state.inARow < OPEN_AFTER_FAILURES) return false
    const now = this.#clock.now()
    if (now < state.openUntilMs) return true
    state.openUntilMs = now + OPEN_MS
    return false
  }

  hasUsableKey(channel: Channel): boolean {
    return channel.keys.length === 1 || this.#usableKeys(channel).length > 0
  }

  /** Reports the state of a channel for one model and its operation. Changes nothing, unlike {@link isOpen}. */
  describe(channel: Channel, model: string): HealthReport {
    const operation = namedOperations(model)[0] ?? 'chat'
    const failuresInARow = this.#channels.get(channel.id)?.failures.get(kindOf(operation))?.inARow ?? 0
    return {
      failuresInARow,
      isFailing: failuresInARow >= OPEN_AFTER_FAILURES,
      failedLately: this.failedLately({ channelId: channel.id, model, operation }),
      coolingSeconds: this.coolingSeconds(channel.id, model),
      usableKeys: channel.keys.length === 1 ? 1 : this.#usableKeys(channel).length,
    }
  }

  /** Takes the next key in turn, skipping those set aside unless all are. */
  takeKey(channel: Channel): string {
    const only = channel.keys[0] ?? ''
    if (channel.keys.length <= 1) return only
    const keys = this.keysInUse(channel)
    const state = this.#of(channel.id)
    const key = keys[state.nextKey % keys.length] ?? only
    state.nextKey += 1
    return key
  }

  /** Returns the keys of a channel that are not set aside, or all of them if there are no others. */
  keysInUse(channel: Channel): readonly string[] {
    const usable = this.#usableKeys(channel)
    return usable.length > 0 ? usable : channel.keys
  }

  noteSuccess(service: Service): void {
    this.#channels.get(service.channelId)?.failures.delete(kindOf(service.operation))
    if (this.#failedAt.size > 0) this.#failedAt.delete(nameOf(service))
  }

  /** @param retryAfterSeconds requested by a 429; undefined if nothing was requested */
  noteFailure(service: Service, retryAfterSeconds: number | undefined): void {
    const { channelId, model, operation } = service
    const now = this.#clock.now()
    const { failures } = this.#of(channelId)
    const state = failures.get(kindOf(operation)) ?? { inARow: 0, openUntilMs: 0 }
    failures.set(kindOf(operation), state)
    state.inARow += 1
    if (state.inARow === OPEN_AFTER_FAILURES) state.openUntilMs = now + OPEN_MS
    this.#failedAt.set(nameOf(service), now)
    if (this.#failedAt.size > 10_000) this.#failedAt.clear()
    if (retryAfterSeconds === undefined || retryAfterSeconds <= 0) return
    const cooling = { channelId, model, untilMs: now + Math.min(retryAfterSeconds * 1000, COOLING_MS_MAX) }
    this.#cool(cooling)
    this.#tellCooling(cooling)
  }

  /** @returns whether the channel has no usable key left */
  putKeyAside(channel: Channel, key: string): boolean {
    const aside = { channelId: channel.id, key, untilMs: this.#clock.now() + KEY_ASIDE_MS }
    this.#putAside(aside)
    this.#tellKeyAside(aside)
    return this.#usableKeys(channel).length === 0
  }

  /** Forgets what was observed of a channel, because it was edited or enabled again. */
  forget(channelId: number): void {
    this.#channels.delete(channelId)
    const prefix = `${channelId} `
    for (const map of [this.#coolingUntil, this.#failedAt])
      for (const key of map.keys()) if (key.startsWith(prefix)) map.delete(key)
  }

  #cool({ channelId, model, untilMs }: Cooling): void {
    this.#coolingUntil.set(`${channelId} ${model}`, untilMs)
    if (this.#coolingUntil.size > 10_000) this.#coolingUntil.clear()
  }

  #putAside({ channelId, key, untilMs }: KeyAside): void {
    this.#of(channelId).keysAside.set(key, untilMs)
  }

  #usableKeys(channel: Channel): readonly string[] {
    const aside = this.#channels.get(channel.id)?.keysAside
    if (!aside || aside.size === 0) return channel.keys
    const now = this.#clock.now()
    return channel.keys.filter((key) => (aside.get(key) ?? 0) <= now)
  }

  #of(channelId: number): ChannelHealth {
    const known = this.#channels.get(channelId)
    if (known) return known
    const made: ChannelHealth = { nextKey: 0, failures: new Map(), keysAside: new Map() }
    this.#channels.set(channelId, made)
    return made
  }
}
