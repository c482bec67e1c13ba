import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Behaviour } from '../support/simulator/behaviour.ts'
import { type Simulator, startSimulator } from '../support/simulator/simulator.ts'
import { type Account, toThousandths } from './account.ts'
import { type Calls, type ModelKind, recordCalls } from './calls.ts'
import { type Answer, type Client, openClient } from './client.ts'
import { models, type Site, startSite } from './site.ts'

let site: Site
let client: Client
let account: Account
let calls: Calls
let elsewhere: Simulator

beforeAll(async () => {
  site = await startSite()
  elsewhere = await startSimulator()
  client = openClient(site.url)
  account = await site.createAccount('anna', 100_000_000)
  calls = recordCalls(client, account, await account.createToken())
})
afterAll(async () => {
  client.close()
  await elsewhere.close()
  await site.stop()
})

interface Charge {
  readonly thousandths: bigint
  /** The log row of the request, if it has one. */
  readonly row: { readonly usage_source: string; readonly other: string } | undefined
}

/** Returns the charge of a call according to its user's log, and checks that the balance agrees. */
const chargeOf = async (before: bigint, { requestId }: Answer): Promise<Charge> => {
  const response = await fetch(`${site.url}/api/log/self?request_id=${requestId}`, {
    headers: account.headers,
  })
  const { data } = (await response.json()) as {
    data: { items: { type: number; quota_exact: string; usage_source: string; other: string }[] }
  }
  const row = data.items.find(({ type }) => type === 2)
  const thousandths = toThousandths(row?.quota_exact ?? '0')
  expect(before - (await account.readQuota())).toBe(thousandths)
  return { thousandths, row }
}

interface Given {
  readonly behaviour: Behaviour
  readonly stream?: boolean
  readonly kind?: ModelKind
}

const run = async ({ behaviour, ...ask }: Given): Promise<{ answer: Answer; charge: Charge }> => {
  const before = await account.readQuota()
  site.upstream.next(behaviour)
  const answer = await calls.make(ask)
  return { answer, charge: await chargeOf(before, answer) }
}

/** Checks rule P4: the prompt and the delivered words are counted; the simulator would have stated more. */
const expectCut = (answer: Answer, charge: Charge) => {
  expect(answer.outcome).toBe('cut')
  expect(answer.text).not.toContain('[DONE]')
  expect(charge.thousandths).toBeGreaterThan(0n)
  expect(charge.thousandths).toBeLessThanOrEqual(models.whole.price)
  expect(JSON.parse(charge.row?.other ?? '{}').usage_flags).toContain('interrupted')
}

/** Checks that the next caller after a fault is served normally. */
const nextIsServed = async () => {
  site.upstream.always({ echo: true })
  const { answer, charge } = await run({ behaviour: { echo: true } })
  expect(answer.outcome).toBe('ok')
  expect(charge.thousandths).toBe(models.whole.price)
}

beforeEach(() => site.upstream.always({ echo: true }))

