import type { IncomingMessage, ServerResponse } from 'node:http'
import { readBytes, startLocalServer } from '../tasks/local-server.ts'

/** One request of a batch, as received. */
export interface AskedRequest {
  readonly custom_id: string
  readonly params: Record<string, unknown>
}

/** A batch stored by the server. Only the key it was submitted with can access it. */
export interface KeptBatch {
  readonly key: string
  readonly requests: readonly AskedRequest[]
  readonly document: Record<string, unknown>
  results: readonly unknown[]
}

export interface BatchesCall {
  readonly method: string
  readonly path: string
  readonly key: string
  readonly headers: IncomingMessage['headers']
}

/** Faults in results: `lost` leaves out the last line, `doubled` sends each twice, `nonsense` sends a page. */
export type ResultsFault = 'lost' | 'doubled' | 'nonsense' | 'down'

/**
 * A vendor that runs Message Batches like Anthropic, according to its documents and SDK. It refuses what Anthropic
 * refuses: unknown members, names that occur twice, requests without a cap, results and deletion before the end.
 */
export interface AnthropicBatchesServer {
  readonly url: string
  readonly calls: BatchesCall[]
  readonly batches: ReadonlyMap<string, KeptBatch>
  /** Ends a batch. @param resultOf the outcome of each request; by default it was answered */
  end(id: string, resultOf?: (request: AskedRequest, index: number) => unknown): void
  /** Breaks results until it is called with undefined. */
  breakResults(fault: ResultsFault | undefined): void
  /** Sets the response to the next submission. */
  answerNext(status: number, body: unknown): void
  close(): Promise<void>
}

const keyOf = ({ headers }: IncomingMessage): string =>
  String(headers['x-api-key'] ?? headers.authorization ?? '').replace(/^Bearer /, '')

const failure = (type: string, message: string) => ({ type: 'error', error: { type, message } })
const invalid = (message: string) => failure('invalid_request_error', message)

export const usageOf = (input: number, output: number, more: Record<string, unknown> = {}) => ({
  input_tokens: input,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
  output_tokens: output,
  service_tier: 'batch',
  ...more,
})

/** Builds the result of a request that was answered. */
export const succeeded = (model: unknown, usage: Record<string, unknown> | undefined) => ({
  type: 'succeeded',
  message: {
    id: 'msg_014VwiXbi91y3JMjcpyGBHX5',
    type: 'message',
    role: 'assistant',
    model,
    content: [{ type: 'text', text: 'Hello!' }],
    stop_reason: 'end_turn',
    stop_sequence: null,
    ...(usage && { usage }),
  },
})

function complaintAbout(body: Record<string, unknown>): string | undefined {
  const { requests, ...others } = body
  const [other] = Object.keys(others)
  if (other !== undefined) return `${other}: Extra inputs are not permitted`
  if (!Array.isArray(requests) || requests.length === 0) return 'requests: List should have at least 1 item'
  const seen = new Set<string>()
  for (const [index, { custom_id: id, params, ...rest }] of requests.entries()) {
    const [member] = Object.keys(rest)
    if (member !== undefined) return `requests.${index}.${member}: Extra inputs are not permitted`
    if (!/^[a-zA-Z0-9_-]{1,64}$/.test(String(id))) return `requests.${index}.custom_id: invalid`
    if (seen.has(id)) return `requests.${index}.custom_id: must be unique`
    seen.add(id)
    if (typeof params.model !== 'string' || params.model === '')
      return `requests.${index}.params.model: required`
    if (!(params.max_tokens >= 1)) return `requests.${index}.params.max_tokens: Field required`
    if (!Array.isArray(params.messages)) return `requests.${index}.params.messages: Field required`
    if ('stream' in params && params.stream)
      return `requests.${index}.params.stream: not supported in batches`
  }
  return undefined
}

