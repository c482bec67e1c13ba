import { request } from 'node:http'
import type OpenAI from 'openai'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startTestRelay, type TestRelay } from '../../../support/test-relay.ts'
import { untilSettled } from '../../../support/until-settled.ts'

type Event = OpenAI.Responses.ResponseStreamEvent

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
const start = (model: string) =>
  relay.openai.responses.create({ model, input: 'tell me', background: true, stream: true })
const again = (id: string, after?: number) =>
  relay.openai.responses.retrieve(id, {
    stream: true,
    ...(after !== undefined && { starting_after: after }),
  })
const all = async (stream: AsyncIterable<Event>) => {
  const events: Event[] = []
  for await (const event of stream) events.push(event)
  return events
}
const idOf = (events: readonly Event[]) => {
  const [first] = events
  if (first?.type !== 'response.created') throw new Error(`The stream begins with ${first?.type}.`)
  return first.response.id
}
const textOf = (events: readonly Event[]) =>
  events.map((event) => (event.type === 'response.output_text.delta' ? event.delta : '')).join('')

describe.each(['claude-sonnet-4-5', 'gpt-5'])('the stream of a response of %s in the background', (model) => {
  it('is the same when it is asked for again, whole or from any event on', async () => {
    relay.upstream.next({ text: 'one two three four five', tokens: { input: 100, output: 50 } })
    const events = await all(await start(model))
    const id = idOf(events)
    expect(events.at(-1)?.type).toBe('response.completed')
    await untilSettled(relay.api.services)
    const numbers = events.map(({ sequence_number }) => sequence_number)
    expect(numbers).toEqual([...numbers].sort((one, other) => one - other))
    expect(await all(await again(id))).toEqual(events)
    for (const [place, number] of numbers.entries())
      expect(await all(await again(id, number))).toEqual(events.slice(place + 1))
    const { id: followed, output } = await relay.openai.responses.stream({ response_id: id }).finalResponse()
    expect([followed, output.length]).toEqual([id, 1])
    expect(relay.upstream.hits).toBe(1)
  })

  it('goes on for a client whose connection broke, while the response runs', async () => {
    relay.upstream.next({ text: 'one two three four five', chunks: 20, holdAt: 10 })
    const before: Event[] = []
    for await (const event of await start(model)) {
      before.push(event)
      if (event.type === 'response.output_text.delta') break
    }
    const exchange = await relay.upstream.received(1)
    const later = all(await again(idOf(before), before.at(-1)?.sequence_number))
    exchange.resume()
    const rest = await later
    expect(rest.at(-1)?.type).toBe('response.completed')
    expect(textOf([...before, ...rest])).toBe('one two three four five')
    const logs = await relay.logs()
    expect(logs.filter(({ type }) => type === 2).length).toBeGreaterThan(0)
    await untilSettled(relay.api.services)
  })

  it('ends for everybody who follows it when the response is cancelled', async () => {
    relay.upstream.next({ endless: true, chunkDelayMs: 5 })
    const first = await start(model)
    const seen: Event[] = []
    let follower: Promise<Event[]> | undefined
    for await (const event of first) {
      seen.push(event)
      if (event.type !== 'response.output_text.delta' || follower) continue
      follower = all(await again(idOf(seen)))
      await relay.openai.responses.cancel(idOf(seen))
    }
    const types = (await follower)?.map(({ type }) => type) ?? []
    expect(types).not.toContain('response.completed')
    await untilSettled(relay.api.services)
  })

  it('ends with the reason when the response fails before it says anything', async () => {
    await knex()('responses').delete()
    relay.upstream.next({ status: 400, error: { message: 'no such thing' } })
    await expect(start(model)).rejects.toThrow()
    const { id } = await vi.waitFor(async () => {
      const row = await knex()('responses').where({ status: 'failed', is_open: 0 }).first('id')
      expect(row).toBeDefined()
      return row
    }, timeout)
    const [only, ...others] = await all(await again(id))
    expect(others).toEqual([])
    expect(only).toMatchObject({ type: 'response.failed', response: { id, status: 'failed' } })
    expect(JSON.stringify(only)).toContain('no such thing')
  })
})

describe('the stream of a response in the background, by rule', () => {
  const model = 'claude-sonnet-4-5'
  const made = async () => {
    const events = await all(await start(model))
    await untilSettled(relay.api.services)
    // Once the stream can be read to its end, its last events are stored.
    await all(await again(idOf(events)))
    return idOf(events)
  }

  it('ends with the whole answer where its daemon was killed before it could store the last events', async () => {
    relay.upstream.next({ text: 'the answer' })
    const id = await made()
    await knex()('response_events').where({ response_id: id }).where('seq', '>', -1).delete()
    const events = await all(await again(id, 3))
    expect(events).toMatchObject([{ type: 'response.completed', sequence_number: 4, response: { id } }])
    expect(JSON.stringify(events)).toContain('the answer')
  })

  it('is not readable in the store', async () => {
    relay.upstream.next({ text: 'a secret plan' })
    const id = await made()
    const rows = await knex()('response_events').where({ response_id: id })
    expect(rows.length).toBeGreaterThan(1)
    expect(JSON.stringify(rows)).not.toContain('secret')
  })

  it('is forgotten with its response', async () => {
    const id = await made()
    await relay.openai.responses.delete(id)
    expect(await knex()('response_events').where({ response_id: id })).toEqual([])
    await expect(again(id)).rejects.toMatchObject({ status: 404 })
  })

  it('is kept to its end for a client that left before it began', async () => {
    relay.upstream.next({ text: 'said to nobody', holdAt: 'headers' })
    const connections = () =>
      new Promise<number>((resolve) => relay.api.app.server.getConnections((_error, count) => resolve(count)))
    const others = await connections()
    const asked = request(`${relay.url}/v1/responses`, {
      method: 'POST',
      agent: false,
      headers: { authorization: `Bearer ${relay.key}`, 'content-type': 'application/json' },
    })
    asked.on('error', () => {})
    asked.end(JSON.stringify({ model, input: 'tell me', background: true, stream: true }))
    const exchange = await relay.upstream.received(1)
    asked.destroy()
    await vi.waitFor(async () => expect(await connections()).toBeLessThanOrEqual(others), timeout)
    exchange.resume()
    await untilSettled(relay.api.services)
    const { id } = await knex()('responses').orderBy('created_ms', 'desc').orderBy('id', 'desc').first('id')
    const events = await all(await again(id))
    expect(textOf(events)).toBe('said to nobody')
    const last = await relay.api.services.knex('response_events').where({ response_id: id }).max('seq as seq')
    expect(events.at(-1)?.sequence_number).toBe(last[0]?.seq)
  })

  it('is shown to nobody else', async () => {
    const id = await made()
    const other = relay.clientWith(await relay.addToken({}, await relay.api.createUser('other')))
    await expect(other.responses.retrieve(id, { stream: true })).rejects.toMatchObject({ status: 404 })
  })

  it.each(['-1', '1.5', 'x', '99999999999999999999'])('starts after no event called %s', async (cursor) => {
    const id = await made()
    const answer = await fetch(`${relay.url}/v1/responses/${id}?stream=true&starting_after=${cursor}`, {
      headers: { authorization: `Bearer ${relay.key}` },
    })
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: { param: 'starting_after' } }])
  })

  it('is complete for a client that came after its end', async () => {
    relay.upstream.next({ text: 'done' })
    const id = await made()
    const events = await all(await again(id, 1_000_000))
    expect(events).toEqual([])
    await vi.waitFor(
      async () => expect((await relay.openai.responses.retrieve(id)).status).toBe('completed'),
      timeout,
    )
  })
})