describe('an upstream that fails before its first content costs nothing', () => {
  it.each<[string, Given, number, string]>([
    ['F40 connection reset', { behaviour: { refuse: 'reset' } }, 502, 'upstream_unreachable'],
    ['F40 connection closed', { behaviour: { refuse: 'fin' }, stream: true }, 502, 'upstream_unreachable'],
    ['F42 500', { behaviour: { status: 500 } }, 500, 'server_error'],
    ['F42 503 to a stream', { behaviour: { status: 503 }, stream: true }, 503, 'server_error'],
    ['F43 400', { behaviour: { status: 400 } }, 400, 'upstream_refused'],
    ['F43 401', { behaviour: { status: 401 } }, 502, 'upstream_error'],
    ['F43 403', { behaviour: { status: 403 } }, 403, 'upstream_refused'],
    ['F43 404', { behaviour: { status: 404 } }, 404, 'model_not_found'],
    ['a status that HTTP does not know', { behaviour: { status: 999 } }, 502, 'server_error'],
    ['F46 plain body cut off', { behaviour: { cutAfterBytes: 10 } }, 502, 'upstream_unreachable'],
    ['F46 half a JSON body', { behaviour: { truncatedJson: true } }, 502, 'upstream_malformed'],
    [
      'F46 a length that is not true',
      { behaviour: { contentLengthError: 20, closeAfterMs: 1 } },
      502,
      'upstream_unreachable',
    ],
    ['F51 a compressed stream', { behaviour: { encoding: 'gzip' }, stream: true }, 502, 'upstream_malformed'],
    ['F55 an error in a 200', { behaviour: { errorIn200: true } }, 502, 'server_error'],
    [
      'F55 an error as the first event',
      { behaviour: { errorIn200: true }, stream: true },
      502,
      'server_error',
    ],
    ['F57 upload refused', { behaviour: { refuseUpload: true } }, 502, 'upstream_unreachable'],
    [
      'no JSON at all',
      { behaviour: { body: '<html>gateway</html>', contentType: 'text/html' } },
      502,
      'upstream_malformed',
    ],
  ])('%s', async (_name, given, status, code) => {
    const { answer, charge } = await run(given)
    expect(answer).toMatchObject({ outcome: 'failed', status, code })
    expect(charge).toEqual({ thousandths: 0n, row: undefined })
    await nextIsServed()
  })

  it('F56 a redirect is refused: the key goes nowhere else', async () => {
    const { answer, charge } = await run({
      behaviour: { redirectTo: `${elsewhere.url}/v1/chat/completions` },
    })
    expect(answer).toMatchObject({ outcome: 'failed', status: 502, code: 'upstream_redirect' })
    expect(charge.thousandths).toBe(0n)
    expect(elsewhere.hits).toBe(0)
  })

  it('F52 a plain body above 64 MB is cut', async () => {
    const residentBefore = site.gateway.residentBytes()
    const { answer, charge } = await run({ behaviour: { textBytes: 70 * 1024 * 1024 } })
    expect(answer).toMatchObject({ outcome: 'failed', status: 502, code: 'upstream_too_large' })
    expect(charge.thousandths).toBe(0n)
    expect(site.gateway.residentBytes() - residentBefore).toBeLessThan(250e6)
    await nextIsServed()
  })

  it.each([
    ['nobody listens', 'http://127.0.0.1:1'],
    ['the name is unknown', 'http://upstream.invalid'],
    ['plain text is spoken where TLS was expected', 'tls'],
  ])(
    'F40 %s: 502 without the address, and with another channel its answer, charged once',
    async (name, base) => {
      const model = `dead-${name.length}`
      await site.admin.setOption(
        'ModelRatio',
        JSON.stringify({ [models.whole.name]: 1, [models.fraction.name]: 1.15, [model]: 1 }),
      )
      await site.admin.setOption(
        'CompletionRatio',
        JSON.stringify({ [models.whole.name]: 2, [models.fraction.name]: 2, [model]: 2 }),
      )
      const channel = {
        name,
        key: 'k',
        models: model,
        base_url: base === 'tls' ? site.upstream.url.replace('http:', 'https:') : base,
      }
      await site.admin.createChannel({ ...channel, priority: 9 })
      const before = await account.readQuota()
      const failed = await calls.make({ model })
      expect(failed).toMatchObject({ outcome: 'failed', status: 502, code: 'upstream_unreachable' })
      expect(failed.text).not.toMatch(/127\.0\.0\.1|upstream\.invalid|ECONN|ENOTFOUND/)
      await chargeOf(before, failed)
      await site.admin.createChannel({ ...channel, base_url: site.upstream.url })
      await site.admin.setOption('RetryTimes', '1')
      const served = await calls.make({ model, stream: true })
      await site.admin.setOption('RetryTimes', '0')
      expect(served.outcome).toBe('ok')
      expect((await chargeOf(before, served)).thousandths).toBe(models.whole.price)
    },
  )

  it('F42 a storm of 500: every one is refused at once, free, and the upstream is spared', async () => {
    const before = await account.readQuota()
    site.upstream.reset()
    site.upstream.always({ status: 500 })
    const answers: Answer[] = []
    for (let round = 0; round < 10; round += 1)
      answers.push(...(await Promise.all(Array.from({ length: 20 }, () => calls.make()))))
    expect(answers.every(({ outcome, status }) => outcome === 'failed' && status >= 500)).toBe(true)
    expect(site.upstream.hits).toBeLessThanOrEqual(answers.length)
    // After thirty consecutive failures, the channel gets one probe per second.
    expect(site.upstream.hits).toBeLessThan(100)
    expect(await account.readQuota()).toBe(before)
    site.upstream.always({ echo: true })
    await expect.poll(async () => (await calls.make()).outcome).toBe('ok')
  })
})

describe('an upstream that falls silent', () => {
  // Set per channel: on a machine slower than these short timeouts, setting them for the whole site would also cut off
  // normal answers.
  const setPatience = (seconds: number) =>
    site.admin.call('PUT', '/api/channel/', {
      id: 1,
      setting: JSON.stringify({ first_byte_timeout: seconds, idle_timeout: seconds }),
    })
  beforeAll(() => setPatience(1))
  afterAll(() => setPatience(600))

  it.each<[string, Given]>([
    ['F44 no first byte', { behaviour: { holdAt: 'headers' } }],
    ['F44 headers and no first event', { behaviour: { holdAt: 0 }, stream: true }],
    ['F45 silence in a plain body', { behaviour: { cutAfterBytes: 10, cut: 'stall' } }],
  ])('%s: 504, and nothing to pay', async (_name, given) => {
    const { answer, charge } = await run(given)
    expect(answer).toMatchObject({ outcome: 'failed', status: 504, code: 'upstream_timeout' })
    expect(charge).toEqual({ thousandths: 0n, row: undefined })
  })

  it('F45 silence in a stream: cut, and charged for what was delivered', async () => {
    const { answer, charge } = await run({
      behaviour: { echo: true, cutAfterEvents: 4, cut: 'stall' },
      stream: true,
    })
    expect(answer.code).toBe('stream_cut')
    expectCut(answer, charge)
  })
})

