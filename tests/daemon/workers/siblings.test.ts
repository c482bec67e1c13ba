import { expect, it } from 'vitest'
import { createSiblings, siblingWords } from '../../../src/daemon/workers/siblings.ts'
import { linked } from './linked.ts'

it('a worker that does not answer in time counts as one without an answer, never as one that said yes', async () => {
  const { worker, supervisor } = linked()
  supervisor.serve(siblingWords.gather, () => [true, undefined])
  const askAll = createSiblings(worker).gather('ready', () => true)
  expect(await askAll()).toEqual([true, undefined])
})
