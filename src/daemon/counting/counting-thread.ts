/** The thread that counts: answers each question by its number. */
import { parentPort } from 'node:worker_threads'
import { countSlices } from './count-slices.ts'
import type { CountAnswer, CountQuestion } from './token-counter.ts'

parentPort?.on('message', async ({ call, encoding, slices }: CountQuestion) => {
  const answer: CountAnswer = { call, tokens: await countSlices(encoding, slices) }
  parentPort?.postMessage(answer)
})
