import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestRelay, type TestRelay } from '../../../support/test-relay.ts'
import { type ClientProtocol, chat, generate, messages } from '../client-protocols.ts'

const model = 'gpt-4o-mini'
const DAY_MS = 86_400_000

let relay: TestRelay
beforeAll(async () => {
  relay = await startTestRelay()
  await relay.addChannel({ models: model })
  // A channel of Dify, whose applications take no output cap.
  await relay.addChannel({ type: 37, models: 'gpt-4.1-nano' })
  // Noon of the next Monday, so that the ends of periods are known. The first of January 1970 was a Thursday.
  const { clock } = relay.api
  const day = Math.floor(clock.now() / DAY_MS)
  const monday = day + 7 - ((day + 3) % 7)
  clock.advance(monday * DAY_MS + DAY_MS / 2 - clock.now())
})
afterAll(() => relay.close())

type Body = Readonly<Record<string, unknown>>

const ask = (protocol: ClientProtocol, key: string, more: Body = {}, of = model) =>
  relay.post(protocol.path(of, false), protocol.body(of, false, more), {
    authorization: `Bearer ${key}`,
    ...(protocol.name === 'messages' ? { 'x-api-key': key } : {}),
    ...(protocol.name === 'generate' ? { 'x-goog-api-key': key } : {}),
  })

/** Builds the cap for a call with a short answer, so that the estimate is small too. */
const capOf = (protocol: ClientProtocol, tokens: number): Body =>
  protocol.name === 'generate' ? { generationConfig: { maxOutputTokens: tokens } } : { max_tokens: tokens }

const owner = async (quota: number) => {
  const user = await relay.api.createUser(`u${Math.random().toString(36).slice(2, 10)}`)
  await relay.root.call('POST', '/api/user/credit', { id: user.id, delta: String(quota) })
  return user
}

/** Errors for lacking quota in protocols where they do not follow from the status. */
const quotaWords: Readonly<Record<string, object>> = {
  generate: { error: { code: 403, status: 'RESOURCE_EXHAUSTED' } },
  messages: { type: 'error', error: { type: 'billing_error' } },
}

/** Reads a refusal and checks its form in its protocol, including the seconds to wait in header and body. */
async function refusal(protocol: ClientProtocol, response: Response) {
  const document = (await response.json()) as { error: Body }
  const words = response.status === 403 ? quotaWords[protocol.name] : undefined
  expect(document).toMatchObject(words ?? protocol.errorShape(response.status))
  const retryAfter = response.headers.get('retry-after')
  const details = JSON.stringify(document.error.details ?? [])
  if (protocol.name === 'generate' && retryAfter !== null)
    expect(details).toContain(`"retryDelay":"${retryAfter}s"`)
  return {
    status: response.status,
    message: String(document.error.message),
    retryAfter: retryAfter === null ? null : Number(retryAfter),
  }
}

