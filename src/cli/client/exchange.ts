import type { IncomingMessage } from 'node:http'

/** One HTTP request. */
export interface Exchange {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
  /** Aborts the request and the reading of its response. */
  readonly signal: AbortSignal
}

export interface Answer {
  readonly status: number
  /** Whether the status is 2xx. */
  readonly ok: boolean
  readonly headers: {
    get(name: string): string | null
    getSetCookie(): readonly string[]
  }
  /** The body as it arrives. */
  readonly body: AsyncIterable<Uint8Array>
  text(): Promise<string>
}

/** The server could not be reached, or the connection was lost. */
export class ConnectionFailed extends Error {}

/**
 * Sends a request and resolves when the response headers arrive. Redirects are returned like any other response.
 *
 * This does not use `fetch`, because loading it takes longer than everything else a command loads. An `import` of
 * `node:http` would load it too: its exports include the WebSocket of `fetch`.
 *
 * @throws ConnectionFailed, or the reason of the signal
 */
export async function exchange(call: Exchange): Promise<Answer> {
  try {
    return await send(call)
  } catch (error) {
    // The server closed an idle connection just as it was reused. Without a response, the request can be sent again.
    if (error instanceof ConnectionFailed && error.cause instanceof IdleConnectionClosed)
      return await send(call)
    throw error
  }
}

class IdleConnectionClosed extends Error {}

function send({ method, url, headers, body, signal }: Exchange): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const fail = (cause: unknown): void => reject(failure(cause, signal))
  signal.throwIfAborted()
  const { request } = process.getBuiltinModule(url.startsWith('https:') ? 'node:https' : 'node:http')
  const outgoing = request(
    url,
    {
      method,
      signal,
      headers: {
        'Accept-Encoding': 'gzip',
        ...headers,
        ...(body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) }),
      },
    },
    (incoming) => resolve(answerOf(incoming, signal)),
  )
  outgoing.on('error', (error) =>
    fail(outgoing.reusedSocket && isReset(error) ? new IdleConnectionClosed('', { cause: error }) : error),
  )
  outgoing.end(body)
  return promise
}

const isReset = (error: Error): boolean =>
  'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE')

function answerOf(incoming: IncomingMessage, signal: AbortSignal): Answer {
  const { statusCode: status = 0, headers } = incoming
  const body = piecesOf(incoming, signal)
  return {
    status,
    ok: status >= 200 && status < 300,
    headers: {
      get: (name) => {
        const value = headers[name.toLowerCase()]
        return Array.isArray(value) ? value.join(', ') : (value ?? null)
      },
      getSetCookie: () => headers['set-cookie'] ?? [],
    },
    body,
    async text() {
      const decoder = new TextDecoder()
      let text = ''
      for await (const piece of body) text += decoder.decode(piece, { stream: true })
      return text + decoder.decode()
    },
  }
}

async function* piecesOf(incoming: IncomingMessage, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    yield* incoming.headers['content-encoding'] === 'gzip' ? unpacked(incoming) : incoming
  } catch (error) {
    throw failure(error, signal)
  } finally {
    incoming.destroy()
  }
}

function unpacked(incoming: IncomingMessage): AsyncIterable<Uint8Array> {
  const plain = process.getBuiltinModule('node:zlib').createGunzip()
  incoming.on('error', (error) => plain.destroy(error))
  return incoming.pipe(plain)
}

const failure = (cause: unknown, signal: AbortSignal): unknown =>
  signal.aborted ? signal.reason : new ConnectionFailed('connection failed', { cause })
