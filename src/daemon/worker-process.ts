/**
 * A worker of `tollgate serve --workers`: a daemon like any other, but its supervisor starts it, stops it and counts for it.
 * It ignores signals, because those of a terminal or a service manager reach every process, and the supervisor passes them
 * on. If the supervisor dies, it finishes what runs and ends.
 */
import { createLink } from './workers/link.ts'
import { type Begin, workerWords } from './workers/words.ts'

/** Loaded before there is anything to begin: that is most of the time a start takes. */
const loaded = import('./run-worker.ts')

/** Until the daemon runs there is nothing to finish. */
let stop = (): void => process.exit(0)
let isOrphan = false

for (const signal of ['SIGTERM', 'SIGINT'] as const)
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
