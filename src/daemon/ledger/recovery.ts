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
  /** For heartbeats: they must not wait behind other statements. */
  readonly beats: Knex
  readonly ledger: Ledger
  readonly instanceId: string
  readonly clock: Clock
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>
  /**
   * Called when a peer declared this daemon dead: stop admission, settle running requests, exit, start again under a
   * new id.
   */
  readonly onFenced: () => void
  /** Called when a heartbeat was written, with the time by `elapsedMs` at which it was sent. */
  readonly onBeat?: (sentMs: number) => void
  /** Runs `work` about every `ms` until the returned function is called; tests drive it by hand. */
  readonly every?: (ms: number, work: () => void) => () => void
  /** Milliseconds of a monotonic clock. */
  readonly elapsedMs?: () => number
}

export interface RecoveryCounts {
  /** Holds of daemons that died, settled at what they had earned. */
  orphans: number
  /** Holds past their deadline although their daemon is alive. Each is a leak and worth a look. */
  overdue: number
  fencedPeers: number
}

export interface Recovery {
  readonly counts: Readonly<RecoveryCounts>
  readonly isFenced: boolean
  /** Sends a heartbeat and fences silent peers, then recovers the holds of dead ones and releases overdue holds. */
  pass(): Promise<void>
  /** Ends the rounds and signs this daemon off. Call it after the ledger is drained. */
  stop(): Promise<void>
}

/**
 * Makes sure that no hold outlives its daemon by more than a minute.
 *
 * On SQLite the file belongs to one daemon at a time, so every hold with another id is an orphan. All of them are
 * settled before this resolves, that is, before anything listens. On PostgreSQL every daemon sends heartbeats, and any
 * other may declare a silent one dead; the first daemon to see its holds settles them. Beats have their own connection
 * and their own rounds: a table that is locked keeps holds from being settled, but must not make a daemon look dead.
 * Settling is idempotent, and a daemon that had only been asleep books just the difference (`late`).
 *
 * @throws what the store throws; nothing may listen without recovery
 */
export async function startRecovery(options: RecoveryOptions): Promise<Recovery> {
  const { engine, knex, beats, ledger, instanceId, clock, log, onFenced } = options
  const every = options.every ?? repeat
  const isPostgres = engine === 'postgres'
  const elapsedMs = options.elapsedMs ?? (() => performance.now())
  const watch = createSilenceWatch(elapsedMs)
  const counts: RecoveryCounts = { orphans: 0, overdue: 0, fencedPeers: 0 }
  let isFenced = false
  /** On SQLite nobody can leave orphans while this daemon runs, so once is enough. */
  let hasLooked = false

  /** @returns how many holds were settled now, by us or by somebody else at the same time */
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
        // An allowance is only freed: it is no request, and nothing was lost with it.
        if (outcome.ok && outcome.note !== undefined) settled += 1
        else if (!outcome.ok && outcome.reason !== 'no-hold')
          log.error({ holdId: ids[index], reason: outcome.reason }, 'a hold cannot be recovered')
      })
      // Page by id instead of "until none are left": a hold that cannot be settled must not block the rest.
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
    // Not among the beats: it looks at the holds, and they may be locked.
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

/** Runs of `work` that never overlap: who asks during one gets its result. */
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
