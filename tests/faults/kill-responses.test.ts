import { createOpenAI } from '@ai-sdk/openai'
import { generateText, isStepCount, jsonSchema, tool } from 'ai'
import OpenAI from 'openai'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Account } from './account.ts'
import { type Site, startSite } from './site.ts'
import { isCharge } from './store.ts'

type Document = Readonly<Record<string, unknown>> & { readonly id: string; readonly status: string }

const claude = 'claude-sonnet-4-5'
const gemini = 'gemini-2.5-pro'
const chatOnly = 'moonshot-v1-8k'
const native = 'gpt-5'
const channels: readonly (readonly [type: number, model: string])[] = [
  [14, claude],
  [24, gemini],
  [25, chatOnly],
  [1, native],
]

const timeout = { timeout: 60_000, interval: 50 }

describe.each(['sqlite', 'postgres'] as const)('finding relay 7: responses and kill -9, %s', (engine) => {
  let site: Site
  let account: Account
  let key: string
  /** Returns the URL for clients that accept any daemon: the peer of the killed daemon, if it has one. */
  let other: () => string

  beforeAll(async () => {
    site = await startSite({ engine })
    const ratios = Object.fromEntries(channels.map(([, model]) => [model, 1]))
    await site.admin.setOption('ModelRatio', JSON.stringify(ratios))
    for (const [type, models] of channels)
      await site.admin.createChannel({ name: models, type, models, key: 'k', base_url: site.upstream.url })
    const peer = engine === 'postgres' ? await site.startPeer() : undefined
    other = () => peer?.url ?? site.url
    account = await site.createAccount('anna', 100_000_000)
    key = (await account.createToken()).key
  })
  afterAll(() => site.stop())
  beforeEach(() => site.upstream.reset())

  const call = (url: string, method: string, path: string, body?: object) =>
    callAny(`${url}/v1/responses${path}`, method, body)
  const callAny = async (url: string, method: string, body?: object) => {
    const answer = await fetch(url, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const document = (await answer.json()) as Document
    expect([answer.status, document]).toEqual([200, expect.anything()])
    return { document, requestId: answer.headers.get('x-request-id') ?? '' }
  }
  const create = (model: string, input: string, more: object = {}, url = site.url) =>
    call(url, 'POST', '', { model, input, ...more })
  const retrieve = async (id: string) => (await call(other(), 'GET', `/${id}`)).document
  const kill = async () => {
    site.gateway.signal('SIGKILL')
    await site.gateway.ended
  }
  const sent = () => JSON.stringify(site.upstream.requests.at(-1)?.json)
  const charges = async (requestId: string) =>
    (await site.store.readBooks()).entries.filter((entry) => isCharge(entry) && entry.ref === requestId)
  const untilBooked = async (requestId: string) => {
    await vi.waitFor(async () => expect((await site.store.readBooks()).holds).toEqual([]), timeout)
    const audit = await site.admin.audit()
    expect(audit.isClean, audit.summary).toBe(true)
    return charges(requestId)
  }

  it.each([claude, gemini, chatOnly])(
    'what %s answered is continued and shown after the daemon that got it was killed',
    async (model) => {
      site.upstream.next({ text: 'the first answer' })
      const { document: made } = await create(model, 'the first question')
      await kill()
      if (engine === 'sqlite') await site.restart()
      expect(await retrieve(made.id)).toMatchObject({ id: made.id, output: made.output })
      await create(model, 'the second question', { previous_response_id: made.id }, other())
      for (const text of ['the first question', 'the first answer', 'the second question'])
        expect(sent()).toContain(text)
      if (engine === 'postgres') await site.restart()
    },
  )

  it('a conversation goes on with all that was said on every channel after the daemon that led it was killed', async () => {
    const { document } = await callAny(`${site.url}/v1/conversations`, 'POST', {})
    const conversation = document.id
    const models = [claude, gemini, chatOnly, native]
    for (const model of models) await create(model, `a question for ${model}`, { conversation })
    await kill()
    if (engine === 'sqlite') await site.restart()
    await create(claude, 'the last question', { conversation }, other())
    for (const model of models) expect(sent()).toContain(`a question for ${model}`)
    const { document: listed } = await callAny(
      `${other()}/v1/conversations/${conversation}/items?limit=100`,
      'GET',
    )
    expect(listed.data).toHaveLength(10)
    if (engine === 'postgres') await site.restart()
  })

  it.each([claude, gemini, chatOnly])(
    "the Vercel SDK's default provider ends its tool loop on %s though the daemon is killed while the tool runs",
    async (model) => {
      // The SDK refers to reasoning only by its ID.
      const reasoning = 'I should look.'
      site.upstream.next({ toolCalls: [{ name: 'look', arguments: {} }], reasoning }, { text: 'all seen' })
      let isKilled = false
      const openai = createOpenAI({
        apiKey: key,
        baseURL: `${site.url}/v1`,
        fetch: (url, init) => fetch(isKilled ? String(url).replace(site.url, other()) : url, init),
      })
      const { text } = await generateText({
        model: openai(model),
        prompt: 'look around',
        maxRetries: 0,
        stopWhen: isStepCount(3),
        tools: {
          look: tool({
            inputSchema: jsonSchema<object>({ type: 'object', properties: {} }),
            execute: async () => {
              await kill()
              isKilled = true
              if (engine === 'sqlite') await site.restart()
              return 'a green door'
            },
          }),
        },
      })
      expect(text).toBe('all seen')
      expect(sent()).toContain('a green door')
      if (engine === 'postgres') await site.restart()
    },
  )

  /** Kills the daemon once the database shows an accrued charge for the background response. */
  const killInTheMiddle = async () => {
    await (await site.upstream.received(1)).held
    await vi.waitFor(async () => {
      const accrued = await site.store.query('SELECT id FROM holds WHERE accrued > 0')
      expect(accrued).toHaveLength(1)
    }, timeout)
    await kill()
    await site.declareDead()
    await site.restart()
  }
  const interrupted = { text: 'one two three four five six seven eight nine ten', holdAt: 9 }

  const startAndKill = async (model: string) => {
    site.upstream.next(interrupted)
    const begun = await create(model, 'take your time', { background: true })
    expect(begun.document.status).toBe('queued')
    await killInTheMiddle()
    return begun
  }

  it.each([claude, native])(
    'one of %s whose daemon is killed in the middle has failed, is charged once, polled or not, and asked of nobody again',
    async (model) => {
      const { document, requestId } = await startAndKill(model)
      const unpolled = await untilBooked(requestId)
      expect(unpolled).toHaveLength(1)
      expect(unpolled[0]?.delta).toBeLessThan(0n)
      const told = await retrieve(document.id)
      expect(told).toMatchObject({ status: 'failed', error: { code: 'server_error' }, output: [] })
      expect(await retrieve(document.id)).toEqual(told)
      expect(await untilBooked(requestId)).toEqual(unpolled)
      expect(site.upstream.hits).toBe(1)
    },
  )

  it.each([claude, native])(
    'the stream of one of %s whose daemon is killed in the middle is read again from any daemon, with an end',
    async (model) => {
      site.upstream.next(interrupted)
      const client = new OpenAI({ apiKey: key, baseURL: `${site.url}/v1`, maxRetries: 0 })
      const asked = { model, input: 'take your time', background: true, stream: true } as const
      let id = ''
      const seen: string[] = []
      for await (const event of await client.responses.create(asked)) {
        if ('response' in event) id = event.response.id
        if (event.type === 'response.output_text.delta') seen.push(event.delta)
        if (seen.length > 0) break
      }
      await vi.waitFor(async () => {
        const kept = await site.store.query(
          `SELECT seq FROM response_events WHERE response_id = '${id}' AND seq > 0`,
        )
        expect(kept).not.toEqual([])
      }, timeout)
      await killInTheMiddle()
      const elsewhere = new OpenAI({ apiKey: key, baseURL: `${other()}/v1`, maxRetries: 0 })
      const again: OpenAI.Responses.ResponseStreamEvent[] = []
      for await (const event of await elsewhere.responses.retrieve(id, { stream: true })) again.push(event)
      const deltas = again.map((event) => (event.type === 'response.output_text.delta' ? event.delta : ''))
      expect(deltas.join('')).toContain(seen.join(''))
      expect(again[0]).toMatchObject({ type: 'response.created', response: { id } })
      expect(again.at(-1)).toMatchObject({ type: 'response.failed', response: { id, status: 'failed' } })
      expect(site.upstream.hits).toBe(1)
    },
  )

  it.each([claude, native])(
    'one of %s that was complete stays so, charged once, after its daemon is killed',
    async (model) => {
      site.upstream.next({ text: 'a long thought' })
      const { document, requestId } = await create(model, 'think', { background: true })
      const done = await vi.waitFor(async () => {
        const now = await retrieve(document.id)
        expect(now.status).toBe('completed')
        return now
      }, timeout)
      const before = await untilBooked(requestId)
      expect(before).toHaveLength(1)
      await kill()
      await site.restart()
      expect(await retrieve(document.id)).toEqual(done)
      expect(JSON.stringify(done)).toContain('a long thought')
      expect(await untilBooked(requestId)).toEqual(before)
    },
  )

  it.each([claude, native])(
    'one of %s that is cancelled stays so, charged at most once, after its daemon is killed',
    async (model) => {
      site.upstream.next({ endless: true, chunkDelayMs: 5 })
      const { document, requestId } = await create(model, 'think', { background: true })
      await site.upstream.received(1)
      const cancelled = await call(other(), 'POST', `/${document.id}/cancel`)
      expect(cancelled.document.status).toBe('cancelled')
      await kill()
      await site.declareDead()
      await site.restart()
      expect((await retrieve(document.id)).status).toBe('cancelled')
      expect((await untilBooked(requestId)).length).toBeLessThanOrEqual(1)
    },
  )
})
