import { once } from 'node:events'
import { Readable } from 'node:stream'
import type { Channel } from '../../channel-types/types.ts'
import { AppError } from '../../errors/app-error.ts'
import { reasons } from '../../errors/reasons.ts'
import type { Dispatchers } from '../../upstream/dispatchers.ts'
import { openExchange, TransportError, type UpstreamExchange } from '../../upstream/exchange.ts'
import { FetchRefused, isPrivateHost, openPublic } from '../../upstream/fetch-public.ts'
import { sniffMedia } from '../../upstream/sniff-media.ts'
import { isEncoded, readHeader } from '../../upstream/upstream-body.ts'

/** The largest upscales have about 30 MB. */
const BYTES_MAX = 67_108_864
const TIMEOUT_MS = 60_000
/** Number of bytes needed to recognize the type. */
const HEAD_BYTES = 32

/** A picture whose content is being received. */
export interface Picture {
  readonly type: string
  /** undefined = the server does not send it. */
  readonly length: number | undefined
  readonly stream: Readable
}

/**
 * Opens a picture at a URL from a vendor. The vendor's own server is reached like its API. All other addresses must be
 * public, and are reached through the channel's proxy if it has one. Only pictures are passed on, whatever content type
 * the server claims.
 *
 * @throws AppError `picture_not_found`
 */
export async function openPicture(
  url: string,
  channel: Channel | undefined,
  { dispatchers }: { readonly dispatchers: Dispatchers },
): Promise<Picture> {
  try {
    const { exchange, close } = await open(url, channel, dispatchers)
    return await readPicture(exchange, close)
  } catch (error) {
    if (!(error instanceof FetchRefused || error instanceof TransportError)) throw error
    throw new AppError('picture_not_found', { cause: error })
  }
}

interface Opened {
  readonly exchange: UpstreamExchange
  close(): void
}

async function open(text: string, channel: Channel | undefined, dispatchers: Dispatchers): Promise<Opened> {
  const url = URL.parse(text)
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') throw new FetchRefused(reasons.noHttpAddress)
  url.hash = ''
  if (channel === undefined || !isReachedByChannel(url, channel))
    return openPublic(url.href, { accept: 'image/*', timeoutMs: TIMEOUT_MS })
  const exchange = openExchange(dispatchers.of(channel, url.href), {
    method: 'GET',
    url: url.href,
    headers: { accept: 'image/*', 'accept-encoding': 'identity', 'user-agent': 'tollgate' },
    body: null,
    firstByteTimeoutMs: TIMEOUT_MS,
    idleTimeoutMs: TIMEOUT_MS,
  })
  await exchange.started
  return { exchange, close: () => exchange.abort() }
}

const isReachedByChannel = (url: URL, { baseUrl, setting }: Channel): boolean =>
  url.origin === URL.parse(baseUrl)?.origin || (Boolean(setting.proxy) && !isPrivateHost(url.hostname))

async function readPicture(exchange: UpstreamExchange, close: () => void): Promise<Picture> {
  const length = Number(readHeader(exchange, 'content-length') ?? Number.NaN)
  if (exchange.status !== 200 || isEncoded(exchange) || length > BYTES_MAX) {
    close()
    throw new AppError('picture_not_found')
  }
  const stream = streamOf(exchange, close)
  const type = sniffMedia(await readHead(stream))
  if (type?.startsWith('image/'))
    return { type, length: Number.isFinite(length) ? length : undefined, stream }
  stream.destroy()
  throw new AppError('picture_not_found')
}

/** Returns the body as a stream, read at the pace of its reader. */
function streamOf(exchange: UpstreamExchange, close: () => void): Readable {
  let bytes = 0
  const stream = new Readable({
    read: () => exchange.resume(),
    destroy: (error, done) => {
      close()
      done(error)
    },
  })
  // The stream is either read or destroyed; an error ends the response and must not be thrown as unhandled.
  stream.on('error', () => {})
  exchange.consume({
    data: (chunk) => {
      bytes += chunk.length
      if (bytes > BYTES_MAX) stream.destroy(new Error(`more than ${BYTES_MAX} bytes`))
      else if (!stream.push(chunk)) exchange.pause()
    },
    end: () => stream.push(null),
    fail: (error) => stream.destroy(error),
  })
  return stream
}

/**
 * Reads the first bytes, which stay in the stream. @throws AppError `picture_not_found` when the stream ends before
 * them
 */
async function readHead(stream: Readable): Promise<Buffer> {
  const pieces: Buffer[] = []
  let bytes = 0
  while (bytes < HEAD_BYTES && !stream.readableEnded && !stream.destroyed) {
    const piece: Buffer | null = stream.read()
    if (piece === null) {
      if (stream.readableEnded || stream.destroyed) break
      await Promise.race([once(stream, 'readable'), once(stream, 'end'), once(stream, 'close')])
      if (stream.readableLength === 0) break
      continue
    }
    pieces.push(piece)
    bytes += piece.length
  }
  if (stream.destroyed) throw new AppError('picture_not_found')
  const head = Buffer.concat(pieces)
  if (head.length > 0) stream.unshift(head)
  return head
}
