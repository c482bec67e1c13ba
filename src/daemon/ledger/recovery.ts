import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import { beat, fenceSilentPeers, forgetDeadPeers, register, retire } from './instances.ts'
import type { Ledger } from './operations.ts'
import { findOrphans, findOverdue } from './orphans.ts'

const BEAT_MS = 5_000

export interface RecoveryOptions {
  readonly engine: 'sqlite' | 'postgres'
  readonly knex: Knex
  readonly ledger: Ledger
  readonly instanceId: string
  readonly clock: Clock
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>
  /**
   * Called when a peer declared this daemon dead: stop admission, settle running requests, exit, start again under a
   * new id.
   */
  readonly onFenced: () => void
  /** Runs `work` about every `ms` until the returned function is called; tests drive it by hand. */
  readonly every?: (ms: number, work: () => void) => () => void
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
  /** One round: send a heartbeat, fence silent peers, recover the holds of dead ones, release overdue holds. */
  pass(): Promise<void>
  /** Ends the rounds and signs this daemon off. Call it after the ledger is drained. */
  stop(): Promise<void>
}

/**
 * Makes sure that no hold outlives its daemon by more than a minute.
 *
 * On SQLite the file belongs to one daemon at a time, so every hold with another id is an orphan. All of them are
 * settled before this resolves, that is, before anything listens. On PostgreSQL every daemon sends heartbeats by the
 * database's clock, and any other may declare a silent one dead; the first daemon to see its holds settles them.
 * Settling is idempotent, and a daemon that had only been asleep books just the difference (`late`).
 *
 * @throws what the store throws; nothing may listen without recovery
 */
export async function startRecovery(options: RecoveryOptions): Promise<Recovery> {
  const { engine, knex, ledger, instanceId, clock, log, onFenced } = options
  const every = options.every ?? repeat
  const isPostgres = engine === 'postgres'
  const counts: RecoveryCounts = { orphans: 0, overdue: 0, fencedPeers: 0 }
  let isFenced = false
  /** On SQLite nobody can leave orphans while this daemon runs, so once is enough. */
  let hasLooked = false
  let running: Promise<void> | undefined

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
        if (outcome.ok && !outcome.replayed) settled += 1
        else if (!outcome.ok && outcome.reason !== 'no-hold')
          log.error({ holdId: ids[index], reason: outcome.reason }, 'a hold cannot be recovered')
      })
      // Page by id instead of "until none are left": a hold that cannot be settled must not block the rest.
      after = last
    }
  }

  const round = async (): Promise<void> => {
    if (isPostgres && !isFenced && !(await beat(knex, instanceId))) {
      isFenced = true
      log.error({ instanceId }, 'a peer has declared this daemon dead: it admits nothing more')
      onFenced()
    }
    if (isPostgres && !isFenced) {
      const fenced = await fenceSilentPeers(knex, instanceId)
      counts.fencedPeers += fenced.length
      for (const peer of fenced) log.warn({ peer }, 'a daemon fell silent: its holds are settled now')
    }
    const mayFindOrphans = isPostgres ? !isFenced : !hasLooked
    const orphans = mayFindOrphans
      ? await recoverAll((after) => findOrphans(knex, engine, instanceId, after))
      : 0
    hasLooked = true
    const overdue = await recoverAll((after) => findOverdue(knex, instanceId, clock.now(), after))
    counts.orphans += orphans
    counts.overdue += overdue
    if (orphans > 0) log.warn({ holds: orphans }, 'settled the holds of a daemon that died')
    if (overdue > 0) log.error({ holds: overdue }, 'holds past their deadline: a request was never settled')
    if (isPostgres && !isFenced) await forgetDeadPeers(knex)
  }

  const pass = (): Promise<void> => {
    running ??= round().finally(() => {
      running = undefined
    })
    return running
  }

  if (isPostgres) await register(knex, instanceId)
  await pass()
  const cancel = every(BEAT_MS, () => {
    pass().catch((error: unknown) => log.warn({ err: error }, 'recovery could not look; it tries again'))
  })

  return {
    counts,
    get isFenced() {
      return isFenced
    },
    pass,
    async stop() {
      cancel()
      await running?.catch(() => undefined)
      if (isPostgres) await retire(knex, instanceId)
    },
  }
}

function repeat(ms: number, work: () => void): () => void {
  const timer = setInterval(work, ms)
  timer.unref()
  return () => clearInterval(timer)
}
