import { AppError } from '../errors/app-error.ts'
import { asObject } from '../protocols/json-access.ts'
import { openaiChat } from '../protocols/openai/index.ts'
import { parseJson } from '../protocols/parse-json.ts'
import type { JsonObject } from '../protocols/types.ts'
import { describeUpstreamFailure, throwDescribed } from '../relay/call/upstream-errors.ts'
import type { Snapshot } from '../relay/route/snapshot.ts'
import {
  type AccountQuestion,
  type AskAccountDeps,
  addressOf,
  reachAccount,
} from '../relay/stored/ask-account.ts'
import type { StatePlace } from '../relay/stored/vendor-states.ts'
import { openExchange } from '../upstream/exchange.ts'
import { ANSWER_BYTES_MAX, decodeContent } from '../upstream/upstream-body.ts'

/** A request about batches. */
export interface BatchCall {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly at: AccountQuestion['at']
  /** Appended to the URL of `at`. */
  readonly path: string
  /** JSON text. */
  readonly body?: string
  /** Client headers that are passed on to the vendor. */
  readonly headers?: Readonly<Record<string, string>>
}

const TIMEOUT_MS = 60_000
/** Vendors need time to read a long body. */
const SUBMIT_TIMEOUT_MS = 300_000

/**
 * Sends a request to the account of a batch. @returns the vendor's description of the batch
 * @throws AppError `file_out_of_reach` when the account is no longer available, and the vendor's error
 */
export async function askBatches(
  place: StatePlace,
  { method, at, path, body, headers = {} }: BatchCall,
  snapshot: Snapshot,
  deps: AskAccountDeps,
): Promise<JsonObject> {
  const account = reachAccount(place, snapshot)
  const target = account && (await addressOf({ ...account, at, headers }, snapshot, deps))
  if (!account || !target) throw new AppError('file_out_of_reach', { values: { id: path.slice(1) } })
  const { channel } = account
  const url = new URL(target.url)
  url.pathname += path
  const exchange = openExchange(deps.dispatchers.of(channel, url.href), {
    method,
    url: url.href,
    headers: {
      accept: 'application/json',
      'accept-encoding': 'identity',
      'user-agent': `tollgate/${deps.version}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...target.headers,
    },
    body: body ?? null,
    firstByteTimeoutMs: body === undefined ? TIMEOUT_MS : SUBMIT_TIMEOUT_MS,
    idleTimeoutMs: TIMEOUT_MS,
  })
  let text: string
  try {
    await exchange.started
    text = (await decodeContent(exchange, await exchange.readAll(ANSWER_BYTES_MAX)))?.toString('utf8') ?? ''
  } catch (error) {
    return throwDescribed(error)
  }
  const { status } = exchange
  const document = asObject(parseJson(text))
  if (status < 300 && document) return document
  if (status < 300) throw new AppError('upstream_malformed', { detail: { channelId: channel.id } })
  const about = { call: { channel, credential: undefined }, request: { url: url.href } }
  throw describeUpstreamFailure(status, openaiChat.readFailure(status, text), about, {
    hides: snapshot.options['global.hide_upstream_error_enabled'],
    retryAfterSeconds: undefined,
  }).error
}
