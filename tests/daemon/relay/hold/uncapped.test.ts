import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { LiveStreams, TURNS } from '../../../../src/daemon/relay/deliver/live-streams.ts'
import { startTestRelay, type TestRelay } from '../../../support/test-relay.ts'

/** Ratio 0.075, completion ratio 4, longest answer 16 384 tokens: 4 915.2 units. */
const model = 'gpt-4o-mini'
const claude = 'claude-3-5-haiku-20241022'
/** A model of Dify, whose applications take no cap. Longest answer 32 768 tokens at 0.2: 6 553.6 units. */
const app = 'gpt-4.1-nano'
const gemini = 'gemini-2.0-flash'
const messages = [{ role: 'user', content: 'hello' }]

let relay: TestRelay
const added = vi.spyOn(LiveStreams.prototype, 'add')
let users = 0

beforeAll(async () => {
  relay = await startTestRelay()
  await relay.addChannel({ models: `${model},gpt-3.5-turbo-instruct` })
  await relay.addChannel({ type: 14, models: claude })
  await relay.addChannel({ type: 24, models: gemini })
  await relay.addChannel({ type: 37, models: app })
})
afterAll(async () => {
  added.mockRestore()
  await relay.close()
})
beforeEach(() => relay.upstream.reset())

/** Runs the work that the relay does every two seconds. Resolves when the ledger has answered. */
async function tick() {
  const { ledger } = relay.api.services
  const submit = vi.spyOn(ledger, 'submit')
  const live = added.mock.contexts.at(-1) as LiveStreams
  for (let turn = 0; turn < TURNS; turn += 1) live.takeTurn()
  await Promise.allSettled(submit.mock.results.map(({ value }) => value))
  submit.mockRestore()
}

/** Reads a stream. @returns `reached`, which resolves after this many events, and the whole text */
function readUntil(response: Response, events: number) {
  const { promise: reached, resolve } = Promise.withResolvers<void>()
  const whole = (async () => {
    const decoder = new TextDecoder()
    let text = ''
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true })
      if (text.split('data: ').length > events) resolve()
    }
    return text
  })()
  return { reached, whole }
}

/** Returns the body of a call as received by the upstream. */
const sentTo = (index: number) => (relay.upstream.requests[index]?.json ?? {}) as Record<string, number>

/** Creates a user with this many quota units and an API token. */
async function userWith(quota: number) {
  users += 1
  const user = await relay.api.createUser(`user-${users}`)
  const { id } = await user.call<{ id: number }>('GET', '/api/user/self')
  await relay.root.call('POST', '/api/user/credit', { id, delta: String(quota) })
  const key = await relay.addToken({}, user)
  const post = (path: string, body: object) => relay.post(path, body, { authorization: `Bearer ${key}` })
  const free = async () =>
    Number((await user.call<{ quota_exact: string }>('GET', '/api/user/self')).quota_exact)
  const tokenWith = (remain: number) => relay.addToken({ unlimited_quota: false, remain_quota: remain }, user)
  return { post, free, tokenWith }
}

const chat = { model, messages }
const path = '/v1/chat/completions'

