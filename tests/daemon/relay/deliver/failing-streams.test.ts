import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestRelay, type TestRelay } from '../../../support/test-relay.ts'
import { type ClientProtocol, clientProtocols } from '../client-protocols.ts'

/** Channel type and model of a vendor that speaks each protocol. */
const vendors = {
  chat: [1, 'gpt-4o'],
  messages: [14, 'claude-sonnet-4-5-20250929'],
  generate: [24, 'gemini-2.5-flash'],
} as const
type Vendor = keyof typeof vendors
const pairs = clientProtocols.flatMap((client) =>
  (Object.keys(vendors) as Vendor[]).map((vendor) => [client.name, vendor, client] as const),
)

/** Ten words, with 1000 tokens in at 1 quota and 500 tokens out at 4 quota each. */
const text = 'one two three four five six seven eight nine ten'
const tokens = { input: 1000, output: 500 }
const price = 3_000_000n

let relay: TestRelay
let channels: Record<Vendor, number>

beforeAll(async () => {
  relay = await startTestRelay()
  const models = Object.values(vendors).map(([, model]) => model)
  const table = (value: number) => JSON.stringify(Object.fromEntries(models.map((each) => [each, value])))
  await relay.setOption('ModelRatio', table(1))
  await relay.setOption('CompletionRatio', table(4))
  const made: [Vendor, number][] = []
  for (const vendor of Object.keys(vendors) as Vendor[]) {
    const [type, model] = vendors[vendor]
    made.push([vendor, await relay.addChannel({ type, models: model })])
  }
  channels = Object.fromEntries(made) as Record<Vendor, number>
})
afterAll(() => relay.close())
beforeEach(() => {
  relay.upstream.reset()
  // Lets earlier failures expire.
  relay.api.clock.advance(10 * 60_000)
})

const stream = (client: ClientProtocol, vendor: Vendor) => {
  const [, model] = vendors[vendor]
  return relay.post(client.path(model, true), client.body(model, true))
}

/** A vendor's error that quotes secrets. */
const said = () => ({
  message: `the model broke at ${new URL(relay.upstream.url).host} with upstream-key`,
  type: 'overloaded_error',
  code: 'overloaded',
})

interface Explained {
  readonly explanation: { readonly attempts: readonly Record<string, unknown>[] }
}
interface Health {
  readonly channels: readonly {
    readonly channel_id: number
    readonly succeeded: number
    readonly failed: number
  }[]
}

const healthOf = async (vendor: Vendor): Promise<readonly [number, number]> => {
  const { channels: all } = await relay.root.call<Health>('GET', '/api/channel/health?hours=1')
  const found = all.find((each) => each.channel_id === channels[vendor])
  return [found?.succeeded ?? 0, found?.failed ?? 0]
}

const costOf = async (work: () => Promise<unknown>): Promise<bigint> => {
  const before = await relay.balance()
  await work()
  return before - (await relay.balance())
}

const secrets = () => [new URL(relay.upstream.url).host, 'upstream-key']

