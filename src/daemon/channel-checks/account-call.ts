import type { Call, Channel, Target } from '../channel-types/types.ts'
import { readModelAdapters } from '../channels/model-adapters.ts'
import { AppError } from '../errors/app-error.ts'
import type { Options } from '../options/registry.ts'
import { parseJson } from '../protocols/parse-json.ts'
import type { JsonValue } from '../protocols/types.ts'
import type { Dispatchers } from '../upstream/dispatchers.ts'
import { type Exchange, openExchange, type UpstreamRequest } from '../upstream/exchange.ts'
import { ANSWER_BYTES_MAX, decodeContent } from '../upstream/upstream-body.ts'

const TIMEOUT_MS = 30_000

/** Builds a call about the account of a channel, not about a model. */
export function accountCall(channel: Channel, path: string, options: Options): Call {
  return {
    channel,
    key: channel.keys[0] ?? '',
    operation: 'models',
    path,
    model: '',
    isStream: false,
    query: {},
    headers: {},
    credential: undefined,
    adapters: readModelAdapters(options),
  }
}

/**
 * Sends a request about an account and parses the JSON of the response.
 *
 * @throws TransportError; AppError `upstream_error` for any status but 200, and for a response that is not JSON
 */
export async function askForJson(
  { dispatchers, version }: { readonly dispatchers: Dispatchers; readonly version: string },
  channel: Channel,
  target: Target,
): Promise<JsonValue> {
  const request: UpstreamRequest = {
    method: 'GET',
    url: target.url,
    headers: {
      accept: 'application/json',
      'accept-encoding': 'identity',
      'user-agent': `tollgate/${version}`,
      ...target.headers,
    },
    body: null,
    firstByteTimeoutMs: TIMEOUT_MS,
    idleTimeoutMs: TIMEOUT_MS,
  }
  const exchange = openExchange(dispatchers.of(channel, request.url), request)
  await exchange.started
  return readJson(exchange)
}

async function readJson(exchange: Exchange): Promise<JsonValue> {
  const bytes = await decodeContent(exchange, await exchange.readAll(ANSWER_BYTES_MAX))
  const text = bytes?.toString('utf8') ?? ''
  const body = parseJson(text)
  if (exchange.status !== 200 || body === undefined)
    throw new AppError('upstream_error', { detail: { status: exchange.status, body: text.slice(0, 500) } })
  return body
}
