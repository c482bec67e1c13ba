/**
 * A worker of `tollgate serve --workers`: a daemon like any other, except that its supervisor starts it, stops it and
 * does its counting. It ignores signals, because those of a terminal or a service manager reach every process, and the
 * supervisor passes them on. If the supervisor dies, the worker finishes its running requests and ends.
 */
import { STOP_SIGNALS } from './stop-signals.ts'
import { createLink } from './workers/link.ts'
import { type Begin, workerWords } from './workers/words.ts'

/** Loaded before the supervisor asks the worker to begin, because loading takes most of the time of a start. */
const loaded = import('./run-worker.ts')

/** Before the daemon runs, there is nothing to finish. */
let stop = (): void => process.exit(0)
let isOrphan = false

for (const signal of STOP_SIGNALS)
  process.on(signal, () => {
    if (isOrphan) stop()
  })

const link = createLink(process)
link.onClosed(() => {
  isOrphan = true
  stop()
})
link.serve(workerWords.stop, () => stop())
link.serve(workerWords.begin, async (begin: Begin) => {
  const { runWorker } = await loaded
  return runWorker(begin, {
    link,
    onStopAsked: (listener) => {
      stop = listener
    },
  })
})
