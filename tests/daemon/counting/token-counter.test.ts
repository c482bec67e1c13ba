import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { TokenCounter } from '../../../src/daemon/counting/token-counter.ts'

const slices = ['tiktoken is great!', ' And so', ' is this.']

it('counts in a thread, which is ended once nobody has asked for a while, and begun again', async () => {
  const thread = new TokenCounter()
  expect(thread.isRunning).toBe(false)
  expect(await thread.count('o200k_base', slices)).toBe(11)
  thread.retire()
  expect(thread.isRunning).toBe(true)
  thread.retire()
  expect(thread.isRunning).toBe(false)
  expect(await thread.count('cl100k_base', slices)).toBe(11)
  thread.retire()
  thread.retire()
})

it('a thread with work is not ended', async () => {
  const thread = new TokenCounter()
  const counting = thread.count('o200k_base', slices)
  for (let times = 0; times < 3; times += 1) thread.retire()
  expect(thread.isRunning).toBe(true)
  expect(await counting).toBe(11)
  for (let times = 0; times < 3; times += 1) thread.retire()
})

it('if the thread fails, what it was asked is counted all the same', async () => {
  const thread = new TokenCounter(
    () => new Worker('throw new Error("no memory")', { eval: true, execArgv: [] }),
  )
  expect(await thread.count('o200k_base', slices)).toBe(11)
  expect(thread.isRunning).toBe(false)
})
