import type { Simulator } from '../../support/simulator/simulator.ts'
import { type LogRow, startTestRelay, type TestRelay } from '../../support/test-relay.ts'
import type { Caller, TestApiOptions } from '../../support/test-services.ts'

export const hello = [{ role: 'user' as const, content: 'hello' }]

/** Ratio 1.25, completion ratio 4, cache ratio 0.5: the model of the worked examples. */
export const model = 'gpt-4o'

export const usageOf = (input: number, output: number, more: Record<string, unknown> = {}) => ({
  prompt_tokens: input,
  completion_tokens: output,
  total_tokens: input + output,
  ...more,
})

export interface Channel {
  readonly id: number
  readonly status: number
  readonly other_info: string
  readonly response_time: number
  readonly used_quota: number
  readonly used_quota_exact: string
  readonly balance: number
  readonly weight: number
  readonly [field: string]: unknown
}

export interface Token {
  readonly id: number
  readonly key: string
  readonly status: number
  readonly remain_quota: number
  readonly used_quota: number
  readonly [field: string]: unknown
}

export interface List<Item> {
  readonly items: readonly Item[]
  readonly page: number
  readonly page_size: number
  readonly total: number
}

/** One daemon for a whole file, with an upstream and a caller of each role. */
export interface Site extends TestRelay {
  /** A caller with role 10. */
  readonly admin: Caller
  /** A caller with role 1 and a balance. */
  readonly user: Caller
  /** Makes one chat call without a client package. */
  ask(key?: string, body?: Readonly<Record<string, unknown>>): Promise<Response>
  /** Makes one chat call that must be refused, and returns its error. */
  refusal(key?: string, body?: Readonly<Record<string, unknown>>): Promise<Refusal>
  channel(id: number): Promise<Channel>
  /** Deletes every channel. */
  clearChannels(): Promise<void>
  newToken(columns?: Readonly<Record<string, unknown>>, owner?: Caller): Promise<Token>
  token(id: number, owner?: Caller): Promise<Token>
  credit(who: Caller, quota: number): Promise<void>
  /** Returns the exact quota of an account, in thousandths. */
  balanceOf(who: Caller): Promise<bigint>
  newestLog(): Promise<LogRow>
  /** Returns `other` of the newest row. */
  newestOther(): Promise<Record<string, unknown>>
  /** Returns the result of the audit. */
  audit(): Promise<string>
}

export interface Refusal {
  readonly status: number
  readonly code: string
  readonly type: string
  readonly message: string
  readonly retryAfter: number
}

export const thousandths = (text: string): bigint => {
  const [whole = '0', rest = ''] = text.split('.')
  return BigInt(whole) * 1000n + BigInt(rest.padEnd(3, '0'))
}

export async function startSite(options: TestApiOptions = {}): Promise<Site> {
  const relay = await startTestRelay(options)
  const { root, api } = relay
  const isOpen = options.usageMode !== 'demo'
  const admin = isOpen ? await api.createUser('an-admin', 10) : root
  const user = isOpen ? await api.createUser('a-user') : root

  const ask: Site['ask'] = (key = relay.key, body = {}) =>
    relay.post(
      '/v1/chat/completions',
      { model, messages: hello, ...body },
      { authorization: `Bearer ${key}` },
    )
  const newestLog = async () => {
    const [row] = await relay.logs()
    if (!row) throw new Error('There is no log row.')
    return row
  }
  const site: Site = {
    ...relay,
    admin,
    user,
    ask,
    newestLog,
    addChannel: (columns = {}) => relay.addChannel({ models: model, ...columns }),
    refusal: async (key, body) => readRefusal(await ask(key, body)),
    channel: (id) => root.call<Channel>('GET', `/api/channel/${id}`),
    async clearChannels() {
      const { items } = await root.call<List<Channel>>('GET', '/api/channel/?page_size=100')
      if (items.length > 0) await root.call('POST', '/api/channel/batch', { ids: items.map(({ id }) => id) })
    },
    newToken: (columns = {}, owner = root) =>
      owner.call<Token>('POST', '/api/token/', { name: 'row', unlimited_quota: true, ...columns }),
    token: (id, owner = root) => owner.call<Token>('GET', `/api/token/${id}`),
    credit: async (who, quota) => {
      await root.call('POST', '/api/user/credit', { id: who.id, delta: String(quota) })
    },
    balanceOf: async (who) =>
      thousandths((await who.call<{ quota_exact: string }>('GET', '/api/user/self')).quota_exact),
    newestOther: async () => JSON.parse((await newestLog()).other) as Record<string, unknown>,
    audit: async () => (await root.call<{ state: string }>('GET', '/api/audit/')).state,
  }
  if (isOpen) await site.credit(user, 100_000_000)
  return site
}

/** @throws Error when the call was answered */
export async function readRefusal(response: Response): Promise<Refusal> {
  const text = await response.text()
  if (response.ok) throw new Error(`Answered with ${response.status}: ${text}`)
  const { error } = JSON.parse(text) as { error: { code: string; type: string; message: string } }
  return {
    status: response.status,
    ...error,
    retryAfter: Number(response.headers.get('retry-after') ?? 0),
  }
}

/** Returns the body of the last request that reached an upstream. */
export const lastSent = (upstream: Simulator): Record<string, unknown> =>
  JSON.parse(String(upstream.requests.at(-1)?.body)) as Record<string, unknown>
