import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { accountAnswers, errorBody, models, plainAnswer } from './answers.ts'
import type { Ask } from './ask.ts'
import { type Behaviour, behaviourOfMessage, behaviourOfModel } from './behaviour.ts'
import { type Answer, breakOff, deliver } from './deliver.ts'
import { type Exchange, openExchange } from './exchange.ts'
import { streamEvents } from './stream-events.ts'

export interface SimulatorOptions {
  readonly port?: number
  readonly host?: string
  /** Bearer keys (or `api-key` values) it accepts; undefined = any. */
  readonly keys?: readonly string[]
  readonly models?: readonly string[]
  /** What it does when nothing else was said. */
  readonly always?: Behaviour
}

/** A provider of the OpenAI family that does as it is told; see Behaviour. */
export interface Simulator {
  /** `http://127.0.0.1:<port>`, without a path. */
  readonly url: string
  /** Every request so far, oldest first. */
  readonly requests: readonly Exchange[]
  /** How often it was called, refused keys included. */
  readonly hits: number
  /** Queues behaviours, one per request to come. */
  next(...behaviours: readonly Behaviour[]): void
  /** Replaces what it does once the queue is empty. */
  always(behaviour: Behaviour): void
  /** What it does with certain requests once the queue is empty; the latest matching rule wins. */
  when(matches: (exchange: Exchange) => boolean, behaviour: Behaviour): void
  /** The n-th request (from 1), as soon as it has arrived completely. */
  received(n: number): Promise<Exchange>
  /** Forgets requests, queue and rules. */
  reset(): void
  /** Closes every connection and stops listening. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

const encoders = { gzip: gzipSync, br: brotliCompressSync, deflate: deflateSync }

const whole = (status: number, contentType: string, body: Buffer): Answer => ({
  status,
  headers: { 'content-type': contentType },
  pieces: [body],
  bytes: body.length,
})

const json = (status: number, document: unknown): Answer =>
  whole(status, 'application/json', Buffer.from(JSON.stringify(document)))

const encoded = (answer: Answer, behaviour: Behaviour): Answer => {
  if (!behaviour.encoding) return answer
  const body = encoders[behaviour.encoding](Buffer.concat([...answer.pieces]))
  const headers = { ...answer.headers, 'content-encoding': behaviour.encoding }
  return { ...answer, headers, pieces: [body], ...(answer.bytes === undefined ? {} : { bytes: body.length }) }
}

const answerOf = (
  exchange: Exchange,
  ask: Ask,
  behaviour: Behaviour,
  modelNames: readonly string[],
): Answer => {
  const status = behaviour.status ?? 200
  const retryAfter = behaviour.retryAfter === undefined ? {} : { 'retry-after': String(behaviour.retryAfter) }
  const withRetry = (answer: Answer): Answer => ({ ...answer, headers: { ...answer.headers, ...retryAfter } })
  if (behaviour.redirectTo !== undefined)
    return {
      ...whole(302, 'text/plain', Buffer.from('elsewhere')),
      headers: { location: behaviour.redirectTo },
    }
  const type = behaviour.contentType
  if (behaviour.body !== undefined)
    return withRetry(whole(status, type ?? 'application/json', Buffer.from(behaviour.body)))
  if (status >= 400) return withRetry(json(status, behaviour.json ?? errorBody(status, behaviour.error)))
  if (exchange.method === 'GET') {
    const account = accountAnswers[exchange.path]
    if (account !== undefined) return json(status, behaviour.json ?? account)
    if (ask.operation === 'models') return json(status, behaviour.json ?? models(modelNames))
    return json(404, errorBody(404))
  }
  if (ask.operation === 'other' || ask.operation === 'models') return json(404, errorBody(404))
  if (ask.isStream && behaviour.json === undefined) {
    const headers = {
      'content-type': type ?? 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache',
    }
    return { status, headers, pieces: streamEvents(behaviour, ask) }
  }
  const body = Buffer.from(JSON.stringify(plainAnswer(behaviour, ask)))
  const kept = behaviour.truncatedJson ? body.subarray(0, body.length >> 1) : body
  return whole(status, type ?? 'application/json', kept)
}

const keyOf = (headers: IncomingMessage['headers']): string =>
  headers.authorization?.replace(/^Bearer /, '') ?? String(headers['api-key'] ?? '')

/** @throws Error when the port is taken */
export const startSimulator = async (options: SimulatorOptions = {}): Promise<Simulator> => {
  const requests: Exchange[] = []
  const waiting: { n: number; resolve: (exchange: Exchange) => void }[] = []
  let queue: Behaviour[] = []
  let rules: { matches: (exchange: Exchange) => boolean; behaviour: Behaviour }[] = []
  let usual: Behaviour = options.always ?? {}

  const record = (exchange: Exchange) => {
    requests.push(exchange)
    for (const each of waiting.splice(0)) {
      if (requests.length >= each.n) each.resolve(exchange)
      else waiting.push(each)
    }
  }

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    let behaviour: Behaviour = {}
    const refusesUpload = queue[0]?.refuseUpload ?? usual.refuseUpload ?? false
    const body = refusesUpload ? Buffer.alloc(0) : await buffer(request)
    const { exchange, ask, hold } = openExchange(request, response, body, () => behaviour.holdAt)
    const rule = rules.findLast((each) => each.matches(exchange))
    behaviour = {
      ...(queue.shift() ?? rule?.behaviour ?? usual),
      ...behaviourOfModel(ask.model),
      ...behaviourOfMessage(ask.lastMessage),
    }
    record(exchange)
    if (refusesUpload) return breakOff(response, 'reset')
    const refused = options.keys && !options.keys.includes(keyOf(request.headers))
    const answer = refused
      ? json(401, errorBody(401))
      : answerOf(exchange, ask, behaviour, options.models ?? [])
    await deliver(response, encoded(answer, behaviour), behaviour, hold)
  }

  const server = createServer({ keepAliveTimeout: 60_000, requestTimeout: 0 }, (request, response) => {
    // Clients that go away are an ordinary part of this work.
    response.on('error', () => undefined)
    serve(request, response).catch(() => response.destroy())
  })
  server.listen(options.port ?? 0, options.host ?? '127.0.0.1', 4096)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  const close = async () => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
  return {
    url: `http://${options.host ?? '127.0.0.1'}:${port}`,
    get requests() {
      return requests
    },
    get hits() {
      return requests.length
    },
    next: (...behaviours) => void queue.push(...behaviours),
    always: (behaviour) => {
      usual = behaviour
    },
    when: (matches, behaviour) => void rules.push({ matches, behaviour }),
    received: (n) => {
      const there = requests[n - 1]
      if (there) return Promise.resolve(there)
      return new Promise((resolve) => waiting.push({ n, resolve }))
    },
    reset: () => {
      requests.length = 0
      queue = []
      rules = []
      usual = options.always ?? {}
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}
