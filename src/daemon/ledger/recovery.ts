import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import { beat, fence, forgetDeadPeers, readBeats, register, retire } from './instances.ts'
import type { Ledger } from './operations.ts'
import { findOrphans, findOverdue } from './orphans.ts'
import { createSilenceWatch } from './silence.ts'

const BEAT_MS = 5_000

export interface RecoveryOptions {
  readonly engine: 'sqlite' | 'postgres'
  readonly knex: Knex
  /** Connection for heartbeats, which must not wait behind other statements. */
  readonly beats: Knex
  readonly ledger: Ledger
  readonly instanceId: string
  readonly clock: Clock
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>
  /**
   * Called when a peer has declared this daemon dead. It must then stop admitting requests, settle the running ones, exit and
   * start again with a new id.
   */
  readonly onFenced: () => void
  /** Called when a heartbeat was written. `sentMs` is the time at which it was sent, by `elapsedMs`. */
  readonly onBeat?: (sentMs: number) => void
  /** Runs `work` about every `ms` until the returned function is called; tests drive it by hand. */
  readonly every?: (ms: number, work: () => void) => () => void
  /** Milliseconds of a monotonic clock. */
  readonly elapsedMs?: () => number
}

export interface RecoveryCounts {
  /** Holds of dead daemons that were settled at their accrued amounts. */
  orphans: number
  /** Holds past their deadline whose daemon is alive. Each is a leak and worth investigating. */
  overdue: number
  fencedPeers: number
}

export interface Recovery {
  readonly counts: Readonly<RecoveryCounts>
  readonly isFenced: boolean
  /** Sends a heartbeat and fences silent peers, then recovers the holds of dead ones and releases overdue holds. */
  pass(): Promise<void>
  /** Stops the timers and signs this daemon off. Call it after the ledger is drained. */
  stop(): Promise<void>
}

/**
 * Makes sure that no hold outlives its daemon by more than a minute.
 *
 * An SQLite file belongs to one daemon at a time, so every hold with another instance id is an orphan. All of them are
 * settled before this resolves, that is, before the daemon listens. On PostgreSQL every daemon sends heartbeats, and any
 * other may declare a silent one dead; the first daemon to find its holds settles them. Heartbeats have their own
 * connection and timer, so that a locked table, which delays settling, does not make a daemon look dead. Settling is
 * idempotent, and a daemon that was only suspended later books just the difference (`late`).
 *
 * @throws database errors; the daemon must not listen without recovery
 */
export async function startRecovery(options: RecoveryOptions): Promise<Recovery> {
  const { engine, knex, beats, ledger, instanceId, clock, log, onFenced } = options
  const every = options.every ?? repeat
  const isPostgres = engine === 'postgres'
  const elapsedMs = options.elapsedMs ?? (() => performance.now())
  const watch = createSilenceWatch(elapsedMs)
  const counts: RecoveryCounts = { orphans: 0, overdue: 0, fencedPeers: 0 }
  let isFenced = false
  /** True after the first search on SQLite: no new orphans can appear there while this daemon runs. */
  let hasLooked = false

  /** @returns the number of holds that were settled, by this daemon or by another one at the same time */
  const recoverAll = async (find: (after: string) => Promise<readonly string[]>): Promise<number> => {
    let settled = 0
    for (let after = ''; ; ) {
      const ids = await find(after)
      const last = ids.at(-1)
      if (last === undefined) return settled
      const outcomes = await Promise.all(
        ids.map((id) => ledger.submit({ op: 'recover', id, atMs: clock.now() })),
      )
      outcomes.forEach((outcome, index) => {
        // Allowances do not count: they belong to no request, and nothing was lost with them.
        if (outcome.ok && outcome.note !== undefined) settled += 1
        else if (!outcome.ok && outcome.reason !== 'no-hold')
          log.error({ holdId: ids[index], reason: outcome.reason }, 'a hold cannot be recovered')
      })
      // Page by id instead of looping until none are left, so that a hold that cannot be settled does not block the rest.
      after = last
    }
  }

  const beatOnce = async (): Promise<void> => {
    if (!isPostgres || isFenced) return
    try {
      const sentMs = elapsedMs()
      if (!(await beat(beats, instanceId))) {
        isFenced = true
        log.error({ instanceId }, 'a peer has declared this daemon dead: it admits nothing more')
        return onFenced()
      }
      options.onBeat?.(sentMs)
      const fenced = await fence(beats, watch.look(await readBeats(beats, instanceId)))
      counts.fencedPeers += fenced.length
      for (const peer of fenced) log.warn({ peer }, 'a daemon fell silent: its holds are settled now')
    } catch (error) {
      watch.startOver()
      throw error
    }
  }

  const settleLost = async (): Promise<void> => {
    const mayFindOrphans = isPostgres ? !isFenced : !hasLooked
    const orphans = mayFindOrphans
      ? await recoverAll((after) => findOrphans(knex, engine, instanceId, after))
      : 0
    hasLooked = true
    const overdue = await recoverAll((after) => findOverdue(knex, instanceId, clock.now(), after))
    counts.orphans += orphans
    counts.overdue += overdue
    if (orphans > 0) log.warn({ holds: orphans }, 'settled the holds of a daemon that died')
    // Not part of the heartbeats, because it reads the holds, which may be locked.
    if (mayFindOrphans && isPostgres) await forgetDeadPeers(knex)
    if (overdue > 0) log.error({ holds: overdue }, 'holds past their deadline: a request was never settled')
  }

  const beating = oneAtATime(beatOnce)
  const settling = oneAtATime(settleLost)
  const pass = async (): Promise<void> => {
    await beating.run()
    await settling.run()
  }
  const goOn = (error: unknown): void => log.warn({ err: error }, 'recovery could not look; it tries again')

  if (isPostgres) await register(beats, instanceId)
  await pass()
  const cancels = [beating, settling].map(({ run }) => every(BEAT_MS, () => void run().catch(goOn)))

  return {
    counts,
    get isFenced() {
      return isFenced
    },
    pass,
    async stop() {
      for (const cancel of cancels) cancel()
      await Promise.all([beating.idle(), settling.idle()])
      if (isPostgres) await retire(beats, instanceId)
    },
  }
}

/** Makes runs of `work` never overlap. A call during a run returns the result of that run. */
function oneAtATime(work: () => Promise<void>): { run(): Promise<void>; idle(): Promise<void> } {
  let running: Promise<void> | undefined
  return {
    run() {
      running ??= work().finally(() => {
        running = undefined
      })
      return running
    },
    idle: async () => running?.catch(() => undefined),
  }
}

function repeat(ms: number, work: () => void): () => void {
  const timer = setInterval(work, ms)
  timer.unref()
  return () => clearInterval(timer)
}
