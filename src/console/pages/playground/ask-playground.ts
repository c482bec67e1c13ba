import { ApiProblem } from '../../api/api-problem.ts'
import { asSentence } from '../../api/client.ts'
import { sessionExpired } from '../../api/session-expired.ts'
import { currentLanguage, phrase } from '../../i18n/i18n.ts'
import { randomKey } from '../../state/random-key.ts'
import { session } from '../../state/session.ts'

/** A refusal by the gateway, in the format of the protocol. */
export interface Refusal {
  readonly message?: string
  readonly code?: string | null
}

/** Reads the response to a call of the playground. */
export interface PlaygroundListener<Ending> {
  /** Called when the connection broke before the first byte and the same request is sent again. */
  onReconnect(): void
  /** @returns `nothing` when the connection broke before the first byte */
  read(response: Response): Promise<Ending | 'cut' | 'nothing'>
}

/** Delay and maximum number of retries for a request without a response. */
const RECONNECT_MS = 3000
const RECONNECTS = 3

/**
 * Calls a model on behalf of the signed-in user. If the connection breaks before the first byte, the request is sent
 * again with the same idempotency key, so that nothing is requested or paid for twice; after that it is never retried.
 *
 * @returns the result of `read`, or `cut` when the response broke off
 * @throws ApiProblem for refusals and failures; AbortError once `signal` aborts
 */
export async function askPlayground<Ending>(
  call: { readonly path: `/pg/${string}`; readonly body: object },
  listener: PlaygroundListener<Ending>,
  signal: AbortSignal,
): Promise<Ending | 'cut'> {
  const idempotencyKey = randomKey()
  for (let attempt = 0; ; attempt += 1) {
    const response = await ask(call, idempotencyKey, signal)
    if (response !== undefined) {
      if (!response.ok) {
        const problem = await readProblem(response)
        // The first request did reach the gateway; its response was lost with the broken connection.
        if (attempt > 0 && /^idempotency_(running|stream_done)$/.test(problem.code)) return 'cut'
        if (problem.status === 401) sessionExpired()
        throw problem
      }
      const ending = await listener.read(response)
      if (ending !== 'nothing') return ending
    }
    if (attempt >= RECONNECTS)
      throw new ApiProblem(phrase('problem.unreachable'), { status: 0, code: 'unreachable' })
    listener.onReconnect()
    await pause(RECONNECT_MS, signal)
  }
}

/** @returns undefined when there was no response */
async function ask(
  { path, body }: { readonly path: string; readonly body: object },
  idempotencyKey: string,
  signal: AbortSignal,
): Promise<Response | undefined> {
  try {
    return await fetch(path, {
      method: 'POST',
      cache: 'no-store',
      headers: {
        'content-type': 'application/json',
        'cache-control': 'no-store',
        'accept-language': currentLanguage(),
        'tollgate-user': String(session.user()?.id ?? ''),
        'idempotency-key': idempotencyKey,
      },
      body: JSON.stringify(body),
      signal,
    })
  } catch (error) {
    if (signal.aborted) throw error
    return undefined
  }
}

export const unreadable = (requestId: string | undefined): ApiProblem =>
  new ApiProblem(phrase('problem.unreadable'), { status: 0, code: 'unreadable', requestId })

/** Reads a refusal by the gateway in the format of the protocol: `{"error":{"message","code"}}`. */
async function readProblem(response: Response): Promise<ApiProblem> {
  const requestId = response.headers.get('x-request-id') ?? undefined
  const answer = (await response.json().catch(() => undefined)) as { error?: Refusal } | undefined
  return new ApiProblem(sentenceOf(answer?.error) ?? phrase('problem.status', { status: response.status }), {
    status: response.status,
    code: answer?.error?.code ?? 'unreadable',
    requestId,
  })
}

/** Removes the request ID that the relay appends to its messages: it is shown separately. */
export const sentenceOf = (error: Refusal | undefined): string | undefined =>
  asSentence(error?.message?.replace(/ \(request id: \w+\)$/, '') ?? '') || undefined

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    })
  })
