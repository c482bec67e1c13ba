import OpenAI from 'openai'
import { type Simulator, startSimulator } from './simulator/simulator.ts'
import { type Caller, startTestApi, type TestApi, type TestApiOptions } from './test-services.ts'

/** The log row of one request. Money is the exact decimal text of quota units. */
export interface LogRow {
  readonly id: number
  readonly type: number
  readonly quota: number
  readonly quota_exact: string
  readonly prompt_tokens: number
  readonly completion_tokens: number
  readonly model_name: string
  readonly token_name: string
  readonly channel: number
  readonly request_id: string
  readonly is_stream: boolean
  readonly content: string
  readonly other: string
}

/** A daemon with one upstream, one channel and one token, and the official client pointed at it. */
export interface TestRelay {
  readonly api: TestApi
  readonly root: Caller
  readonly upstream: Simulator
  /** `http://127.0.0.1:<port>`. */
  readonly url: string
  readonly key: string
  readonly openai: OpenAI
  /** @returns the channel's id */
  addChannel(columns?: Readonly<Record<string, unknown>>): Promise<number>
  /** @returns the full key */
  addToken(columns?: Readonly<Record<string, unknown>>, owner?: Caller): Promise<string>
  setOption(key: string, value: string): Promise<void>
  clientWith(key: string): OpenAI
  /** Makes a call without a client library. */
  post(path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Response>
  /** Newest first. */
  logs(): Promise<readonly LogRow[]>
  /** Exact quota of the root account, in thousandths. */
  balance(): Promise<bigint>
  close(): Promise<void>
}

const thousandths = (text: string): bigint => {
  const [whole = '0', rest = ''] = text.split('.')
  return BigInt(whole) * 1000n + BigInt(rest.padEnd(3, '0'))
}

export async function startTestRelay(options: TestApiOptions = {}): Promise<TestRelay> {
  const upstream = await startSimulator()
  const api = await startTestApi(options)
  const { root } = api
  const address = api.app.server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`

  const addChannel: TestRelay['addChannel'] = async (columns = {}) => {
    const name = `channel ${Math.random()}`
    await root.call('POST', '/api/channel/', {
      type: 1,
      name,
      key: 'upstream-key',
      base_url: upstream.url,
      models: 'gpt-4o-mini,text-embedding-3-small,omni-moderation-latest,gpt-3.5-turbo-instruct',
      group: 'default',
      ...columns,
    })
    const { items } = await root.call<{ items: { id: number }[] }>(
      'GET',
      '/api/channel/?page_size=100&id_sort=true',
    )
    return items[0]?.id ?? 0
  }
  const addToken: TestRelay['addToken'] = async (columns = {}, owner = root) => {
    const token = await owner.call<{ key: string }>('POST', '/api/token/', {
      name: 'test',
      unlimited_quota: true,
      ...columns,
    })
    return `sk-${token.key}`
  }
  const clientWith = (key: string) => new OpenAI({ apiKey: key, baseURL: `${url}/v1`, maxRetries: 0 })
  const key = await addToken()
  return {
    api,
    root,
    upstream,
    url,
    key,
    openai: clientWith(key),
    addChannel,
    addToken,
    clientWith,
    setOption: async (option, value) => {
      await root.call('PUT', '/api/option/', { key: option, value })
    },
    post: (path, body, headers = {}) =>
      fetch(`${url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${key}`, ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    logs: async () => (await root.call<{ items: LogRow[] }>('GET', '/api/log/?page_size=100')).items,
    balance: async () =>
      thousandths((await root.call<{ quota_exact: string }>('GET', '/api/user/self')).quota_exact),
    close: async () => {
      await api.close()
      await upstream.close()
    },
  }
}
