import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import type { WebSocket } from 'ws'
import { answerOf, complaintAnswer } from './answer.ts'
import type { Ask, Received } from './ask.ts'
import { type Behaviour, behaviourOfMessage, behaviourOfModel } from './behaviour.ts'
import { type Answer, breakOff, deliver } from './deliver.ts'
import { type Exchange, type OpenExchange, openExchange } from './exchange.ts'
import { criticise, type Demands, isTokenCall, keyOf, refuse } from './judge.ts'
import { type Memory, newMemory } from './memory.ts'
import type { Turn } from './protocol.ts'
import { receive } from './receive.ts'
import type { Figures } from './reply.ts'
import { findingOf, refusalOf } from './signatures.ts'
import { spark } from './spark.ts'
import { answerSocket, openSparkSocket } from './spark-socket.ts'

export interface SimulatorOptions extends Demands {
  readonly port?: number
  readonly host?: string
  readonly models?: readonly string[]
  /** Each key is a separate account, which recognizes only what was issued to it. */
  readonly hasAccounts?: boolean
  /** Each account has a prompt cache, and usage states what was found in it. */
  readonly hasPromptCache?: boolean
  /** The behaviour if nothing else is set. */
  readonly always?: Behaviour
}

/** A provider of every protocol, selected by the path, with adjustable behaviour; see Behaviour. */
export interface Simulator {
  /** `http://127.0.0.1:<port>`, without a path. */
  readonly url: string
  /** Every request so far, oldest first. */
  readonly requests: readonly Exchange[]
  /** The number of requests, including those with refused keys. */
  readonly hits: number
  /** The number of connections since the start. */
  readonly connections: number
  /** Queues behaviours, one for each future request. */
  next(...behaviours: readonly Behaviour[]): void
  /** Sets the behaviour once the queue is empty. */
  always(behaviour: Behaviour): void
  /** Sets the behaviour for certain requests once the queue is empty; the latest matching rule wins. */
  when(matches: (exchange: Exchange) => boolean, behaviour: Behaviour): void
  /** Resolves with the n-th request (from 1) as soon as it has arrived completely. */
  received(n: number): Promise<Exchange>
  /** Forgets requests, queue and rules. */
  reset(): void
  /** Closes every connection and stops listening. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

const encoders = { gzip: gzipSync, br: brotliCompressSync, deflate: deflateSync }

const encoded = (answer: Answer, behaviour: Behaviour): Answer => {
  if (!behaviour.encoding) return answer
  const body = encoders[behaviour.encoding](Buffer.concat([...answer.pieces]))
  const headers = { ...answer.headers, 'content-encoding': behaviour.encoding }
  return { ...answer, headers, pieces: [body], ...(answer.bytes === undefined ? {} : { bytes: body.length }) }
}

/** Looks up a prompt in the cache of its account. @returns its figures for the usage */
const countPrompt = ({ ask, protocol, findings }: OpenExchange, { prompts }: Memory): Partial<Figures> => {
  const { chars, cachedChars } = prompts.take(protocol.name, ask.json)
  findings.cachedShare = chars === 0 ? 0 : cachedChars / chars
  return { input: Math.ceil(chars / 4), cached: Math.floor(cachedChars / 4), output: 40 }
}

/** Starts a simulator. @throws Error if the port is in use */
export const startSimulator = async (options: SimulatorOptions = {}): Promise<Simulator> => {
  const memory = newMemory()
  const accounts = new Map<string, Memory>()
  const memoryOf = (received: Received): Memory => {
    if (!options.hasAccounts) return memory
    const key = keyOf(received)
    const known = accounts.get(key) ?? newMemory(`${accounts.size + 1}x`)
    accounts.set(key, known)
    return known
  }
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

  const behaviourOf = (exchange: Exchange, ask: Ask): Behaviour => {
    const rule = rules.findLast((each) => each.matches(exchange))
    const told = isTokenCall(ask) ? rule?.behaviour : (queue.shift() ?? rule?.behaviour ?? usual)
    return { ...told, ...behaviourOfModel(ask.model), ...behaviourOfMessage(ask.lastMessage) }
  }

  const answered = (open: OpenExchange, turn: Turn): Answer => {
    const complaint = refuse(open, turn.received, options, memory) ?? criticise(open, turn, options)
    if (complaint) return complaintAnswer(open.protocol, turn, complaint)
    return answerOf(open.protocol, turn, options.models ?? [])
  }

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    let behaviour: Behaviour = {}
    const refusesUpload = queue[0]?.refuseUpload ?? usual.refuseUpload ?? false
    const body = refusesUpload ? Buffer.alloc(0) : await buffer(request)
    const received = receive(request, body)
    const open = openExchange({
      received,
      headers: request.headers,
      rawHeaders: request.rawHeaders,
      holdAt: () => behaviour.holdAt,
      onClose: (listener) => response.once('close', () => listener(response.writableFinished)),
    })
    behaviour = behaviourOf(open.exchange, open.ask)
    const account = memoryOf(received)
    if (options.hasPromptCache && open.ask.operation === 'chat')
      behaviour = { ...behaviour, tokens: countPrompt(open, account) }
    const turn = { behaviour, ask: open.ask, received, memory: account }
    const answer = refusesUpload ? undefined : answered(open, turn)
    record(open.exchange)
    if (!answer) return breakOff(response, 'reset')
    await deliver(response, encoded(answer, behaviour), behaviour, open.hold)
  }

  const serveSocket = (socket: WebSocket, request: IncomingMessage, frame: Buffer) => {
    let behaviour: Behaviour = {}
    const received = receive(request, frame)
    const open = openExchange({
      received,
      headers: request.headers,
      rawHeaders: request.rawHeaders,
      protocol: spark,
      holdAt: () => behaviour.holdAt,
      onClose: (listener) => socket.once('close', (code) => listener(code === 1000)),
    })
    open.findings.signature = findingOf(received, 'spark', options.verify ?? {}, memory)?.verdict
    behaviour = behaviourOf(open.exchange, open.ask)
    const turn = { behaviour, ask: open.ask, received, memory }
    const complaint = criticise(open, turn, options)
    record(open.exchange)
    return answerSocket(socket, turn, complaint, open.hold)
  }

  const server = createServer({ keepAliveTimeout: 60_000, requestTimeout: 0 }, (request, response) => {
    // Clients that disconnect are normal.
    response.on('error', () => undefined)
    serve(request, response).catch(() => response.destroy())
  })
  let connections = 0
  server.on('connection', () => {
    connections += 1
  })
  const sockets = openSparkSocket(server, {
    refusal: (request) => {
      const received = receive(request, Buffer.alloc(0))
      return refusalOf(findingOf(received, 'spark', options.verify ?? {}, memory), 'spark')
    },
    serve: serveSocket,
  })
  server.listen(options.port ?? 0, options.host ?? '127.0.0.1', 4096)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  const close = async () => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    sockets.close()
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
    get connections() {
      return connections
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
