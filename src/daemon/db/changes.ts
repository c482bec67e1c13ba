import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { type Clock, systemClock } from '../clock.ts'
import type { Siblings } from '../workers/siblings.ts'
import { type ChangeKind, changeKinds } from './change-kinds.ts'
import type { Database } from './database.ts'
import { createRedisRelay } from './redis-relay.ts'

export type { ChangeKind }
/** Called with the changed object, such as a token's id; '' = all, or not specified. */
export type ChangeListener = (ref: string) => void | Promise<void>

export interface ChangeFeed {
  /**
   * Registers a listener. It may be called too often, because a change may be announced twice. A listener that throws
   * or rejects is called again at each poll until it succeeds.
   */
  on(kind: ChangeKind, listener: ChangeListener): void
  /**
   * Runs this daemon's listeners now and tells the others at once over Redis. Call it after the commit. Resolves when
   * the listeners are done, so that a caller who awaits it responds with the change in effect. Never rejects.
   */
  changed(kind: ChangeKind, ref?: string | number): Promise<void>
  /**
   * Reads everything that other daemons announced before this call, and repeats the listeners that failed before. The
   * feed also polls by itself every `pollMs`. Never rejects.
   */
  poll(): Promise<void>
  close(): Promise<void>
}

export interface ChangeFeedOptions {
  readonly redisUrl?: string | undefined
  /** How often to poll; 0 = only on request. */
  readonly pollMs: number
  /** The other workers of this daemon: a change is in effect in them too when `changed` resolves. */
  readonly siblings?: Siblings
  readonly clock?: Clock
  readonly log?: Pick<Logger, 'warn' | 'error'> | undefined
}

/** How far back announcements are read: ids are assigned before the commit, so a smaller one can appear later. */
const lookBackMs = 60_000
const keptMs = 3_600_000
const readMax = 1_000

/** A change that not all listeners have handled yet. */
interface Due {
  readonly kind: ChangeKind
  readonly ref: string
  /** How often the change was announced, and the last of these announcements that the listeners have handled. */
  announced: number
  applied: number
  /** Running calls of the listeners. */
  running: number
}

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
 * only makes it faster; nothing is missed without it or while it is down. A change counts as handled only when every
 * listener has succeeded; until then, each poll repeats it. SQLite has one daemon, so nothing is read from its
 * database.
 *
 * Create the feed before loading the data it watches: it handles everything announced from then on.
 */
export async function createChangeFeed(
  database: Pick<Database, 'engine' | 'knex'>,
  options: ChangeFeedOptions,
): Promise<ChangeFeed> {
  const { knex, engine } = database
  const { clock = systemClock, log } = options
  const listeners = new Map<ChangeKind, ChangeListener[]>()
  /** Ids already handled that are still within the look-back, with the time of handling by this daemon's clock. */
  const heard = new Map<number, number>()
  const dues = new Map<string, Due>()
  let floor = 0
  let prunedMs = clock.now()
  let readMs = clock.now()
  let polling: Promise<void> | undefined
  let following: Promise<void> | undefined

  function note(kind: ChangeKind, ref: string): Due {
    const key = `${kind}\n${ref}`
    const due = dues.get(key) ?? { kind, ref, announced: 0, applied: 0, running: 0 }
    due.announced += 1
    dues.set(key, due)
    return due
  }

  /** @returns whether the listeners have handled the newest announcement as of their call */
  async function apply(due: Due): Promise<boolean> {
    const { kind, ref, announced } = due
    const key = `${kind}\n${ref}`
    // While the daemon starts, there are no listeners: what is being loaded now may be older than the change.
    const called = listeners.get(kind) ?? []
    let isApplied = called.length > 0
    due.running += 1
    for (const listener of called) {
      try {
        await listener(ref)
      } catch (error) {
        isApplied = false
        log?.error({ err: error, kind, ref }, 'A listener for changes failed; it is called again')
      }
    }
    due.running -= 1
    if (isApplied) due.applied = Math.max(due.applied, announced)
    if (due.applied === due.announced && dues.get(key) === due) dues.delete(key)
    return isApplied
  }

  /**
   * Calls the listeners of due changes. Stops at the first failure, because the database is probably unavailable and
   * the next poll comes soon.
   */
  async function applyDue(): Promise<void> {
    for (const [key, due] of [...dues]) {
      if (due.running > 0 || !listeners.has(due.kind) || (await apply(due))) continue
      // Move it to the end, so that a change that always fails does not keep the others waiting.
      if (dues.get(key) === due && dues.delete(key)) dues.set(key, due)
      return
    }
  }

  /** Reads new announcements, page by page, so that a failure in between loses nothing. */
  async function readNew(hear: (kind: ChangeKind, ref: string) => void): Promise<void> {
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
        hear(kind, ref)
      }
      if (rows.length < readMax) break
    }
    for (const [id, heardMs] of heard) {
      if (heardMs > now - lookBackMs) break
      heard.delete(id)
      floor = Math.max(floor, id)
    }
    // A daemon that has not read for this long may have missed announcements that are deleted by now.
    if (now - readMs > keptMs / 2) for (const kind of changeKinds) hear(kind, '')
    readMs = now
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
      if (engine === 'postgres') await readNew(note)
      await prune()
    } catch (error) {
      // The database is down; what is announced in the meantime is read once it is back.
      log?.warn({ err: error }, 'Changes of other daemons could not be read')
    }
    await applyDue()
  }

  const pollOnce = (): Promise<void> => {
    polling ??= poll().finally(() => {
      polling = undefined
    })
    return polling
  }

  /**
   * Starts a poll that reads the newest announcement, which a poll already running may miss. One more poll runs after
   * that, for all callers that have asked by then.
   */
  const pollFromNow = (): Promise<void> => {
    if (polling === undefined) return pollOnce()
    following ??= polling.then(() => {
      following = undefined
      return pollOnce()
    })
    return following
  }

  // A starting daemon loads the current data, but late commits may still appear, so the floor is below the last id.
  const last: { id: number } | undefined = await knex('changes').orderBy('id', 'desc').first('id')
  floor = Math.max(0, (last?.id ?? 0) - readMax)
  await readNew(() => undefined)

  const relay = options.redisUrl
    ? await createRedisRelay(options.redisUrl, {
        heard: (kind, ref) => void apply(note(kind, ref)),
        missed: () => void pollFromNow(),
        log,
      })
    : undefined
  const tellSiblings = options.siblings?.share('change', ({ kind, ref }: { kind: ChangeKind; ref: string }) =>
    apply(note(kind, ref)),
  )
  const interval = options.pollMs > 0 ? setInterval(pollOnce, options.pollMs) : undefined
  interval?.unref()

  return {
    on(kind, listener) {
      listeners.set(kind, [...(listeners.get(kind) ?? []), listener])
    },
    async changed(kind, ref = '') {
      relay?.publish(kind, String(ref))
      await Promise.all([apply(note(kind, String(ref))), tellSiblings?.({ kind, ref: String(ref) })])
    },
    poll: pollFromNow,
    async close() {
      clearInterval(interval)
      relay?.close()
      await (following ?? polling)
    },
  }
}