describe('H5: calls without a cap', () => {
  it('150 at once on 5 000 units never take the balance below minus one call', async () => {
    const { post, free } = await userWith(5_000)
    relay.upstream.always({ text: 'a word', usageValues: { prompt_tokens: 9, completion_tokens: 16_384 } })
    const answers = await Promise.all(Array.from({ length: 150 }, () => post(path, chat)))
    const passed = answers.filter(({ status }) => status === 200)
    expect(passed.length).toBeGreaterThan(0)
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(150 - passed.length)
    expect(relay.upstream.hits).toBe(passed.length)
    expect(await free()).toBeGreaterThanOrEqual(-4_916)
    // In fact, each call was covered in full.
    expect(await free()).toBeGreaterThanOrEqual(0)
  })

  it('hold the longest answer, and go upstream as they came when the balance covers it', async () => {
    const { post, free } = await userWith(10_000)
    relay.upstream.next({ holdAt: 'headers' })
    const running = post(path, chat)
    const exchange = await relay.upstream.received(1)
    const held = 10_000 - (await free())
    expect(held).toBeGreaterThan(4_915)
    expect(held).toBeLessThan(4_940)
    expect(exchange.json).toEqual(chat)
    exchange.resume()
    expect((await running).status).toBe(200)
  })

  it.each([
    ['chat', path, chat, 'max_tokens'],
    ['responses', '/v1/responses', { model, input: 'hello' }, 'max_output_tokens'],
    ['completions', '/v1/completions', { model: 'gpt-3.5-turbo-instruct', prompt: 'hello' }, 'max_tokens'],
    ['messages', '/v1/messages', { model: claude, messages }, 'max_tokens'],
  ])(
    'on a small balance hold all of it and send the cap that it covers: %s',
    async (_name, to, body, member) => {
      const { post, free } = await userWith(1_200)
      relay.upstream.next({ holdAt: 'headers' })
      const running = post(to, body)
      const exchange = await relay.upstream.received(1)
      expect(await free()).toBe(0)
      const sent = exchange.json as Record<string, number>
      const cap = sent[member] ?? 0
      expect(cap).toBeGreaterThan(100)
      expect(cap).toBeLessThan(4_000)
      // No other call of this user begins meanwhile.
      expect((await post(to, body)).status).toBe(403)
      exchange.resume()
      expect((await running).status).toBe(200)
    },
  )

  it('the cap that is sent is what is paid at most, whatever the upstream states', async () => {
    const { post, free } = await userWith(1_000)
    relay.upstream.next({ text: 'a word', usageValues: { prompt_tokens: 9, completion_tokens: 16_384 } })
    await post(path, chat)
    expect(await free()).toBeGreaterThan(990)
  })

  it('generate and translated calls get the cap in their own words', async () => {
    const { post } = await userWith(300)
    await post(`/v1beta/models/${gemini}:generateContent`, { contents: [{ parts: [{ text: 'hello' }] }] })
    const { generationConfig } = sentTo(0) as unknown as { generationConfig: { maxOutputTokens: number } }
    expect(generationConfig.maxOutputTokens).toBeGreaterThan(16)
    const other = await userWith(1_200)
    await other.post(path, { model: claude, messages })
    expect(sentTo(1).max_tokens).toBeLessThan(1_000)
  })

  it('each of several choices gets its share', async () => {
    const { post } = await userWith(1_200)
    await post(path, { ...chat, n: 4 })
    expect(sentTo(0).max_tokens).toBeLessThan(1_200 / 0.3 / 4)
  })

  it('are refused when not even PreConsumedQuota is covered', async () => {
    const { post } = await userWith(100)
    expect((await post(path, chat)).status).toBe(403)
    expect(relay.upstream.hits).toBe(0)
  })

  it('to an upstream that takes no cap run one at a time, whatever the tokens of a user are limited to', async () => {
    const { post, tokenWith } = await userWith(100_000)
    const limited = await Promise.all([1_000, 1_000, 1_000].map(tokenWith))
    relay.upstream.next({ holdAt: 'headers' })
    const [first, second, third] = limited
    const ask = (key = '') => relay.post(path, { model: app, messages }, { authorization: `Bearer ${key}` })
    const running = ask(first)
    const exchange = await relay.upstream.received(1)
    const refused = await ask(second)
    expect(refused.status).toBe(429)
    expect(relay.upstream.hits).toBe(1)
    // A call that its hold covers may run at the same time.
    expect((await post(path, { model: app, messages })).status).toBe(200)
    exchange.resume()
    expect((await running).status).toBe(200)
    expect((await ask(third)).status).toBe(200)
  })
})

describe('H5: a stream on a small balance', () => {
  it('goes on to its end while it keeps to its cap, however long its events are', async () => {
    const { post, free } = await userWith(300)
    const usageValues = { prompt_tokens: 9, completion_tokens: 750 }
    relay.upstream.next({ text: `a ${'internationalization '.repeat(300)}`, usageValues, holdAt: 290 })
    const response = await post(path, { ...chat, stream: true })
    const { json, held, resume } = await relay.upstream.received(1)
    expect((json as { max_tokens: number }).max_tokens).toBeGreaterThan(750)
    await held
    const text = readUntil(response, 280)
    await text.reached
    // The first tick finds the hold nearly spent and cannot extend it; the second would stop the stream.
    await tick()
    await tick()
    resume()
    expect((await text.whole).endsWith('data: [DONE]\n\n')).toBe(true)
    // (9 + 750 x 4) x 0.075
    expect(await free()).toBe(74.325)
  })
})

describe('a stream of an upstream that takes no cap', () => {
  it.each([
    ['week', 'this week'],
    ['month', 'this month'],
  ])('that outgrows the budget of a %s says which, and when it renews', async (period, name) => {
    const key = await relay.addToken({ budget_period: period, budget_quota: 300 })
    relay.upstream.next({ text: 'word '.repeat(4000), holdAt: 3500 })
    const response = await relay.post(
      path,
      { model: app, messages, stream: true },
      { authorization: `Bearer ${key}` },
    )
    const { held } = await relay.upstream.received(1)
    await held
    const text = readUntil(response, 3400)
    await text.reached
    // The first tick finds that the hold cannot be extended, the second that it is spent.
    await tick()
    await tick()
    const told = new RegExp(
      `budget of \\$0\\.000600 for ${name} ran out .*; it renews at \\S+ 00:00 \\(UTC\\)`,
    )
    const whole = await text.whole
    expect(whole).toMatch(told)
    expect(whole.trim().split('\n').at(-1)).toMatch(told)
  })
})

describe('reliability 1: a picture of 3 MB', () => {
  it('streams to its end on a balance that covers its price', async () => {
    const url = `data:image/png;base64,${'A'.repeat(3_000_000)}`
    const content = [
      { type: 'text', text: 'What is in this picture?' },
      { type: 'image_url', image_url: { url } },
    ]
    const { post, free } = await userWith(1_000)
    relay.upstream.next({ textBytes: 400_000, usageValues: { prompt_tokens: 1_500, completion_tokens: 900 } })
    const answer = await post(path, { model, stream: true, messages: [{ role: 'user', content }] })
    expect((await answer.text()).endsWith('data: [DONE]\n\n')).toBe(true)
    // (1 500 + 900 x 4) x 0.075
    expect(await free()).toBe(1_000 - 382.5)
  })
})
