import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { DataOf } from '../../../src/cli/client/contract-types.ts'
import { whenDone } from '../../support/when-done.ts'

export interface SeenCall {
  readonly method: string
  /** Path with its query. */
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: unknown
}

export interface Reply {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  /** An object is sent as JSON, a string as it is. */
  readonly body: unknown
}

/**
 * Answers according to the contract in situations that a running daemon cannot produce on demand: an inconsistent
 * ledger, an empty balance, a server that is not ready, another site's web page.
 */
export interface ContractServer {
  readonly url: string
  /** The received requests, oldest first. */
  readonly calls: readonly SeenCall[]
  /** Sets the answer to a method and path (without its query). A function receives the call. */
  on(route: `${string} /${string}`, reply: Reply | ((call: SeenCall) => Reply | Promise<Reply>)): void
  /** Clears calls and answers. */
  reset(): void
}

/** Creates the envelope of a success. */
export const good = (data: unknown, beside: Readonly<Record<string, unknown>> = {}): Reply => ({
  body: { success: true, message: '', data, ...beside },
})

/** Creates the envelope of an error. */
export const refused = (
  status: number,
  code: string,
  message = `refused: ${code}`,
  field?: string,
): Reply => ({
  status,
  headers: { 'x-request-id': 'req_00000000000000000000000001' },
  body: { success: false, message, code, ...(field === undefined ? {} : { field }) },
})

/** Creates one page that contains all items. */
export const listed = (items: readonly unknown[]): Reply =>
  good({ items, page: 1, page_size: 100, total: items.length })

export async function openContractServer(): Promise<ContractServer> {
  const calls: SeenCall[] = []
  const replies = new Map<string, Reply | ((call: SeenCall) => Reply | Promise<Reply>)>()
  const server = createServer((request, response) => {
    text(request).then(
      async (body) => {
        const { method = '', url = '', headers } = request
        const call = { method, url, headers, body: body === '' ? undefined : JSON.parse(body) }
        calls.push(call)
        const found = replies.get(`${method} ${url.split('?')[0]}`)
        const reply =
          typeof found === 'function' ? await found(call) : (found ?? refused(404, 'route_not_found'))
        response.writeHead(reply.status ?? 200, {
          'content-type': typeof reply.body === 'string' ? 'text/html' : 'application/json',
          ...reply.headers,
        })
        response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body))
      },
      () => response.destroy(),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  whenDone(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    on: (route, reply) => void replies.set(route, reply),
    reset() {
      calls.length = 0
      replies.clear()
    },
  }
}

type Channel = DataOf<'/api/channel/{id}', 'get'>

export const aChannel = (fields: Readonly<Record<string, unknown>> = {}) => ({
  ...({
    id: 1,
    type: 1,
    name: 'main',
    openai_organization: '',
    max_input_tokens: 0,
    base_url: '',
    other: '',
    model_mapping: '',
    status_code_mapping: '',
    models: 'gpt-4o,gpt-4o-mini',
    auto_ban: 1,
    test_model: '',
    group: 'default',
    priority: 0,
    weight: 0,
    tag: '',
    model_prefix: '',
    setting: '',
    param_override: '',
    system_prompt: '',
    status: 1,
    response_time: 0,
    test_time: 0,
    used_quota: 0,
    used_quota_exact: '0',
    balance: 0,
    balance_currency: '',
    balance_updated_time: 0,
    other_info: '',
    speaks_found: '',
    created_time: 1_795_160_000,
    key_count: 1,
    key_fingerprint: '5f1d2c',
    proxy_fingerprint: '',
  } satisfies Channel),
  ...fields,
})

export const aToken = (fields: Readonly<Record<string, unknown>> = {}) => ({
  id: 7,
  user_id: 1,
  name: 'ci',
  key: 'Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4zAb7dEf0hIj3kLm6n',
  status: 1,
  remain_quota: 500_000,
  remain_quota_exact: '500000',
  used_quota: 0,
  used_quota_exact: '0',
  held_quota: 0,
  held_quota_exact: '0',
  unlimited_quota: false,
  expired_time: -1,
  created_time: 1_795_160_000,
  accessed_time: 1_795_160_000,
  model_limits_enabled: false,
  model_limits: '',
  model_fallbacks: {},
  allow_ips: '',
  group: '',
  rate_limit_enabled: false,
  rate_limit_period: 60,
  rate_limit_count: 1000,
  rate_limit_success: 10,
  tokens_per_minute: 0,
  budget_period: 'none',
  budget_quota: 0,
  budget_used_quota: 0,
  budget_used_quota_exact: '0',
  budget_held_quota: 0,
  budget_held_quota_exact: '0',
  budget_renews_time: 0,
  key_masked: false,
  former_key_until: 0,
  ...fields,
})

export const theTypes = [
  { type: 1, slug: 'openai', label: 'OpenAI', models: ['gpt-4o'], fields: {} },
  { type: 43, slug: 'deepseek', label: 'DeepSeek', models: ['deepseek-chat'], fields: {} },
]

export const theStatus = good({
  version: '0.1.0',
  start_time: 1_795_000_000,
  setup: true,
  system_name: 'Tollgate',
  quota_per_unit: 500_000,
})
