import { AppError } from '../errors/app-error.ts'
import { answeredStatus, type Texts } from '../errors/reasons.ts'
import type { Options } from '../options/registry.ts'
import { askPublic, FetchRefused, type PublicRequest } from '../upstream/fetch-public.ts'

/** The content of a webhook message. */
export interface WebhookMessage {
  readonly type: string
  readonly title: string
  /** May contain `{{value}}` once for each of `values`, in their order. */
  readonly content: string
  readonly values: readonly (string | number)[]
}

interface WebhookTarget {
  /** May be set by a user who is not an administrator, so only https and only public addresses are allowed. */
  readonly url: string
  /** Sent as the bearer credential; empty = none. */
  readonly secret: string
}

/** The content of the response is ignored. */
const ANSWER_BYTES_MAX = 65_536
const TIMEOUT_MS = 10_000

/**
 * Delivers one message, through the worker in the options if there is one. Redirects are not followed: the message and
 * its credential are for the given address only.
 *
 * @param allowedRanges non-public addresses that may be called
 * @throws AppError `webhook_address`, `webhook_failed`
 */
export async function sendWebhook(
  { WorkerUrl: worker, WorkerValidKey: workerKey }: Pick<Options, 'WorkerUrl' | 'WorkerValidKey'>,
  { url, secret }: WebhookTarget,
  { type, title, content, values }: WebhookMessage,
  { nowMs, allowedRanges }: { readonly nowMs: number; readonly allowedRanges: readonly string[] },
): Promise<void> {
  const address = readWebhookAddress(url)
  const headers = {
    'content-type': 'application/json',
    ...(secret === '' ? {} : { authorization: `Bearer ${secret}` }),
  }
  const message = { type, title, content, values, timestamp: Math.floor(nowMs / 1000) }
  const post = (body: object, given: Readonly<Record<string, string>>): PublicRequest => ({
    method: 'POST',
    headers: given,
    body: JSON.stringify(body),
  })
  const status =
    worker === ''
      ? await ask(address, post(message, headers), allowedRanges)
      : await ask(
          worker,
          post(
            { url: address, key: workerKey, method: 'POST', headers, body: message },
            { 'content-type': 'application/json' },
          ),
          allowedRanges,
        )
  if (status < 200 || status > 299) throw failed(answeredStatus(status))
}

async function ask(url: string, request: PublicRequest, allowedRanges: readonly string[]): Promise<number> {
  try {
    const { status } = await askPublic(url, request, {
      accept: '*/*',
      allowedRanges,
      bytesMax: ANSWER_BYTES_MAX,
      timeoutMs: TIMEOUT_MS,
    })
    return status
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error
    throw failed(error.why, error)
  }
}

const failed = (why: Texts, cause?: unknown): AppError =>
  new AppError('webhook_failed', { values: { why }, cause })

/**
 * Checks the address of a webhook.
 *
 * @param field the request field it came from
 * @returns the address without surrounding spaces
 * @throws AppError `webhook_address`
 */
export function readWebhookAddress(text: string, field = 'url'): string {
  const address = text.trim()
  const url = URL.parse(address)
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '')
    throw new AppError('webhook_address', { field })
  return address
}
