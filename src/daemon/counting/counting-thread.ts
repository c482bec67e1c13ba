/** Entry point of the thread that counts tokens. Each reply has the number of its request. */
import { parentPort } from 'node:worker_threads'
import { countSlices } from './count-slices.ts'
import type { CountAnswer, CountQuestion } from './token-counter.ts'

parentPort?.on('message', async ({ call, encoding, slices }: CountQuestion) => {
  const answer: CountAnswer = { call, tokens: await countSlices(encoding, slices) }
  parentPort?.postMessage(answer)
})