describe('C-RELAY-22 what a vendor says inside a stream that breaks off', () => {
  it.each(pairs)(
    '%s on %s: before anything else it is a refusal, and free',
    async (_name, vendor, client) => {
      relay.upstream.next({ text, tokens, errorAfterEvents: 0, error: said() })
      const cost = await costOf(async () => {
        const response = await stream(client, vendor)
        expect(response.headers.get('content-type')).toContain('application/json')
        expect(response.status).toBeGreaterThanOrEqual(500)
        const body = await response.text()
        expect(body).toContain('the model broke')
        for (const secret of secrets()) expect(body).not.toContain(secret)
        expect(JSON.parse(body)).toHaveProperty('error')
      })
      expect(cost).toBe(0n)
    },
  )

  it.each(pairs)(
    '%s on %s: in the middle it reaches the client, the log, the explanation and the channel’s health',
    async (_name, vendor, client) => {
      const [, failedBefore] = await healthOf(vendor)
      const [succeededBefore] = await healthOf(vendor)
      relay.upstream.next({ text, tokens, errorAfterEvents: 8, error: said() })
      const cost = await costOf(async () => {
        const body = await (await stream(client, vendor)).text()
        for (const secret of secrets()) expect(body).not.toContain(secret)
        const { text: read, isFinished, error } = client.readStream(body)
        expect(read).toMatch(/^one two/)
        expect([isFinished, error?.message]).toEqual([false, expect.stringContaining('the model broke')])
      })
      expect(cost).toBeGreaterThan(0n)
      expect(cost).toBeLessThan(price)

      const [row] = await relay.logs()
      const status = vendor === 'generate' ? 500 : 503
      expect(JSON.parse(row?.other ?? '{}')).toMatchObject({
        error_type: 'overloaded_error',
        status_code: status,
        error_code: expect.any(String),
        usage_flags: expect.arrayContaining(['interrupted']),
      })
      const { explanation } = await relay.root.call<Explained>('GET', `/api/log/explain/${row?.request_id}`)
      expect(explanation.attempts).toMatchObject([
        {
          channel_id: channels[vendor],
          status,
          error: 'upstream_error',
          reason: expect.stringContaining('the model broke'),
        },
      ])
      for (const secret of secrets()) expect(JSON.stringify([row, explanation])).not.toContain(secret)
      expect(await healthOf(vendor)).toEqual([succeededBefore, failedBefore + 1])
    },
  )

  // For clients of Responses, OpenAI is called by Responses too, which states usage only in its last event.
  const stating = pairs.filter(([name, vendor]) => name !== 'responses' || vendor !== 'chat')
  it.each(stating)(
    '%s on %s: after the usage was stated, that usage is charged',
    async (_name, vendor, client) => {
      relay.upstream.next({ text, tokens, usage: 'every', errorAfterEvents: 8, error: said() })
      const cost = await costOf(async () => {
        const { error } = client.readStream(await (await stream(client, vendor)).text())
        expect(error?.message).toContain('the model broke')
      })
      // Every vendor had stated the prompt, but not equally much of the answer.
      expect(cost).toBeGreaterThanOrEqual(1_000_000n)
      expect(cost).toBeLessThanOrEqual(price)
      const [row] = await relay.logs()
      expect(row?.prompt_tokens).toBe(1000)
    },
  )

  it('another channel is asked while nothing has reached the client, and none once something has', async () => {
    const [type, model] = vendors.chat
    const spare = await relay.addChannel({ type, models: model, priority: -1 })
    await relay.setOption('RetryTimes', '1')
    const [client] = clientProtocols
    if (!client) throw new Error('There is no protocol.')
    relay.upstream.next({ text, errorAfterEvents: 0, error: said() }, { text })
    expect(client.readStream(await (await stream(client, 'chat')).text())).toMatchObject({
      text,
      isFinished: true,
    })
    expect(relay.upstream.hits).toBe(2)
    relay.upstream.next({ text, errorAfterEvents: 4, error: said() }, { text })
    relay.api.clock.advance(10 * 60_000)
    await (await stream(client, 'chat')).text()
    expect(relay.upstream.hits).toBe(3)
    await relay.setOption('RetryTimes', '0')
    await relay.root.call('DELETE', `/api/channel/${spare}`)
  })

  it('an account without money is put out of use, though its stream had begun', async () => {
    await relay.setOption('AutomaticDisableChannelEnabled', 'true')
    const [client] = clientProtocols
    if (!client) throw new Error('There is no protocol.')
    const error = {
      message: 'You exceeded your current quota.',
      type: 'insufficient_quota',
      code: 'insufficient_quota',
    }
    relay.upstream.next({ text, errorAfterEvents: 4, error })
    await (await stream(client, 'chat')).text()
    const status = async () =>
      (await relay.root.call<{ status: number }>('GET', `/api/channel/${channels.chat}`)).status
    await expect.poll(status).toBe(3)
  })

  it('a site that hides what vendors say hides it here too', async () => {
    await relay.setOption('global.hide_upstream_error_enabled', 'true')
    const client = clientProtocols.find((each) => each.name === 'messages')
    if (!client) throw new Error('There is no protocol.')
    relay.upstream.next({ text, errorAfterEvents: 6, error: said() })
    const body = await (await stream(client, 'messages')).text()
    expect([body.includes('event: error'), body.includes('the model broke')]).toEqual([true, false])
    const [row] = await relay.logs()
    expect(row?.other).not.toContain('the model broke')
    await relay.setOption('global.hide_upstream_error_enabled', 'false')
  })
})