describe('a stream that breaks after its first content is charged for what was delivered', () => {
  it.each<[string, Behaviour]>([
    ['F46 closed', { echo: true, cutAfterEvents: 4, cut: 'fin' }],
    ['F46 reset', { echo: true, cutAfterEvents: 4, cut: 'reset' }],
    ['F46 in the middle of an event', { echo: true, cutAfterBytes: 1000, cut: 'fin' }],
    ['F46 ended without saying so, and without usage', { echo: true, done: false, usage: 'missing' }],
    ['F55 an error event', { echo: true, errorAfterEvents: 4 }],
  ])('%s', async (_name, behaviour) => {
    const { answer, charge } = await run({ behaviour, stream: true })
    // If the upstream gives a reason, the client receives it.
    expect(answer.code).toBe(behaviour.errorAfterEvents === undefined ? 'stream_cut' : 'server_error')
    expectCut(answer, charge)
    await nextIsServed()
  })

  it('F46 with usage on every event: what was stated last', async () => {
    const { answer, charge } = await run({
      behaviour: { echo: true, usage: 'every', cutAfterEvents: 4 },
      stream: true,
    })
    expect(answer.outcome).toBe('cut')
    expect(charge.row?.usage_source).toBe('upstream-partial')
    expect(charge.thousandths).toBeGreaterThan(9_000n)
  })

  it('F46 a model priced by calls costs its price', async () => {
    const { answer, charge } = await run({
      behaviour: { echo: true, cutAfterEvents: 4 },
      stream: true,
      kind: 'call',
    })
    expect(answer.outcome).toBe('cut')
    expect(charge.thousandths).toBe(models.call.price)
  })

  it('F52 an event above 8 MB', async () => {
    const { answer, charge } = await run({
      behaviour: {
        body: `data: {"choices":[{"index":0,"delta":{"content":"hello"}}]}\n\ndata: {"choices":[{"index":0,"delta":{"content":"${'x'.repeat(9 * 1024 * 1024)}"}}]}\n\ndata: [DONE]\n\n`,
        contentType: 'text/event-stream',
      },
      stream: true,
    })
    expect(answer.outcome).toBe('cut')
    expect(answer.text.length).toBeLessThan(1_000_000)
    expect(charge.thousandths).toBeGreaterThan(0n)
    expect(charge.thousandths).toBeLessThanOrEqual(models.whole.price)
    await nextIsServed()
  })
})

