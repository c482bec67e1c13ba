import { channelTypes } from '../../channel-types/index.ts'
import type { Call, Channel, Target } from '../../channel-types/types.ts'
import { keyOfHint } from '../../channels/key-hint.ts'
import { readModelAdapters } from '../../channels/model-adapters.ts'
import { AppError } from '../../errors/app-error.ts'
import type { CredentialStore } from '../../upstream/credentials.ts'
import type { Dispatchers } from '../../upstream/dispatchers.ts'
import { type Exchange, openExchange } from '../../upstream/exchange.ts'
import { ANSWER_BYTES_MAX, decodeContent } from '../../upstream/upstream-body.ts'
import { CHANNEL_ENABLED, type Snapshot } from '../route/snapshot.ts'
import type { StatePlace } from './vendor-states.ts'

export interface AskAccountDeps {
  readonly dispatchers: Dispatchers
  readonly credentials: CredentialStore
  readonly version: string
}

/** A request about something that a vendor stores for an account. */
export interface AccountQuestion {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** The kind of thing that the request is about. */
  readonly at: 'responses' | 'files' | 'upload' | 'batches' | 'messages/batches'
  /** The path after the endpoint of that kind: `/resp_1/input_items`. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  /** The client's headers that are sent to the vendor. */
  readonly headers?: Readonly<Record<string, string>>
  /** Statuses that the caller handles, in addition to 404 and success. */
  readonly reads?: readonly number[]
}

/** The account's answer. */
export interface AccountAnswer {
  readonly status: number
  readonly body: Buffer
}

const TIMEOUT_MS = 30_000

/**
 * Asks an account about what it stores.
 * @returns undefined if the account can no longer be asked
 * @throws TransportError if there is no answer, AppError `upstream_error` if the channel is at fault
 */
export async function askAccount(
  place: StatePlace,
  question: AccountQuestion,
  snapshot: Snapshot,
  deps: AskAccountDeps,
): Promise<AccountAnswer | undefined> {
  const exchange = await openAccount(place, question, snapshot, deps)
  if (!exchange) return undefined
  const body = (await decodeContent(exchange, await exchange.readAll(ANSWER_BYTES_MAX))) ?? Buffer.alloc(0)
  return { status: exchange.status, body }
}

/** Asks an account, and leaves the answer unread; its status is a success, 404, or one of `reads`. */
export async function openAccount(
  place: StatePlace,
  { method, at, path, query, headers = {}, reads = [] }: AccountQuestion,
  snapshot: Snapshot,
  deps: AskAccountDeps,
): Promise<Exchange | undefined> {
  const account = reachAccount(place, snapshot)
  const target = account && (await addressOf({ ...account, at, headers }, snapshot, deps))
  if (!account || !target) return undefined
  const { channel } = account
  const url = new URL(target.url)
  url.pathname += path
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  const exchange = openExchange(deps.dispatchers.of(channel, url.href), {
    method,
    url: url.href,
    headers: {
      accept: 'application/json',
      'accept-encoding': 'identity',
      'user-agent': `tollgate/${deps.version}`,
      ...target.headers,
    },
    body: null,
    firstByteTimeoutMs: TIMEOUT_MS,
    idleTimeoutMs: TIMEOUT_MS,
  })
  await exchange.started
  const { status } = exchange
  // A refused key is not the client's fault, and neither is a vendor outage.
  if (status === 404 || reads.includes(status) || (status >= 200 && status < 300)) return exchange
  exchange.abort()
  throw new AppError(status === 400 ? 'upstream_refused' : 'upstream_error', {
    detail: { status, channelId: channel.id },
  })
}

/** Returns the channel and key of an account; undefined if it can no longer be asked. */
export function reachAccount(
  { channelId, keyHint }: StatePlace,
  { channels }: Pick<Snapshot, 'channels'>,
): Pick<AccountAddress, 'channel' | 'key'> | undefined {
  const channel = channels.get(channelId)
  const key = channel && keyOfHint(channel, keyHint)
  return channel && key !== undefined && channel.status === CHANNEL_ENABLED ? { channel, key } : undefined
}

/** An account, and the kind of thing to be addressed there. */
export interface AccountAddress {
  readonly channel: Channel
  readonly key: string
  readonly at: AccountQuestion['at']
  readonly headers: Readonly<Record<string, string>>
}

/** The operation whose URL is used for each kind. */
const OPERATIONS = {
  responses: 'responses',
  files: 'files',
  upload: 'files',
  batches: 'batches',
  'messages/batches': 'batches',
} as const satisfies Record<AccountQuestion['at'], Call['operation']>

/** @returns undefined for a type that is no longer known */
export async function addressOf(
  { channel, key, at, headers }: AccountAddress,
  { options }: Pick<Snapshot, 'options'>,
  { credentials }: Pick<AskAccountDeps, 'credentials'>,
): Promise<Target | undefined> {
  const type = channelTypes.get(channel.type)
  if (!type) return undefined
  const bare = {
    channel,
    key,
    operation: OPERATIONS[at],
    path: at === 'upload' ? '/upload/v1/files' : `/v1/${at}`,
    model: channel.models[0] ?? '',
    isStream: false,
    query: {},
    headers,
    credential: undefined,
    adapters: readModelAdapters(options),
  } as const
  const credential = type.credential ? await credentials.get(type.credential, bare) : undefined
  return type.target({ ...bare, credential })
}
