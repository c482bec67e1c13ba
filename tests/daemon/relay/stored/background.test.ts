import type OpenAI from 'openai'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startTestRelay, type TestRelay } from '../../../support/test-relay.ts'
import { untilSettled } from '../../../support/until-settled.ts'

let relay: TestRelay
const timeout = { timeout: 60_000, interval: 20 }

beforeAll(async () => {
  relay = await startTestRelay()
  await relay.setOption('SelfUseModeEnabled', 'true')
  await relay.setOption('general_setting.drain_seconds', '0')
  await relay.addChannel({ type: 14, models: 'claude-sonnet-4-5' })
  await relay.addChannel({ models: 'gpt-5' })
})
afterAll(() => relay.close())
beforeEach(() => relay.upstream.reset())

const knex = () => relay.api.services.knex
const start = (model: string, more: object = {}) =>
  relay.openai.responses.create({
    model,
    input: 'take your time',
    background: true,
    ...more,
  } as OpenAI.Responses.ResponseCreateParamsNonStreaming)
const retrieve = (id: string) => relay.openai.responses.retrieve(id)
const untilEnded = (id: string) =>
  vi.waitFor(async () => {
    const now = await retrieve(id)
    expect(['queued', 'in_progress']).not.toContain(now.status)
    return now
  }, timeout)
const charges = async () => (await relay.logs()).filter(({ type }) => type === 2).length

describe.each(['claude-sonnet-4-5', 'gpt-5'])(
  'finding relay 7: a response of %s in the background',
  (model) => {
    it('is polled to its end, charged once, and continued', async () => {
      relay.upstream.next({ text: 'a long thought', holdAt: 1, tokens: { input: 100, output: 50 } })
      const before = await charges()
      const queued = await start(model)
      expect(queued).toMatchObject({ status: 'queued', background: true, output: [] })
      const exchange = await relay.upstream.received(1)
      expect(await retrieve(queued.id)).toMatchObject({ id: queued.id, status: 'in_progress', output: [] })
      exchange.resume()
      const ended = await untilEnded(queued.id)
      expect(ended).toMatchObject({ id: queued.id, status: 'completed', background: true })
      expect(JSON.stringify(ended.output)).toContain('a long thought')
      expect(await charges()).toBe(before + 1)
      await untilSettled(relay.api.services)
      await relay.openai.responses.create({ model, input: 'and?', previous_response_id: queued.id })
      expect(relay.upstream.hits).toBe(2)
    })

    it('is charged once though nobody polls it', async () => {
      const before = await charges()
      await start(model)
      await relay.upstream.received(1)
      await vi.waitFor(async () => expect(await charges()).toBe(before + 1), timeout)
      await untilSettled(relay.api.services)
    })

    it('can be followed as a stream, under the id by which it is found', async () => {
      const stream = await relay.openai.responses.create({
        model,
        input: 'tell me',
        background: true,
        stream: true,
      })
      const ids = new Set<string>()
      for await (const event of stream) if ('response' in event) ids.add(event.response.id)
      expect(ids.size).toBe(1)
      expect(await untilEnded([...ids][0] ?? '')).toMatchObject({ status: 'completed' })
    })

    it('that is asked for as a stream later is refused, not answered with a stream without events', async () => {
      const { id } = await start(model)
      await untilEnded(id)
      const streamed = relay.openai.responses.retrieve(id, { stream: true, starting_after: 2 })
      await expect(streamed).rejects.toMatchObject({ status: 400, param: 'stream', code: 'invalid_request' })
      expect(await retrieve(id)).toMatchObject({ status: 'completed' })
      await untilSettled(relay.api.services)
    })

    it('that is cancelled ends, and is charged at most once', async () => {
      relay.upstream.next({ endless: true, chunkDelayMs: 5 })
      const before = await charges()
      const { id } = await start(model)
      await relay.upstream.received(1)
      expect(await relay.openai.responses.cancel(id)).toMatchObject({ id, status: 'cancelled' })
      await untilSettled(relay.api.services)
      expect(await charges()).toBeLessThanOrEqual(before + 1)
      expect(await relay.openai.responses.cancel(id)).toMatchObject({ status: 'cancelled' })
      expect(await retrieve(id)).toMatchObject({ id, status: 'cancelled' })
    })

    it('that is cancelled is broken off at the vendor at once, though streams are read on for clients that leave', async () => {
      await relay.setOption('general_setting.drain_seconds', '600')
      relay.upstream.next({ endless: true, chunkDelayMs: 5 })
      const asked = { model, input: 'tell me', background: true, stream: true } as const
      let id = ''
      for await (const event of await relay.openai.responses.create(asked)) {
        if (event.type === 'response.created') id = event.response.id
        if (event.type === 'response.output_text.delta') break
      }
      const exchange = await relay.upstream.received(1)
      await relay.openai.responses.cancel(id)
      expect(await exchange.over).toBe('aborted')
      await untilSettled(relay.api.services)
      await relay.setOption('general_setting.drain_seconds', '0')
    })

    it('that fails says why, and costs nothing', async () => {
      relay.upstream.next({ status: 400, error: { message: 'no such thing' } })
      const before = await charges()
      const { id } = await start(model)
      const ended = await untilEnded(id)
      expect(ended).toMatchObject({ status: 'failed' })
      expect(ended.error?.message).toContain('no such thing')
      await untilSettled(relay.api.services)
      expect(await charges()).toBe(before)
    })
  },
)

describe('finding relay 7: background responses by rule', () => {
  const model = 'claude-sonnet-4-5'

  /** Leaves a row like a killed daemon: still open, with its hold settled by recovery. */
  const killed = async (change: object) => {
    const { id } = await start(model)
    await untilEnded(id)
    await knex()('responses')
      .where({ id })
      .update({ is_open: 1, ...change })
    await relay.api.services.changes.changed('response', id)
    return id
  }

  it('one whose daemon was killed before its answer was complete has failed', async () => {
    const id = await killed({ status: 'queued' })
    const told = await retrieve(id)
    expect(told).toMatchObject({ id, status: 'failed', error: { code: 'server_error' }, output: [] })
    expect(await retrieve(id)).toEqual(told)
  })

  it('one whose daemon was killed after its answer was complete is shown', async () => {
    const id = await killed({})
    expect(await retrieve(id)).toMatchObject({ id, status: 'completed' })
  })

  it('only those in the background can be cancelled, and only what may be stored can run there', async () => {
    const made = await relay.openai.responses.create({ model, input: 'now' })
    await expect(relay.openai.responses.cancel(made.id)).rejects.toMatchObject({
      code: 'response_not_cancellable',
    })
    await expect(start(model, { store: false })).rejects.toMatchObject({ code: 'background_needs_store' })
  })
})