describe('an odd answer that is complete', () => {
  const content = (text: string): string =>
    text
      .split('\n')
      .filter((line) => line.startsWith('data: {'))
      .map((line) => {
        try {
          const event = JSON.parse(line.slice(6)) as { choices: { delta?: { content?: string } }[] }
          return event.choices[0]?.delta?.content ?? ''
        } catch {
          // The event that the upstream malformed.
          return ''
        }
      })
      .join('')

  it.each<[string, Given]>([
    ['F47 a broken event among others', { behaviour: { echo: true, malformedAfterEvents: 3 }, stream: true }],
    ['F49 usage twice', { behaviour: { echo: true, usage: 'twice' }, stream: true }],
    ['F49 usage on every event', { behaviour: { echo: true, usage: 'every' }, stream: true }],
    ['F49 usage behind the end', { behaviour: { echo: true, usage: 'after-done' }, stream: true }],
    ['F51 gzip', { behaviour: { echo: true, encoding: 'gzip' } }],
    ['F51 br', { behaviour: { echo: true, encoding: 'br' } }],
    ['F51 deflate', { behaviour: { echo: true, encoding: 'deflate' } }],
    ['F53 one byte at a time', { behaviour: { echo: true, chunkBytes: 1 }, stream: true }],
    ['F53 one byte at a time, plain', { behaviour: { echo: true, chunkBytes: 1 } }],
    ['CR LF and comments', { behaviour: { echo: true, crlf: true, comments: true }, stream: true }],
    [
      'no terminator but usage and finish reason',
      { behaviour: { echo: true, done: false, usage: 'last' }, stream: true },
    ],
  ])('%s: delivered whole, charged by the stated usage', async (_name, given) => {
    const message = `nonce-${Math.random()} ünïcödé 界 🦊 words`
    const before = await account.readQuota()
    site.upstream.next(given.behaviour)
    const { behaviour: _behaviour, ...ask } = given
    const answer = await client.ask((await tokenOf()).key, { model: models.whole.name, message, ...ask })
    expect(given.stream ? content(answer.text.replaceAll('\r', '')) : answer.text).toContain(message)
    expect((await chargeOf(before, answer)).thousandths).toBe(models.whole.price)
  })

  let token: { id: number; key: string } | undefined
  const tokenOf = async () => {
    token ??= await account.createToken()
    return token
  }

  it.each<[string, Behaviour, string]>([
    ['F48 usage missing', { usage: 'missing' }, 'usage_estimated'],
    ['F50 usage negative', { usageValues: { prompt_tokens: -5 } }, 'usage_rejected'],
    ['F50 usage as text', { usageValues: { completion_tokens: '12' } }, 'usage_rejected'],
    ['F50 usage 10^12', { usageValues: { completion_tokens: 1e12 } }, 'usage_rejected'],
    ['F50 usage with a fraction', { usageValues: { prompt_tokens: 9.5 } }, 'usage_rejected'],
  ])('%s: counted here', async (_name, behaviour, flag) => {
    for (const stream of [false, true]) {
      const { answer, charge } = await run({ behaviour: { echo: true, ...behaviour }, stream })
      expect(answer.outcome).toBe('ok')
      expect(charge.row?.usage_source).toBe('counted')
      expect(JSON.parse(charge.row?.other ?? '{}').usage_flags).toContain(flag)
      expect(charge.thousandths).toBeGreaterThan(0n)
      expect(charge.thousandths).toBeLessThan(10n * models.whole.price)
    }
  })

  it('F50 more cached tokens than prompt: cut back to the prompt, never a negative term', async () => {
    const { charge } = await run({
      behaviour: { echo: true, usageValues: { prompt_tokens_details: { cached_tokens: 10_000 } } },
    })
    expect(charge.thousandths).toBeGreaterThan(0n)
    expect(charge.thousandths).toBeLessThanOrEqual(models.whole.price)
  })

  it('F54 invalid UTF-8 passes through as it came', async () => {
    const body = Buffer.concat([
      Buffer.from(
        '{"id":"x","object":"chat.completion","choices":[{"index":0,"message":{"role":"assistant","content":"a',
      ),
      Buffer.from([0xff, 0xfe]),
      Buffer.from(
        'b"},"finish_reason":"stop"}],"usage":{"prompt_tokens":9,"completion_tokens":12,"total_tokens":21}}',
      ),
    ])
    site.upstream.next({ body })
    const response = await fetch(`${site.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${(await tokenOf()).key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: models.whole.name, messages: [{ role: 'user', content: 'hi' }] }),
    })
    expect(Buffer.from(await response.arrayBuffer())).toEqual(body)
  })

  it('an answer without any output costs nothing unless usage was stated', async () => {
    const { charge } = await run({ behaviour: { text: '', usage: 'missing' } })
    expect(charge.thousandths).toBe(0n)
    const stated = await run({ behaviour: { text: '' } })
    expect(stated.charge.thousandths).toBe(models.whole.price)
  })
})

describe('connections to an upstream', () => {
  it('F41 429 with Retry-After cools the channel for its model, and says so', async () => {
    site.upstream.reset()
    site.upstream.always({ echo: true })
    site.upstream.next({ status: 429, retryAfter: 50 })
    const first = await calls.make({ kind: 'fraction' })
    expect(first).toMatchObject({ outcome: 'failed', status: 429, retryAfterSeconds: 50 })
    const second = await calls.make({ kind: 'fraction' })
    expect(second).toMatchObject({ outcome: 'failed', status: 429 })
    expect(second.retryAfterSeconds).toBeGreaterThan(40)
    expect(site.upstream.hits).toBe(1)
    await nextIsServed()
  })

  // Must be the last test of this group, because its connection may be closed while the next request is sent.
  it('F58 closed while idle: never two executions for one charge', async () => {
    site.upstream.reset()
    site.upstream.always({ echo: true, closeAfterMs: 1 })
    const answers: Answer[] = []
    for (let index = 0; index < 100; index += 1) answers.push(await calls.make())
    const answered = answers.filter(({ outcome }) => outcome === 'ok').length
    expect(answered).toBeGreaterThan(50)
    expect(site.upstream.hits).toBeLessThanOrEqual(answers.length)
    for (const { outcome, status } of answers) if (outcome !== 'ok') expect(status).toBe(502)
  })
})

it('after all that the audit is clean and no hold is left', async () => {
  const books = await site.store.readBooks()
  expect(books.holds).toEqual([])
  expect(await site.admin.audit()).toMatchObject({ isClean: true })
})
