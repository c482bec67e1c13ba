import { AppError } from '../errors/app-error.ts'
import { answeredStatus, reasons } from '../errors/reasons.ts'
import { askPublic, checkPublic, type FetchPublicOptions, FetchRefused, fetchPublic } from './fetch-public.ts'
import { sniffMedia } from './sniff-media.ts'

const BYTES_MAX = 20 * 1024 * 1024
const TIMEOUT_MS = 20_000
const accept = 'image/*, application/pdf'

/** An image or document that a client linked to. */
export interface FetchedMedia {
  /** Determined by the first bytes of the file; the server's content type is ignored. */
  readonly mimeType: string
  readonly base64: string
}

/** A proxy that downloads media on behalf of the gateway; it receives the key with each request. */
export interface MediaWorker {
  readonly url: string
  readonly key: string
}

export interface FetchMediaOptions extends Omit<Partial<FetchPublicOptions>, 'accept'> {
  readonly worker?: MediaWorker | undefined
}

/**
 * Downloads the target of a link in a request, for upstreams that accept it only inline. The client chose the link, so
 * it may only lead to public addresses, even if a worker fetches it.
 *
 * @throws AppError `media_unavailable` (400); its text reveals nothing about our network
 */
export async function fetchMedia(
  url: string,
  { worker, ...given }: FetchMediaOptions = {},
): Promise<FetchedMedia> {
  const options = { bytesMax: BYTES_MAX, timeoutMs: TIMEOUT_MS, ...given, accept }
  try {
    const bytes = await (worker ? fetchThrough(worker, url, options) : fetchPublic(url, options))
    const mimeType = sniffMedia(bytes)
    if (mimeType === undefined) throw new FetchRefused(reasons.noMedia)
    return { mimeType, base64: bytes.toString('base64') }
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error
    throw new AppError('media_unavailable', { values: { why: error.why }, cause: error })
  }
}

/** Downloads through a worker, which responds with the file itself and follows redirects by its own rules. */
async function fetchThrough(worker: MediaWorker, url: string, options: FetchPublicOptions): Promise<Buffer> {
  await checkPublic(url, options)
  const { status, bytes } = await askPublic(
    worker.url,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ url, key: worker.key, method: 'GET', headers: { accept } }),
    },
    options,
  )
  if (status !== 200) throw new FetchRefused(answeredStatus(status))
  return bytes
}
