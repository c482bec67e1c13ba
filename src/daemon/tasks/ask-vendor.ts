import { channelTypes } from '../channel-types/index.ts'
import type { Call, Channel, Target } from '../channel-types/types.ts'
import { readModelAdapters } from '../channels/model-adapters.ts'
import { AppError } from '../errors/app-error.ts'
import type { OptionStore } from '../options/option-store.ts'
import { parseJson } from '../protocols/parse-json.ts'
import type { JsonValue, OperationName } from '../protocols/types.ts'
import type { CredentialStore } from '../upstream/credentials.ts'
import type { Dispatchers } from '../upstream/dispatchers.ts'
import { type Exchange, openExchange } from '../upstream/exchange.ts'
import { ANSWER_BYTES_MAX, decodeContent } from '../upstream/upstream-body.ts'
import type { AskVendor, VendorQuestion } from './door.ts'

export interface AskVendorDeps {
  readonly dispatchers: Dispatchers
  readonly credentials: CredentialStore
  readonly version: string
  readonly options: Pick<OptionStore, 'current'>
}

/** The channel and key to use for a request, and the kind of tasks it is about. */
export interface Asked {
  readonly channel: Channel
  readonly key: string
  readonly operation: OperationName
}

const TIMEOUT_MS = 30_000

/** Returns a function that sends requests about tasks to a vendor, using the channel's address, key and proxy. */
export const askVendor =
  (asked: Asked, deps: AskVendorDeps): AskVendor =>
  async (question) => {
    const exchange = await openQuestion(asked, question, deps)
    const bytes = await decodeContent(exchange, await exchange.readAll(ANSWER_BYTES_MAX))
    const document: JsonValue | undefined = bytes && parseJson(bytes.toString('utf8'))
    if (exchange.status >= 400 || document === undefined)
      throw new AppError('upstream_error', { detail: { status: exchange.status, path: question.path } })
    return document
  }

/**
 * Sends a request and leaves the body unread, so that pictures and videos can be streamed.
 * @throws TransportError when the vendor does not respond, AppError `channel_misconfigured`
 */
export async function openQuestion(
  asked: Asked,
  question: VendorQuestion,
  deps: AskVendorDeps,
): Promise<Exchange> {
  const { method, query = {}, headers = {}, body, timeoutMs = TIMEOUT_MS } = question
  const target = await targetOf(asked, question, deps)
  const url = withQuery(target.url, query)
  const exchange = openExchange(deps.dispatchers.of(asked.channel, url), {
    method,
    url,
    headers: {
      accept: 'application/json',
      'accept-encoding': 'identity',
      'user-agent': `tollgate/${deps.version}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
      ...target.headers,
    },
    body: body === undefined ? null : JSON.stringify(body),
    firstByteTimeoutMs: timeoutMs,
    idleTimeoutMs: timeoutMs,
  })
  await exchange.started
  return exchange
}

/**
 * Returns the full URL for a vendor's path, with the headers that sign the request. @throws AppError
 * `channel_misconfigured`
 */
export async function targetOf(
  { channel, key, operation }: Asked,
  { path, model = '' }: Pick<VendorQuestion, 'path' | 'model'>,
  { credentials, options }: Pick<AskVendorDeps, 'credentials' | 'options'>,
): Promise<Target> {
  const type = channelTypes.get(channel.type)
  if (!type) throw new AppError('channel_misconfigured', { detail: { channelId: channel.id } })
  const bare: Call = {
    channel,
    key,
    operation,
    path,
    model,
    isStream: false,
    query: {},
    headers: {},
    credential: undefined,
    adapters: readModelAdapters(options.current()),
  }
  const call: Call =
    type.credential === undefined
      ? bare
      : { ...bare, credential: await credentials.get(type.credential, bare) }
  return type.target(call)
}

/** Adds query parameters to a URL. */
export function withQuery(url: string, query: Readonly<Record<string, string>>): string {
  const address = new URL(url)
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
  return address.href
}
