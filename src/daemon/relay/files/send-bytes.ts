import { Readable } from 'node:stream'
import { channelTypes } from '../../channel-types/index.ts'
import type { Target } from '../../channel-types/types.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Codec } from '../../protocols/types.ts'
import { type Exchange, openExchange, TransportError } from '../../upstream/exchange.ts'
import { ANSWER_BYTES_MAX, decodeContent, readHeader } from '../../upstream/upstream-body.ts'
import { describeTransportFault, describeUpstreamFailure } from '../call/upstream-errors.ts'
import type { Health } from '../route/health.ts'
import type { Snapshot } from '../route/snapshot.ts'
import type { AskAccountDeps } from '../stored/ask-account.ts'
import { type ChosenAccount, FILES } from './choose-account.ts'

export interface SendBytesDeps extends AskAccountDeps {
  readonly health: Health
  readonly firstByteTimeoutMs: number
  readonly idleTimeoutMs: number
}

/** A request of an upload that is sent to an account. */
export interface Sending {
  readonly account: ChosenAccount
  readonly target: Target
  /** The headers in addition to those of the target. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Readable | string | null
  readonly snapshot: Snapshot
  readonly readFailure: Codec['readFailure']
  /** The account has accepted the beginning of the upload, so a refusal is not the fault of its key. */
  readonly isContinued?: true
}

/** The account's answer. */
export interface SentAnswer {
  readonly status: number
  readonly text: string
  headerOf(name: string): string | undefined
}

/**
 * Sends a request of an upload, with its bytes as they arrive. They can be sent only once.
 * @param onOpen receives the exchange, which must be notified when more of the body has arrived
 * @throws AppError as the body does, and if the upstream does not answer
 */
export async function sendBytes(
  { account, target, headers, body }: Sending,
  deps: SendBytesDeps,
  onOpen?: (exchange: Pick<Exchange, 'noteSending'>) => void,
): Promise<SentAnswer> {
  const { channel } = account
  // The stream's own errors are reported by the exchange.
  if (body instanceof Readable) body.on('error', () => {})
  try {
    const exchange = openExchange(deps.dispatchers.of(channel, target.url), {
      method: 'POST',
      url: target.url,
      headers: {
        accept: 'application/json',
        'accept-encoding': 'identity',
        'user-agent': `tollgate/${deps.version}`,
        ...headers,
        ...target.headers,
      },
      body: body as Readable,
      firstByteTimeoutMs: deps.firstByteTimeoutMs,
      idleTimeoutMs: deps.idleTimeoutMs,
    })
    onOpen?.(exchange)
    await exchange.started
    const bytes = await decodeContent(exchange, await exchange.readAll(ANSWER_BYTES_MAX))
    return {
      status: exchange.status,
      text: bytes?.toString('utf8') ?? '',
      headerOf: (name) => readHeader(exchange, name),
    }
  } catch (error) {
    if (!(error instanceof TransportError)) throw error
    // An error of the client ends the call too.
    if (error.cause instanceof AppError) throw error.cause
    deps.health.noteFailure({ channelId: channel.id, ...FILES }, undefined)
    throw describeTransportFault(error)
  } finally {
    if (body instanceof Readable) body.destroy()
  }
}

/** The statuses with which a server without a file API answers. */
const ADDRESS_UNKNOWN: ReadonlySet<number> = new Set([404, 405, 501])

/**
 * Records a success and returns; anything else is counted against the channel or its key, if it is their fault.
 * @param isUsable whether a successful answer has the required content
 * @throws AppError if the vendor refuses
 */
export function judgeAnswer(
  { status, text }: SentAnswer,
  { account, target, snapshot, readFailure, isContinued }: Sending,
  isUsable: boolean,
  { health }: SendBytesDeps,
): void {
  const { channel, key } = account
  if (status < 300 && isUsable) return health.noteSuccess({ channelId: channel.id, ...FILES })
  const isUnknown = ADDRESS_UNKNOWN.has(status)
  if (status < 300 || isUnknown || status >= 500)
    health.noteFailure({ channelId: channel.id, ...FILES }, undefined)
  if (status < 300) throw new AppError('upstream_malformed', { detail: { channelId: channel.id } })
  if (isUnknown) throw new AppError('upstream_error', { detail: { status, channelId: channel.id } })
  const failure = readFailure(status, text)
  const isKeyDead =
    !isContinued && (status === 401 || channelTypes.get(channel.type)?.isKeyDead?.(status, failure) === true)
  if (isKeyDead) health.putKeyAside(channel, key)
  const about = { call: { channel, credential: undefined }, request: { url: target.url } }
  throw describeUpstreamFailure(status, failure, about, {
    hides: snapshot.options['global.hide_upstream_error_enabled'],
    retryAfterSeconds: undefined,
    isKeyDead,
  }).error
}
