import { parentPort } from 'node:worker_threads'

/** Answers what it is asked, throws when asked to. */
parentPort?.on('message', ({ call, die }: { call: number; die: boolean }) => {
  if (die) throw new Error('out of memory, say')
  parentPort?.postMessage({ call, result: call })
})
