import { createParser } from 'eventsource-parser'
import { ApiProblem } from '../../api/api-problem.ts'
import { sessionExpired } from '../../api/session-expired.ts'
import { currentLanguage, phrase } from '../../i18n/i18n.ts'
import { session } from '../../state/session.ts'

/** What is asked, as the API takes it. */
export interface ChatBody {
  readonly model: string
  /** Price group; empty = the account's own. */
  readonly group: string
  readonly messages: readonly { readonly role: 'system' | 'user' | 'assistant'; readonly content: string }[]
  /** 0.1 to 1. */
  readonly temperature: number
  /** Most tokens of the answer; 0 = as many as the model gives. */
  readonly max_tokens: number
}

export interface ChatListener {
  /** The gateway has taken the request; its id leads to the log. */
  onRequest(requestId: string): void
  onText(text: string): void
  onReasoning(text: string): void
  /** The connection broke before anything came; the same request is sent again. */
  onReconnect(): void
}

/** Wait before a request that got no answer is sent again, and how often. */
const RECONNECT_MS = 3000
const RECONNECTS = 3
/** A single event is never larger; what is no answer of ours must not fill the memory. */
const EVENT_CHARS_MAX = 4_000_000

/**
 * Asks a model in the name of the signed-in user. A connection that breaks before the first byte is made again with the
 * same idempotency key, so that nothing is asked or paid twice; afterwards it is never made again.
 *
 * @returns `complete`, or `cut` when the answer broke off
 * @throws ApiProblem for refusals and failures; AbortError once `signal` ends it
 */
export async function streamChat(
  body: ChatBody,
  listener: ChatListener,
  signal: AbortSignal,
): Promise<'complete' | 'cut'> {
  const idempotencyKey = randomKey()
  for (let attempt = 0; ; attempt += 1) {
    const response = await ask(body, idempotencyKey, signal)
    if (response !== undefined) {
      if (!response.ok) {
        const problem = await readProblem(response)
        // The first one reached the gateway after all; what it answered went into the broken connection.
        if (attempt > 0 && /^idempotency_(running|stream_done)$/.test(problem.code)) return 'cut'
        if (problem.status === 401) sessionExpired()
        throw problem
      }
      const ending = await readStream(response, listener, signal)
      if (ending !== 'nothing') return ending
    }
    if (attempt >= RECONNECTS)
      throw new ApiProblem(phrase('problem.unreachable'), { status: 0, code: 'unreachable' })
    listener.onReconnect()
    await pause(RECONNECT_MS, signal)
  }
}

/** @returns undefined when no answer came */
async function ask(
  body: ChatBody,
  idempotencyKey: string,
  signal: AbortSignal,
): Promise<Response | undefined> {
  try {
    return await fetch('/pg/chat/completions', {
      method: 'POST',
      cache: 'no-store',
      headers: {
        'content-type': 'application/json',
        'cache-control': 'no-store',
        'accept-language': currentLanguage(),
        'tollgate-user': String(session.user()?.id ?? ''),
        'idempotency-key': idempotencyKey,
      },
      body: JSON.stringify({ ...body, stream: true }),
      signal,
    })
  } catch (error) {
    if (signal.aborted) throw error
    return undefined
  }
}

interface Chunk {
  readonly choices?: readonly {
    readonly delta?: {
      readonly content?: string | null
      readonly reasoning_content?: string | null
      readonly reasoning?: string | null
    }
  }[]
  readonly error?: { readonly message?: string; readonly code?: string | null }
}

/** @returns `nothing` when the connection broke before the first byte */
async function readStream(
  response: Response,
  listener: ChatListener,
  signal: AbortSignal,
): Promise<'complete' | 'cut' | 'nothing'> {
  const requestId = response.headers.get('x-request-id') ?? undefined
  if (!response.headers.get('content-type')?.startsWith('text/event-stream') || !response.body)
    throw unreadable(requestId)
  let isDone = false
  let failure: ApiProblem | undefined
  const parser = createParser({
    maxBufferSize: EVENT_CHARS_MAX,
    onEvent: ({ data }) => {
      if (data === '[DONE]') isDone = true
      else failure ??= readChunk(data, listener, requestId)
    },
    onError: (error) => {
      if (error.type === 'max-buffer-size-exceeded') failure ??= unreadable(requestId)
    },
  })
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  let hasBegun = false
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      if (!hasBegun && requestId !== undefined) listener.onRequest(requestId)
      hasBegun = true
      parser.feed(decoder.decode(value, { stream: true }))
      if (failure) throw failure
    }
  } catch (error) {
    if (signal.aborted || error === failure) throw error
    // The connection broke.
  } finally {
    reader.cancel().catch(() => undefined)
  }
  if (isDone) return 'complete'
  return hasBegun ? 'cut' : 'nothing'
}

/** @returns why the answer ends here, when the gateway says so */
function readChunk(
  data: string,
  listener: ChatListener,
  requestId: string | undefined,
): ApiProblem | undefined {
  let chunk: Chunk
  try {
    chunk = JSON.parse(data) as Chunk
  } catch {
    return unreadable(requestId)
  }
  if (chunk.error)
    return new ApiProblem(sentenceOf(chunk.error) ?? phrase('problem.internal'), {
      status: 502,
      code: chunk.error.code ?? 'stream_error',
      requestId,
    })
  const delta = chunk.choices?.[0]?.delta
  const reasoning = delta?.reasoning_content ?? delta?.reasoning
  if (reasoning) listener.onReasoning(reasoning)
  if (delta?.content) listener.onText(delta.content)
  return undefined
}

const unreadable = (requestId: string | undefined): ApiProblem =>
  new ApiProblem(phrase('problem.unreadable'), { status: 0, code: 'unreadable', requestId })

/** The gateway refuses in the form of the protocol: `{"error":{"message","code"}}`. */
async function readProblem(response: Response): Promise<ApiProblem> {
  const requestId = response.headers.get('x-request-id') ?? undefined
  const answer = (await response.json().catch(() => undefined)) as Chunk | undefined
  return new ApiProblem(sentenceOf(answer?.error) ?? phrase('problem.status', { status: response.status }), {
    status: response.status,
    code: answer?.error?.code ?? 'unreadable',
    requestId,
  })
}

/** Without the request id that the relay puts behind its sentences: it is shown by itself. */
const sentenceOf = (error: Chunk['error']): string | undefined =>
  error?.message?.replace(/ \(request id: \w+\)$/, '') || undefined

/** 128 random bits in hexadecimal. */
export const randomKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    })
  })
