import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { systemClock, unixSeconds } from '../clock.ts'
import type { Config } from '../config/config.ts'
import { claimPort } from './claim-port.ts'
import { type Counting, countFor } from './counting.ts'
import { createLeftFigures } from './left-figures.ts'
import { LinkClosedError } from './link.ts'
import { createRestarts, type Restarts } from './restarts.ts'
import { type Figure, type Shared, siblingWords } from './siblings.ts'
import { watchForLife } from './signs-of-life.ts'
import { startWorker, type WorkerEnd, type WorkerProcess } from './start-worker.ts'
import { type Began, workerWords } from './words.ts'

/** How long a worker that shares a value waits for the others to receive it. */
const HEARD_MS = 1_000
const GATHERED_MS = 2_000
/** How long after its drain time a worker is killed. */
const OVERTIME_MS = 60_000
/** How long after a second signal a worker is killed. A worker that still responds has exited by then. */
const HURRIED_MS = 25_000
/** How soon to repeat the message about an ended worker if no other could act on it. */
const TAKE_OVER_AGAIN_MS = 1_000

export interface SuperviseOptions {
  readonly config: Config
  readonly log: Logger
  /** The program that workers run. */
  readonly entry: URL
  readonly counting: Counting
  /** Called once, when all workers listen. */
  readonly onListening: (first: Began) => void
}

/** The processes that serve the port, and the supervisor's interface to them. */
export interface Supervisor {
  /** Resolves with the exit code when all have ended. @throws the error of a start that cannot succeed */
  readonly ended: Promise<number>
  /** Stops the workers. The first call lets them finish running requests; the second call makes them cut these. */
  stop(): void
  /** Stops, and ends with this error. */
  fail(error: unknown): void
}

interface Slot {
  readonly number: number
  readonly restarts: Restarts
  worker: WorkerProcess | undefined
  /** Set while the worker listens. */
  began: Began | undefined
}

/** Creates the error for a worker that ended before it listened, without giving a reason. */
const endedEarly = ({ code, signal }: WorkerEnd): Error =>
  Object.assign(new Error(`A worker ended while it started (${signal ?? `exit code ${code}`}).`), {
    exitCode: code ?? 1,
  })

/**
 * Starts the workers. The first one starts alone, because it updates the database and settles what an earlier run has
 * left open. Restarts workers that end, kills those that are frozen, counts for them, and passes on the values that
 * they share. Handles no requests itself and does not access the database.
 */