/** @param onCall called for each call before it is answered */
export async function startAnthropicBatchesServer(
  onCall?: (call: BatchesCall) => void,
): Promise<AnthropicBatchesServer> {
  const calls: BatchesCall[] = []
  const batches = new Map<string, KeptBatch>()
  const answers: { status: number; body: unknown }[] = []
  let fault: ResultsFault | undefined
  let count = 0
  let url = ''

  const send = (response: ServerResponse, status: number, body: unknown): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }

  const countsOf = (batch: KeptBatch) => {
    const has = (type: string) => batch.results.filter((each) => Object(each).result?.type === type).length
    const known = {
      succeeded: has('succeeded'),
      errored: has('errored'),
      canceled: has('canceled'),
      expired: has('expired'),
    }
    const sum = known.succeeded + known.errored + known.canceled + known.expired
    return { processing: batch.requests.length - sum, ...known }
  }

  async function create(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = JSON.parse((await readBytes(request)).toString('utf8')) as Record<string, unknown>
    const forced = answers.shift()
    if (forced) return send(response, forced.status, forced.body)
    const complaint = complaintAbout(body)
    if (complaint !== undefined) return send(response, 400, invalid(complaint))
    count += 1
    const batch: KeptBatch = {
      key: keyOf(request),
      requests: body.requests as AskedRequest[],
      results: [],
      document: {
        id: `msgbatch_013Zva2CMHLNnXjNJJKqJ2${String(count).padStart(4, '0')}`,
        type: 'message_batch',
        processing_status: 'in_progress',
        ended_at: null,
        created_at: '2026-11-26T00:00:00Z',
        expires_at: '2026-11-27T00:00:00Z',
        archived_at: null,
        cancel_initiated_at: null,
        results_url: null,
      },
    }
    Object.assign(batch.document, { request_counts: countsOf(batch) })
    batches.set(String(batch.document.id), batch)
    send(response, 200, batch.document)
  }

  function sendResults(response: ServerResponse, { results }: KeptBatch): void {
    if (fault === 'down') return send(response, 500, failure('api_error', 'Internal server error'))
    response.writeHead(200, { 'content-type': fault === 'nonsense' ? 'text/html' : 'application/binary' })
    if (fault === 'nonsense') return void response.end('<html>\n<body>bad gateway</body>\n</html>\n')
    const lines = results.map((each) => `${JSON.stringify(each)}\n`)
    const sent = fault === 'lost' ? lines.slice(0, -1) : fault === 'doubled' ? [...lines, ...lines] : lines
    response.end(sent.join(''))
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://x')
    const method = request.method ?? ''
    const call = { method, path: pathname, key: keyOf(request), headers: request.headers }
    calls.push(call)
    onCall?.(call)
    if (request.headers['anthropic-version'] === undefined)
      return send(response, 400, invalid('anthropic-version: header is required'))
    if (pathname === '/v1/messages/batches' && method === 'POST') return create(request, response)
    const [, id = '', rest = ''] =
      /^\/v1\/messages\/batches\/([^/]+)(\/cancel|\/results)?$/.exec(pathname) ?? []
    const batch = batches.get(id)
    request.resume()
    if (batch?.key !== keyOf(request)) return send(response, 404, failure('not_found_error', 'Not found'))
    const { document } = batch
    const hasEnded = document.processing_status === 'ended'
    if (method === 'GET' && rest === '/results')
      return hasEnded
        ? sendResults(response, batch)
        : send(response, 404, failure('not_found_error', 'no results'))
    if (method === 'POST' && rest === '/cancel') {
      if (hasEnded) return send(response, 400, invalid('Batch has ended'))
      Object.assign(document, { processing_status: 'canceling', cancel_initiated_at: '2026-11-26T01:00:00Z' })
      return send(response, 200, document)
    }
    if (method === 'DELETE' && rest === '') {
      if (!hasEnded) return send(response, 400, invalid('Batch is still processing'))
      batches.delete(id)
      return send(response, 200, { id, type: 'message_batch_deleted' })
    }
    if (method === 'GET' && rest === '') return send(response, 200, document)
    send(response, 405, invalid('Method not allowed'))
  }

  const server = await startLocalServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error))
  })
  url = server.url
  return {
    url,
    calls,
    batches,
    end: (id, resultOf = ({ params }) => succeeded(params.model, usageOf(1000, 500))) => {
      const batch = batches.get(id)
      if (!batch) throw new Error(`There is no batch ${id}.`)
      // Results are in another order than the requests.
      batch.results = batch.requests
        .map((each, index) => ({ custom_id: each.custom_id, result: resultOf(each, index) }))
        .reverse()
      Object.assign(batch.document, {
        processing_status: 'ended',
        ended_at: '2026-11-26T02:00:00Z',
        results_url: `${url}/v1/messages/batches/${id}/results`,
        request_counts: countsOf(batch),
      })
    },
    breakResults: (next) => {
      fault = next
    },
    answerNext: (status, body) => void answers.push({ status, body }),
    close: server.close,
  }
}
