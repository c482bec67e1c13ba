import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http'
import type { OutcomeKind } from './history-checker.ts'

export interface Ask {
  readonly model: string
  readonly message: string
  readonly stream?: boolean
  readonly body?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
}

/** One call as seen by its client. */
export interface Answer {
  readonly outcome: OutcomeKind
  /** 0 when no headers arrived. */
  readonly status: number
  readonly requestId: string | undefined
  /** The body, as far as it arrived. */
  readonly text: string
  /** `Retry-After`, if the response has it. */
  readonly retryAfterSeconds: number | undefined
  /** The error code, if the call was refused. */
  readonly code: string | undefined
}

/**
 * A client of the relay that makes no retries, has no clever defaults, and distinguishes a lost connection from a
 * refusal.
 */
export interface Client {
  readonly url: string
  /** Never rejects. `onBytes` receives every chunk of the body. */
  ask(key: string, ask: Ask, onBytes?: (bytes: Buffer, request: ClientRequest) => void): Promise<Answer>
  close(): void
}

/**
 * @param connections maximum number of connections; with 1, the call after a broken connection always opens a new one
 */
export const openClient = (url: string, connections = 1000): Client => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  return {
    url,
    ask: (key, { model, message, stream = false, body = {}, headers = {} }, onBytes) =>
      new Promise((resolve) => {
        let response: IncomingMessage | undefined
        let text = ''
        const end = (isLost: boolean, error?: NodeJS.ErrnoException) =>
          resolve(judge(response, text, stream, isLost, error))
        const outgoing = request(`${url}/v1/chat/completions`, {
          method: 'POST',
          agent,
          headers: { 'content-type': 'application/json', authorization: `Bearer ${key}`, ...headers },
        })
        outgoing.on('error', (error) => end(true, error))
        outgoing.on('response', (incoming) => {
          response = incoming
          incoming.on('data', (bytes: Buffer) => {
            text += bytes.toString('utf8')
            onBytes?.(bytes, outgoing)
          })
          incoming.on('end', () => end(!incoming.complete))
          incoming.on('error', () => end(true))
          incoming.on('close', () => end(true))
        })
        outgoing.end(
          JSON.stringify({ model, messages: [{ role: 'user', content: message }], stream, ...body }),
        )
      }),
    close: () => agent.destroy(),
  }
}

const judge = (
  response: IncomingMessage | undefined,
  text: string,
  isStream: boolean,
  isLost: boolean,
  error: NodeJS.ErrnoException | undefined,
): Answer => {
  const status = response?.statusCode ?? 0
  const id = response?.headers['x-request-id']
  const retryAfter = response?.headers['retry-after']
  const known = {
    status,
    requestId: Array.isArray(id) ? id[0] : id,
    text,
    retryAfterSeconds: retryAfter === undefined ? undefined : Number(retryAfter),
    code: undefined,
  }
  // Without a connection, nothing was sent.
  if (response === undefined)
    return { ...known, outcome: error?.code === 'ECONNREFUSED' ? 'failed' : 'unknown' }
  if (status >= 400 && !isLost) return { ...known, outcome: 'failed', code: readCode(text) }
  // An answer seen to its end counts, whatever happens to the connection afterwards.
  if (isStream && text.endsWith('data: [DONE]\n\n')) return { ...known, outcome: 'ok' }
  if (isLost) return { ...known, outcome: 'unknown' }
  return { ...known, outcome: isStream ? 'cut' : 'ok', code: isStream ? readCode(text) : undefined }
}

/** Returns the code of the error object in a body, or in the last event of a stream. */
const readCode = (text: string): string | undefined => {
  const last = text.startsWith('{') ? text : (text.trim().split('data: ').at(-1) ?? '')
  try {
    return (JSON.parse(last) as { error?: { code?: string } }).error?.code ?? undefined
  } catch {
    // The stream was cut in the middle of an event, so there is no code.
    return undefined
  }
}
