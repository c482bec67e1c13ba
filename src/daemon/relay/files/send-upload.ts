import type { IncomingMessage } from 'node:http'
import { AppError } from '../../errors/app-error.ts'
import { asObject, parseJson } from '../../protocols/json-access.ts'
import { openaiChat } from '../../protocols/openai/index.ts'
import type { JsonObject } from '../../protocols/types.ts'
import { type Exchange, openExchange, TransportError } from '../../upstream/exchange.ts'
import { ANSWER_BYTES_MAX, decodeContent } from '../../upstream/upstream-body.ts'
import { describeTransportFault, describeUpstreamFailure } from '../call/upstream-errors.ts'
import type { Health } from '../route/health.ts'
import type { Snapshot } from '../route/snapshot.ts'
import { type AskAccountDeps, addressOf } from '../stored/ask-account.ts'
import { type ChosenAccount, FILES } from './choose-account.ts'
import { readUpload } from './read-upload.ts'

export interface SendUploadDeps extends AskAccountDeps {
  readonly health: Health
  readonly fileBytesMax: number
  readonly firstByteTimeoutMs: number
  readonly idleTimeoutMs: number
}

/** A file on its way from a client to an account. */
export interface Upload {
  readonly source: IncomingMessage
  readonly account: ChosenAccount
  /** The client's, as far as the vendor's type hands them on. */
  readonly headers: Readonly<Record<string, string>>
  readonly snapshot: Snapshot
}

/** How a server without a file API answers. */
const ADDRESS_UNKNOWN: ReadonlySet<number> = new Set([404, 405, 501])

/**
 * Passes a form with a file on as it arrives. It can be sent only once: a failure is the client's to try again, and goes
 * to another channel then, if there is one.
 *
 * @returns how the vendor describes the file
 * @throws AppError as the upload, and for what the vendor refuses
 */
export async function sendUpload(upload: Upload, deps: SendUploadDeps): Promise<JsonObject> {
  const { account, snapshot } = upload
  const { channel, key } = account
  const target = await addressOf({ ...account, at: 'files', headers: upload.headers }, snapshot, deps)
  if (!target) throw new AppError('channel_misconfigured', { detail: { channelId: channel.id } })
  const noteFailure = () => deps.health.noteFailure({ channelId: channel.id, ...FILES }, undefined)
  let exchange: Exchange
  let text: string
  try {
    exchange = open(upload, target, deps)
    await exchange.started
    const bytes = await decodeContent(exchange, await exchange.readAll(ANSWER_BYTES_MAX))
    text = bytes?.toString('utf8') ?? ''
  } catch (error) {
    if (!(error instanceof TransportError)) throw error
    // The client's own fault ends the call too.
    if (error.cause instanceof AppError) throw error.cause
    noteFailure()
    throw describeTransportFault(error)
  }
  const { status } = exchange
  const described = asObject(parseJson(text))
  if (status < 300 && described) {
    deps.health.noteSuccess({ channelId: channel.id, ...FILES })
    return described
  }
  const isUnknown = ADDRESS_UNKNOWN.has(status)
  if (status < 300 || isUnknown || status >= 500) noteFailure()
  if (status === 401) deps.health.putKeyAside(channel, key)
  if (status < 300) throw new AppError('upstream_malformed', { detail: { channelId: channel.id } })
  if (isUnknown) throw new AppError('upstream_error', { detail: { status, channelId: channel.id } })
  const about = { call: { channel, credential: undefined }, request: { url: target.url } }
  const failure = openaiChat.readFailure(status, text)
  throw describeUpstreamFailure(status, failure, about, {
    hides: snapshot.options['global.hide_upstream_error_enabled'],
    retryAfterSeconds: undefined,
  }).error
}

function open(
  { source, account }: Upload,
  target: { readonly url: string; readonly headers: Readonly<Record<string, string>> },
  deps: SendUploadDeps,
): Exchange {
  const { 'content-type': contentType = '', 'content-length': length } = source.headers
  const body = readUpload(source, {
    bytesMax: deps.fileBytesMax,
    onArrival: () => exchange.noteSending(),
  })
  const exchange = openExchange(deps.dispatchers.of(account.channel, target.url), {
    method: 'POST',
    url: target.url,
    headers: {
      accept: 'application/json',
      'accept-encoding': 'identity',
      'user-agent': `tollgate/${deps.version}`,
      'content-type': contentType,
      ...(length !== undefined && { 'content-length': length }),
      ...target.headers,
    },
    body,
    firstByteTimeoutMs: deps.firstByteTimeoutMs,
    idleTimeoutMs: deps.idleTimeoutMs,
  })
  // The stream's own errors arrive by the exchange.
  body.on('error', () => {})
  return exchange
}
