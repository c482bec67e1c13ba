import { AppError } from '../errors/app-error.ts'
import { type FetchPublicOptions, FetchRefused, fetchPublic } from './fetch-public.ts'
import { sniffMedia } from './sniff-media.ts'

const BYTES_MAX = 20 * 1024 * 1024
const TIMEOUT_MS = 20_000

/** An image or document that a client linked to. */
export interface FetchedMedia {
  /** Determined by its first bytes; what the server says is ignored. */
  readonly mimeType: string
  readonly base64: string
}

export type FetchMediaOptions = Omit<Partial<FetchPublicOptions>, 'accept'>

/**
 * Downloads what a link in a request points to, for upstreams that take it only inline. The client chose the link, so
 * it may only lead to public addresses.
 *
 * @throws AppError `media_unavailable` (400); its text reveals nothing about our network
 */
export async function fetchMedia(url: string, options: FetchMediaOptions = {}): Promise<FetchedMedia> {
  try {
    const bytes = await fetchPublic(url, {
      bytesMax: BYTES_MAX,
      timeoutMs: TIMEOUT_MS,
      ...options,
      accept: 'image/*, application/pdf',
    })
    const mimeType = sniffMedia(bytes)
    if (mimeType === undefined) throw new FetchRefused('it is neither a picture nor a PDF')
    return { mimeType, base64: bytes.toString('base64') }
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error
    throw new AppError('media_unavailable', { values: { why: error.why }, cause: error })
  }
}
