import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { type Clock, systemClock } from '../clock.ts'
import type { ChangeKind } from './change-kinds.ts'
import type { Database } from './database.ts'
import { createRedisRelay } from './redis-relay.ts'

export type { ChangeKind }
/** `ref` says which one, such as a token's id; '' = all, or not specified. */
export type ChangeListener = (ref: string) => void | Promise<void>

export interface ChangeFeed {
  /** Listeners may be called too often, because a change may be announced twice. */
  on(kind: ChangeKind, listener: ChangeListener): void
  /**
   * To be called after the commit: runs this daemon's listeners now and tells the others at once over Redis. Resolves
   * when the listeners are done, so that a caller who awaits it answers with the change in effect. Never rejects.
   */
  changed(kind: ChangeKind, ref?: string | number): Promise<void>
  /** Reads what other daemons announced since the last time. Runs by itself every `pollMs`; tests call it. */
  poll(): Promise<void>
  close(): Promise<void>
}

export interface ChangeFeedOptions {
  readonly redisUrl?: string | undefined
  /** How often to read other daemons' announcements; 0 = only on request. */
  readonly pollMs: number
  readonly clock?: Clock
  readonly log?: Pick<Logger, 'warn' | 'error'> | undefined
}

/** How far back announcements are read: ids are assigned before the commit, so a smaller one can appear later. */
const lookBackMs = 60_000
const keptMs = 3_600_000
const readMax = 1_000

/** Records a change in the caller's transaction, for the other daemons on the same database. */
export async function announce(
  trx: Knex,
  kind: ChangeKind,
  ref: string | number = '',
  clock: Clock = systemClock,
): Promise<void> {
  await trx('changes').insert({ kind, ref: String(ref), at_ms: clock.now() })
}

/**
 * Listens for changes: this daemon's own arrive at once, those of others within `pollMs`, or at once with Redis. Redis
 * only makes it faster; nothing is missed without it or while it is down. SQLite has one daemon, so there is no
 * polling.
 *
 * Create it before loading the data it watches: it hears everything announced from then on.
 */
export async function createChangeFeed(
  database: Pick<Database, 'engine' | 'knex'>,
  options: ChangeFeedOptions,
): Promise<ChangeFeed> {
  const { knex, engine } = database
  const { clock = systemClock, log } = options
  const listeners = new Map<ChangeKind, ChangeListener[]>()
  /** Ids already heard that are still within the look-back; `heardAt` is by this daemon's clock. */
  const heard = new Map<number, number>()
  let floor = 0
  let prunedMs = clock.now()
  let polling: Promise<void> | undefined

  async function tell(kind: ChangeKind, ref: string): Promise<void> {
    for (const listener of listeners.get(kind) ?? []) {
      try {
        await listener(ref)
      } catch (error) {
        log?.error({ err: error, kind, ref }, 'A listener for changes failed')
      }
    }
  }

  /** Marks new announcements as heard, page by page, so that a failure in between loses nothing. */
  async function readNew(hear: typeof tell): Promise<void> {
    const now = clock.now()
    for (let after = floor; ; ) {
      const rows: { id: number; kind: ChangeKind; ref: string }[] = await knex('changes')
        .where('id', '>', after)
        .orderBy('id')
        .limit(readMax)
        .select('id', 'kind', 'ref')
      for (const { id, kind, ref } of rows) {
        after = id
        if (heard.has(id)) continue
        heard.set(id, now)
        await hear(kind, ref)
      }
      if (rows.length < readMax) break
    }
    for (const [id, heardMs] of heard) {
      if (heardMs > now - lookBackMs) break
      heard.delete(id)
      floor = Math.max(floor, id)
    }
  }

  async function prune(): Promise<void> {
    const now = clock.now()
    if (now - prunedMs < keptMs) return
    prunedMs = now
    await knex('changes')
      .where('at_ms', '<', now - keptMs)
      .del()
  }

  async function poll(): Promise<void> {
    try {
      await readNew(tell)
      await prune()
    } catch (error) {
      // The store is down; what is announced in the meantime is read once it is back.
      log?.warn({ err: error }, 'Changes of other daemons could not be read')
    }
  }

  const pollOnce = (): Promise<void> => {
    polling ??= poll().finally(() => {
      polling = undefined
    })
    return polling
  }

  // A daemon that starts now loads what is already there, except for late commits, so there is no floor yet.
  const last: { id: number } | undefined = await knex('changes').orderBy('id', 'desc').first('id')
  floor = Math.max(0, (last?.id ?? 0) - readMax)
  await readNew(async () => undefined)

  const relay = options.redisUrl
    ? createRedisRelay(options.redisUrl, {
        heard: (kind, ref) => void tell(kind, ref),
        missed: () => void pollOnce(),
        log,
      })
    : undefined
  const interval =
    options.pollMs > 0 ? setInterval(pollOnce, engine === 'sqlite' ? keptMs : options.pollMs) : undefined
  interval?.unref()

  return {
    on(kind, listener) {
      listeners.set(kind, [...(listeners.get(kind) ?? []), listener])
    },
    async changed(kind, ref = '') {
      relay?.publish(kind, String(ref))
      await tell(kind, String(ref))
    },
    poll: pollOnce,
    async close() {
      clearInterval(interval)
      relay?.close()
      await polling
    },
  }
}
