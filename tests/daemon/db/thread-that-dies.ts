import { parentPort } from 'node:worker_threads'

/** Echoes each call, or throws on request. */
parentPort?.on('message', ({ call, die }: { call: number; die: boolean }) => {
  if (die) throw new Error('out of memory, say')
  parentPort?.postMessage({ call, result: call })
})
