import { createParser } from 'eventsource-parser'
import { CliError } from '../cli-error.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Phrase } from '../phrases/phrases.ts'
import { exitCodeOf } from './api-problem.ts'
import { type Answer, exchange } from './exchange.ts'
import { networkProblem } from './network-problem.ts'

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant'
  readonly content: string
}

/** A chat request as a client of the gateway sends it, with an API token's key. */
export interface ChatCall {
  /** Address of the gateway. */
  readonly url: string
  readonly key: string
  readonly model: string
  readonly messages: readonly ChatMessage[]
  /** How long to wait for the response to start, and the longest pause in it. */
  readonly timeoutMs: number
  readonly phrase: Phrase
  readonly userAgent: string
  /** Aborts the request; the gateway charges for what was delivered. */
  readonly signal?: AbortSignal | undefined
  /** Receives text as it arrives. */
  onText(text: string): void
}

/** Error code for a model that has no price. */
export const UNPRICED = 'model_price_error'

/** The result of a chat request. */
export interface ChatAnswer {
  /** ID of the request, for `tollgate explain`. */
  readonly requestId: string
  readonly model: string
  readonly text: string
  /** Usage reported by the gateway at the end of the stream; null when the stream was cut. */
  readonly usage: Readonly<Record<string, unknown>> | null
  readonly finishReason: string | null
}

/**
 * Sends the request and streams the response.
 * @throws CliError with the exit code of the refusal; 9 for network errors, timeouts and a stream that ends early
 */
export async function callChat(call: ChatCall): Promise<ChatAnswer> {
  const { url, phrase } = call
  const silence = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const heard = (): void => {
    clearTimeout(timer)
    timer = setTimeout(
      () => silence.abort(new DOMException('the gateway is silent', 'TimeoutError')),
      call.timeoutMs,
    )
  }
  heard()
  const signal = AbortSignal.any([silence.signal, ...(call.signal ? [call.signal] : [])])
  try {
    const response = await exchange({
      method: 'POST',
      url: `${url}/v1/chat/completions`,
      headers: {
        authorization: `Bearer ${call.key}`,
        'content-type': 'application/json',
        'accept-language': phrase.language,
        'user-agent': call.userAgent,
      },
      body: JSON.stringify({
        model: call.model,
        messages: call.messages,
        stream: true,
        stream_options: { include_usage: true },
      }),
      signal,
    })
    if (!response.ok || !isStream(response)) throw await refusalOf(response, call)
    return await readStream(response, call, heard)
  } catch (error) {
    if (call.signal?.aborted && !(error instanceof CliError))
      throw new CliError('interrupted', exitCodes.interrupted, phrase('say.interrupted'), { cause: error })
    throw networkProblem(error, call)
  } finally {
    clearTimeout(timer)
  }
}

const isStream = (response: Answer): boolean =>
  (response.headers.get('content-type') ?? '').startsWith('text/event-stream')

interface Chunk {
  readonly model?: string
  readonly usage?: Readonly<Record<string, unknown>> | null
  readonly choices?: readonly {
    readonly delta?: { readonly content?: string | null }
    readonly finish_reason?: string | null
  }[]
  readonly error?: { readonly message?: string; readonly code?: string | null; readonly type?: string }
}

async function readStream(response: Answer, call: ChatCall, heard: () => void): Promise<ChatAnswer> {
  const requestId = response.headers.get('x-request-id') ?? ''
  let { model } = call
  let text = ''
  let usage: ChatAnswer['usage'] = null
  let finishReason: string | null = null
  let isDone = false
  const parser = createParser({
    onEvent({ data }) {
      if (data === '[DONE]') {
        isDone = true
        return
      }
      const chunk = JSON.parse(data) as Chunk
      if (chunk.error !== undefined)
        throw new CliError(
          chunk.error.code ?? chunk.error.type ?? 'stream_error',
          exitCodes.unavailable,
          chunk.error.message ?? call.phrase('chat.cut'),
          { requestId, hint: whyHint(requestId, call.phrase) },
        )
      model = chunk.model ?? model
      usage = chunk.usage ?? usage
      const [choice] = chunk.choices ?? []
      finishReason = choice?.finish_reason ?? finishReason
      const more = choice?.delta?.content
      if (more) {
        text += more
        call.onText(more)
      }
    },
  })
  const decoder = new TextDecoder()
  for await (const bytes of response.body) {
    heard()
    parser.feed(decoder.decode(bytes, { stream: true }))
  }
  if (!isDone)
    throw new CliError('stream_cut', exitCodes.unavailable, call.phrase('chat.cut'), {
      requestId,
      hint: whyHint(requestId, call.phrase),
    })
  return { requestId, model, text, usage, finishReason }
}

const whyHint = (requestId: string, phrase: Phrase): string | undefined =>
  requestId === '' ? undefined : phrase('hint.explain', { requestId })

/** Converts the gateway's error, which has the form of the protocol: `{"error":{"message","type","code"}}`. */
async function refusalOf(response: Answer, { model, phrase }: ChatCall): Promise<CliError> {
  const requestId = response.headers.get('x-request-id') ?? undefined
  const { error } = readRefusal(await response.text())
  if (error?.message === undefined)
    return new CliError(
      'not_tollgate',
      exitCodes.failed,
      phrase('error.notTollgate', { status: response.status }),
      {
        status: response.status,
        hint: phrase('hint.notTollgate'),
      },
    )
  const code = error.code ?? error.type ?? `http_${response.status}`
  const exitCode = exitCodeOf(response.status, code)
  const known = { status: response.status, requestId }
  // The gateway tells everyone to ask the administrator, but the user of the terminal may be the administrator.
  if (code === UNPRICED)
    return new CliError(code, exitCode, phrase('own.unpriced', { model }), {
      ...known,
      hint: phrase('own.setPrice', { model }),
    })
  return new CliError(code, exitCode, error.message, {
    ...known,
    // The log, not the response, says which channel failed and why; this ID finds it.
    hint: whyHint(requestId ?? '', phrase),
  })
}

function readRefusal(text: string): Pick<Chunk, 'error'> {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null ? body : {}
  } catch {
    // Not JSON, such as a proxy's page. The caller reports it as such and never prints it.
    return {}
  }
}
