import { channelTypes } from '../../channel-types/index.ts'
import { keyOfHint } from '../../channels/key-hint.ts'
import { readModelAdapters } from '../../channels/model-adapters.ts'
import { AppError } from '../../errors/app-error.ts'
import type { CredentialStore } from '../../upstream/credentials.ts'
import type { Dispatchers } from '../../upstream/dispatchers.ts'
import { openExchange } from '../../upstream/exchange.ts'
import { ANSWER_BYTES_MAX, decodeContent } from '../../upstream/upstream-body.ts'
import { CHANNEL_ENABLED, type Snapshot } from '../route/snapshot.ts'
import type { StatePlace } from './vendor-states.ts'

export interface AskAccountDeps {
  readonly dispatchers: Dispatchers
  readonly credentials: CredentialStore
  readonly version: string
}

/** A question about a response that an account keeps. */
export interface AccountQuestion {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Behind the address of responses: `/resp_1/input_items`. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
}

/** What the account said. */
export interface AccountAnswer {
  readonly status: number
  readonly body: Buffer
}

const TIMEOUT_MS = 30_000

/**
 * Asks the account that keeps a response about it. @returns undefined when the account can no longer be asked
 * @throws TransportError when nobody answers, AppError `upstream_error` for what is the fault of the channel
 */
export async function askAccount(
  { channelId, keyHint }: StatePlace,
  { method, path, query }: AccountQuestion,
  snapshot: Snapshot,
  { dispatchers, credentials, version }: AskAccountDeps,
): Promise<AccountAnswer | undefined> {
  const channel = snapshot.channels.get(channelId)
  const key = channel && keyOfHint(channel, keyHint)
  const type = channel && channelTypes.get(channel.type)
  if (!channel || key === undefined || !type || channel.status !== CHANNEL_ENABLED) return undefined
  const bare = {
    channel,
    key,
    operation: 'responses',
    path: '/v1/responses',
    model: channel.models[0] ?? '',
    isStream: false,
    query: {},
    headers: {},
    credential: undefined,
    adapters: readModelAdapters(snapshot.options),
  } as const
  const credential = type.credential ? await credentials.get(type.credential, bare) : undefined
  const target = type.target({ ...bare, credential })
  const url = new URL(target.url)
  url.pathname += path
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  const exchange = openExchange(dispatchers.of(channel, url.href), {
    method,
    url: url.href,
    headers: {
      accept: 'application/json',
      'accept-encoding': 'identity',
      'user-agent': `tollgate/${version}`,
      ...target.headers,
    },
    body: null,
    firstByteTimeoutMs: TIMEOUT_MS,
    idleTimeoutMs: TIMEOUT_MS,
  })
  await exchange.started
  const body = (await decodeContent(exchange, await exchange.readAll(ANSWER_BYTES_MAX))) ?? Buffer.alloc(0)
  const { status } = exchange
  // A refused key is not the client's, and neither is a vendor that is down.
  if (status === 404 || (status >= 200 && status < 300)) return { status, body }
  throw new AppError(status === 400 ? 'upstream_refused' : 'upstream_error', {
    detail: { status, channelId },
  })
}
