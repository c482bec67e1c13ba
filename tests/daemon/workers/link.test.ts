import { expect, it } from 'vitest'
import { LinkClosedError } from '../../../src/daemon/workers/link.ts'
import { linked } from './linked.ts'

it('a question is answered with what the handler returns, whoever asks', async () => {
  const { worker, supervisor } = linked()
  supervisor.serve('double', (value: number) => value * 2)
  worker.serve('greet', async (name: string) => `Hello ${name}`)
  expect(await Promise.all([worker.ask('double', 2), worker.ask('double', 3)])).toEqual([4, 6])
  expect(await supervisor.ask('greet', 'Anna')).toBe('Hello Anna')
  expect(await worker.ask('nobody listens to this', 1)).toBeUndefined()
})

it('a question is answered with the message and the exit code of what the handler throws', async () => {
  const { worker, supervisor } = linked()
  worker.serve('begin', () => {
    throw Object.assign(new Error('The port is taken.'), { exitCode: 3 })
  })
  await expect(supervisor.ask('begin', null)).rejects.toMatchObject({
    message: 'The port is taken.',
    exitCode: 3,
  })
})

it('a question to a side that has ended fails, before and after', async () => {
  const { worker, cut } = linked()
  const asked = worker.ask('anything', null)
  cut()
  await expect(asked).rejects.toBeInstanceOf(LinkClosedError)
  await expect(worker.ask('anything', null)).rejects.toBeInstanceOf(LinkClosedError)
})

it('a side may end once what it said is on its way', async () => {
  const { worker, supervisor, cut } = linked()
  const heard: unknown[] = []
  supervisor.serve('note', (value) => heard.push(value))
  worker.tell('note', 1)
  worker.tell('note', 2)
  await worker.drain()
  cut()
  expect(heard).toEqual([1, 2])
})