export function supervise({ config, log, entry, counting, onListening }: SuperviseOptions): Supervisor {
  const startTime = unixSeconds(systemClock)
  const slots = Array.from(
    { length: config.workers },
    (_, index): Slot => ({
      number: index + 1,
      restarts: createRestarts(),
      worker: undefined,
      began: undefined,
    }),
  )
  const left = createLeftFigures()
  const outcome = Promise.withResolvers<number>()
  /**
   * Processes that have loaded the program and wait to be used. One is kept as a replacement for a worker that ends.
   */
  const spares = new Set<WorkerProcess>()
  /** IDs of workers that ended abnormally, until another worker has settled their holds. */
  const deceased = new Set<string>()
  let first: Slot | undefined
  let port = config.port
  let isListening = false
  let stops = 0
  let exitCode = 0
  let failure: unknown

  const listening = (): (Slot & { readonly worker: WorkerProcess })[] =>
    slots.filter((slot): slot is Slot & { worker: WorkerProcess } => slot.began !== undefined)

  function start(slot: Slot): Promise<Began> {
    const [worker = prepare()] = spares
    spares.delete(worker)
    const startedMs = performance.now()
    let listenedMs: number | undefined
    slot.worker = worker
    const stopCounting = countFor(worker.link, counting)
    connect(slot, worker)
    const begin = { worker: slot.number, config: { ...config, port }, startTime }
    let stopWatching = () => {}
    const began = worker.begin(begin).then(
      (facts) => {
        slot.began = facts
        stopWatching = watchForLife(worker.link, () => {
          log.error(
            { worker: slot.number, pid: worker.pid },
            'a worker has not answered for a minute: it is killed',
          )
          worker.kill()
        })
        listenedMs = performance.now()
        log.debug({ worker: slot.number, pid: worker.pid, ms: listenedMs - startedMs }, 'a worker listens')
        choose()
        void takeOver()
        if (isListening && spares.size === 0) prepare()
        return facts
      },
      async (error: unknown) => {
        throw error instanceof LinkClosedError ? endedEarly(await worker.ended) : error
      },
    )
    began.catch(() => undefined)
    void worker.ended.then(async (end) => {
      stopCounting()
      stopWatching()
      left.end(slot.number)
      await lose(slot, end, { began, ranMs: listenedMs === undefined ? 0 : performance.now() - listenedMs })
    })
    return began
  }

  function prepare(): WorkerProcess {
    const worker = startWorker(entry)
    spares.add(worker)
    void worker.ended.then(() => {
      if (spares.delete(worker)) endIfAll()
    })
    return worker
  }

  /** Handles messages from a worker to the others. */
  function connect(slot: Slot, { link }: WorkerProcess): void {
    link.serve(siblingWords.share, async ({ topic, value }: Shared) => {
      const others = slots.filter((each) => each !== slot && each.worker)
      const heard = others.map(async ({ worker, began }) => {
        const told = worker?.link.ask(siblingWords.heard(topic), value).catch(() => undefined)
        // A worker that is starting receives the value before it listens, so there is no need to wait for it.
        if (began) await told
      })
      await within(HEARD_MS, Promise.all(heard))
    })
    link.serve(siblingWords.gather, (topic: string) =>
      Promise.all(
        listening().map(({ worker }) =>
          within(GATHERED_MS, worker.link.ask<unknown>(siblingWords.gathered(topic), null)).catch(
            () => undefined,
          ),
        ),
      ),
    )
    link.serve(siblingWords.bequeath, (figures: readonly Figure[]) => left.note(slot.number, figures))
    link.serve(siblingWords.left, () => left.read())
  }

  /** Chooses the worker that does the scheduled work until it ends. */
  function choose(): void {
    if (first?.began) return
    const [next] = listening()
    first = next
    next?.worker.link.tell(siblingWords.first, true)
  }

  /**
   * Has the holds of ended workers settled. Other machines notice a dead daemon only by its silence, but the supervisor
   * knows immediately.
   */
  async function takeOver(): Promise<void> {
    const [slot] = listening()
    if (!slot) return
    for (const instanceId of [...deceased])
      try {
        await slot.worker.link.ask(workerWords.takeOver, instanceId)
        deceased.delete(instanceId)
      } catch {
        // The database is unreachable, or this worker has ended too. The next worker that listens is also asked.
        await delay(TAKE_OVER_AGAIN_MS, undefined, { ref: false })
        return takeOver()
      }
  }

  interface Life {
    readonly began: Promise<Began>
    readonly ranMs: number
  }

  async function lose(slot: Slot, end: WorkerEnd, { began, ranMs }: Life): Promise<void> {
    const instanceId = slot.began?.instanceId
    slot.worker = undefined
    slot.began = undefined
    const isOrderly = stops > 0 && end.code === 0
    if (!isOrderly && instanceId !== undefined) deceased.add(instanceId)
    if (stops > 0) {
      if (end.code !== 0) exitCode ||= end.code ?? 1
      return endIfAll()
    }
    const reason: unknown = ranMs > 0 ? undefined : await began.catch((error: unknown) => error)
    const pauseMs = slot.restarts.next(ranMs)
    const isAlone = listening().length === 0
    // Problems at the first start do not go away by themselves: a port in use, or an invalid configuration.
    if (!isListening || (isAlone && slot.restarts.areHopeless)) return fail(reason ?? endedEarly(end))
    log.error({ worker: slot.number, ...end, pauseMs, err: reason }, 'a worker ended: it is started again')
    choose()
    void takeOver()
    await delay(pauseMs)
    if (stops === 0) void start(slot)
  }

  function fail(error: unknown): void {
    failure ??= error
    if (stops === 0) stop()
    endIfAll()
  }

  function endIfAll(): void {
    if (stops === 0 || spares.size > 0 || slots.some(({ worker }) => worker)) return
    if (failure === undefined) outcome.resolve(exitCode)
    else outcome.reject(failure)
  }

  function stop(): void {
    stops += 1
    const running = [...slots.flatMap(({ worker }) => worker ?? []), ...spares]
    for (const { link } of running) link.tell(workerWords.stop, null)
    const patienceMs = stops === 1 ? config.drainSeconds * 1000 + OVERTIME_MS : HURRIED_MS
    void delay(patienceMs, undefined, { ref: false }).then(() => {
      if (running.length > 0) exitCode ||= 1
      for (const worker of running) worker.kill()
    })
    endIfAll()
  }

  async function startAll(): Promise<void> {
    port = await claimPort(config.host, config.port)
    if (stops > 0) return endIfAll()
    for (const _ of slots) prepare()
    const [chief, ...others] = slots
    if (!chief) return
    const facts = await start(chief)
    if (stops > 0) return
    await Promise.all(others.map(start))
    if (stops > 0) return
    isListening = true
    prepare()
    onListening(facts)
  }

  // A failed start is handled in `lose`, which knows the reason.
  startAll().catch((error: unknown) => {
    if (slots.every(({ worker }) => !worker)) fail(error)
  })
  return { ended: outcome.promise, stop, fail }
}

/** Resolves with undefined if the work takes longer; the work still continues. */
async function within<Result>(ms: number, work: Promise<Result>): Promise<Result | undefined> {
  const ended = new AbortController()
  try {
    return await Promise.race([
      work,
      delay(ms, undefined, { signal: ended.signal, ref: false }).catch(() => undefined),
    ])
  } finally {
    ended.abort()
  }
}