describe.each([chat, messages, generate])('refusals of the admission for clients of $name', (protocol) => {
  it('request limits of a token, also those of successes, say how many and when to come again', async () => {
    const limits = { rate_limit_enabled: true, rate_limit_period: 60 }
    const hurried = await relay.addToken({ ...limits, rate_limit_count: 1, rate_limit_success: 0 })
    const lucky = await relay.addToken({ ...limits, rate_limit_count: 0, rate_limit_success: 1 })
    for (const [key, text] of [
      [hurried, 'too many requests with this token: at most 1 every 60 s, try again in '],
      [lucky, 'too many successful requests with this token: at most 1 every 60 s, try again in '],
    ] as const) {
      expect((await ask(protocol, key)).status).toBe(200)
      const told = await refusal(protocol, await ask(protocol, key))
      expect(told).toMatchObject({ status: 429, message: expect.stringContaining(text) })
      expect(told.retryAfter).toBeGreaterThan(0)
      expect(told.message).toContain(`try again in ${told.retryAfter} s`)
    }
  })

  it('request limits of the account say how many and when to come again', async () => {
    const user = await owner(1_000_000)
    const key = await relay.addToken({}, user)
    await relay.setOption('ModelRequestRateLimitSuccessCount', '1')
    await relay.setOption('ModelRequestRateLimitEnabled', 'true')
    expect((await ask(protocol, key)).status).toBe(200)
    const told = await refusal(protocol, await ask(protocol, key))
    await relay.setOption('ModelRequestRateLimitEnabled', 'false')
    expect(told.message).toContain('too many successful requests of your account: at most 1 every ')
    expect(told.message).toContain(`try again in ${told.retryAfter} s`)
  })

  it('tokens per minute say the limit, what is needed and when to come again', async () => {
    const key = await relay.addToken({ tokens_per_minute: 2000 })
    relay.upstream.next({ tokens: { input: 1500, output: 100 } })
    expect((await ask(protocol, key, capOf(protocol, 10))).status).toBe(200)
    const told = await refusal(protocol, await ask(protocol, key, capOf(protocol, 500)))
    expect(told.status).toBe(429)
    expect(told.message).toMatch(/at most 2000 per minute, this request needs about \d+, try again in \d+ s/)
    expect(told.retryAfter).toBeGreaterThan(0)
    expect(told.retryAfter).toBeLessThanOrEqual(60)
    relay.api.clock.advance(60_000)
    expect((await ask(protocol, key, capOf(protocol, 500))).status).toBe(200)
  })

  it('a prompt that no minute has room for is refused without a time', async () => {
    const key = await relay.addToken({ tokens_per_minute: 20 })
    const text = 'every word of this counts, and there are many of them here '.repeat(20)
    const body =
      protocol.name === 'generate'
        ? { contents: [{ parts: [{ text }] }] }
        : { messages: [{ role: 'user', content: text }], max_tokens: 5 }
    const response = await ask(protocol, key, body)
    expect([response.status, response.headers.get('retry-after')]).toEqual([413, null])
    expect(await response.text()).toContain('waiting does not help')
  })

  it.each([
    ['day', 'today', 12 * 3600],
    ['week', 'this week', 6.5 * 86_400],
  ])('the budget of a %s says what is left and needed, and when it renews', async (period, name, seconds) => {
    const key = await relay.addToken({ budget_period: period, budget_quota: 1 })
    const told = await refusal(protocol, await ask(protocol, key, capOf(protocol, 1000)))
    expect(told.status).toBe(429)
    expect(told.message).toMatch(
      new RegExp(
        `budget of \\$0\\.000002 for ${name} .* \\$0\\.000002 available, \\$[\\d.]+ needed; it renews at \\S+ 00:00 \\(UTC\\)`,
      ),
    )
    expect(Math.abs((told.retryAfter ?? 0) - seconds)).toBeLessThan(3600)
  })

  it('finding relay 13: the total of a token and the balance say in dollars what is there and that time does not free them', async () => {
    const spent = await relay.addToken({ unlimited_quota: false, remain_quota: 0 })
    expect(await refusal(protocol, await ask(protocol, spent))).toEqual({
      status: 403,
      message: expect.stringContaining('it does not renew by itself'),
      retryAfter: null,
    })
    const small = await relay.addToken({ unlimited_quota: false, remain_quota: 10 })
    const poor = await relay.addToken({}, await owner(10))
    for (const [key, text] of [
      [small, /insufficient token quota: \$0\.000020 available, \$[\d.]+ needed; .*the quota is raised/],
      [poor, /insufficient user quota: \$0\.000020 available, \$[\d.]+ needed; .*topped up/],
    ] as const)
      expect(await refusal(protocol, await ask(protocol, key, capOf(protocol, 5000)))).toEqual({
        status: 403,
        message: expect.stringMatching(text),
        retryAfter: null,
      })
  })
})

it('a second call that the balance does not cover says that it waits for the first', async () => {
  const limited = { unlimited_quota: false, remain_quota: 1000 }
  const keys = [await relay.addToken(limited), await relay.addToken(limited)]
  relay.upstream.reset()
  relay.upstream.next({ holdAt: 'headers' })
  const first = ask(chat, keys[0] ?? '', {}, 'gpt-4.1-nano')
  const exchange = await relay.upstream.received(1)
  const told = await refusal(chat, await ask(chat, keys[1] ?? '', {}, 'gpt-4.1-nano'))
  expect(told).toMatchObject({ status: 429, message: expect.stringContaining('only one call at a time') })
  exchange.resume()
  await first
})
