import { url as debuggerUrl } from 'node:inspector'
import { systemClock } from './clock.ts'
import type { Config } from './config/config.ts'
import { createLog } from './create-log.ts'
import { type RunOptions, runDaemon } from './run-daemon.ts'
import { startDaemon } from './start-daemon.ts'
import { explainFailure } from './start-failure.ts'
import { askSupervisor } from './workers/counting.ts'
import { createCounting } from './workers/create-counting.ts'
import type { Link } from './workers/link.ts'
import { createSiblings } from './workers/siblings.ts'
import { type Began, type Begin, workerWords } from './workers/words.ts'

/**
 * Starts the daemon of a worker, which then runs until it is told to stop and ends the process.
 * @throws an Error with the texts that the supervisor prints and the `exitCode`
 */
export async function runWorker(
  { worker, config: whole, startTime }: Begin,
  { link, onStopAsked }: Pick<RunOptions, 'onStopAsked'> & { readonly link: Link },
): Promise<Began> {
  const config = shareOf(whole)
  const log = createLog(config, worker)
  const team = {
    siblings: createSiblings(link),
    counting: askSupervisor(link, createCounting({ clock: systemClock, redis: undefined })),
    startTime,
  }
  const daemon = await startDaemon(config, { log, team }).catch((error: unknown) => {
    const { texts, exitCode } = explainFailure(error)
    // Exits only after the supervisor has received the error.
    setImmediate(() => void link.drain().then(() => process.exit(exitCode)))
    throw Object.assign(new Error(texts.en, { cause: error }), { texts, exitCode })
  })
  link.serve(workerWords.takeOver, (instanceId: string) => daemon.takeOver(instanceId))
  link.serve(workerWords.alive, () => debuggerUrl() !== undefined)
  void runDaemon(daemon, { drainSeconds: config.drainSeconds, onStopAsked }).then(async (code) => {
    await link.drain()
    process.exit(code)
  })
  const { address, setupCode, databaseLabel } = daemon
  return { instanceId: daemon.services.instanceId, address, setupCode, databaseLabel }
}

/** Divides the limits, which apply to the machine: all workers together may use what a single daemon may. */
function shareOf(config: Config): Config {
  const { bodiesBytesMax, bodyBytesMax, callsMax, connectionsMax, workers } = config
  return {
    ...config,
    bodiesBytesMax: Math.max(bodyBytesMax, Math.floor(bodiesBytesMax / workers)),
    callsMax: Math.ceil(callsMax / workers),
    connectionsMax: Math.ceil(connectionsMax / workers),
  }
}
