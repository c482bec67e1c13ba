import { createParser } from 'eventsource-parser'
import { ApiProblem } from '../../api/api-problem.ts'
import { phrase } from '../../i18n/i18n.ts'
import { askPlayground, type Refusal, sentenceOf, unreadable } from './ask-playground.ts'
import type { WireMessage } from './conversation.ts'

/** Request body of the API. */
export interface ChatBody {
  readonly model: string
  /** Price group; empty = the account's own. */
  readonly group: string
  readonly messages: readonly WireMessage[]
  /** 0.1 to 1. */
  readonly temperature: number
  /** Maximum number of tokens of the answer; 0 = the model's own limit. */
  readonly max_tokens: number
}

export interface ChatListener {
  /** Called when the gateway has accepted the request, whose ID identifies the log row. */
  onRequest(requestId: string): void
  onText(text: string): void
  onReasoning(text: string): void
  /** Called when the connection broke before the first byte and the same request is sent again. */
  onReconnect(): void
}

/** No event is larger than this; a response from something else must not fill the memory. */
const EVENT_CHARS_MAX = 4_000_000

/**
 * Calls a model on behalf of the signed-in user, see `askPlayground`.
 *
 * @returns `complete`, or `cut` when the response broke off
 * @throws ApiProblem for refusals and failures; AbortError once `signal` aborts
 */
export const streamChat = (
  body: ChatBody,
  listener: ChatListener,
  signal: AbortSignal,
): Promise<'complete' | 'cut'> =>
  askPlayground(
    { path: '/pg/chat/completions', body: { ...body, stream: true } },
    { onReconnect: listener.onReconnect, read: (response) => readStream(response, listener, signal) },
    signal,
  )

interface Chunk {
  readonly choices?: readonly {
    readonly delta?: {
      readonly content?: string | null
      readonly reasoning_content?: string | null
      readonly reasoning?: string | null
    }
  }[]
  readonly error?: Refusal
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

/** @returns why the answer ends here, if the gateway says so */
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
