import { AppError } from '../../../errors/app-error.ts'
import type { BodyLease } from '../../../http/body-budget.ts'
import type { UpstreamTraits } from '../../../protocols/conversation/codec.ts'
import type { ConversationRequest, MediaPart, UserPart } from '../../../protocols/conversation/types.ts'
import type { BodyMeter } from '../../../upstream/exchange.ts'
import { mapUserMedia } from './user-media.ts'

/** Tells whether an upstream itself follows the link of a picture or document. */
export type FollowsLink = (part: MediaPart, url: string) => boolean

export const linksFollowedBy =
  ({ takesMediaUrls, takesDocumentUrls, keepsLink }: UpstreamTraits): FollowsLink =>
  ({ mimeType }, url) =>
    keepsLink?.(url) === true ||
    (takesMediaUrls !== false && (takesDocumentUrls !== false || !isDocument(mimeType)))

const isDocument = (mimeType: string): boolean =>
  mimeType !== '' && !/^(?:image|audio|video)\//.test(mimeType)

/** Whether the request has linked pictures or documents that the upstream does not follow. */
export const hasMediaLinks = (request: ConversationRequest, followsLink: FollowsLink): boolean =>
  request.turns.some((turn) => turn.role === 'user' && turn.parts.some((part) => isLinked(part, followsLink)))

const isLinked = (part: UserPart, followsLink: FollowsLink): boolean =>
  part.kind === 'tool-result'
    ? part.parts.some((each) => isLinkedMedia(each, followsLink))
    : isLinkedMedia(part, followsLink)

const isLinkedMedia = (part: UserPart, followsLink: FollowsLink): boolean =>
  part.kind === 'media' && part.source.kind === 'url' && !followsLink(part, part.source.url)

/** A fetched picture or document. */
export interface Fetched {
  readonly mimeType: string
  readonly base64: string
}

/** Fetches the target of a link. @throws AppError `media_unavailable` */
export type FetchMedia = (url: string, meter: BodyMeter) => Promise<Fetched>

export interface InliningDeps {
  readonly fetchMedia: FetchMedia
  /** Limit for the total size of everything that the links of a request point to. */
  readonly bodyBytesMax: number
}

/** Fetches the links of a request, each once for all attempts. */
export class LinkedMedia {
  readonly #lease: BodyLease | undefined
  readonly #fetched = new Map<string, Promise<Fetched>>()
  #bytes = 0

  /** @param lease counts the fetched bytes like those of the request's own body */
  constructor(lease: BodyLease | undefined) {
    this.#lease = lease
  }

  /** @returns the target of the link @throws AppError as {@link withInlineMedia} */
  get(url: string, deps: InliningDeps): Promise<Fetched> {
    const known = this.#fetched.get(url)
    if (known) return known
    const fetched = this.#fetch(url, deps)
    this.#fetched.set(url, fetched)
    // The next attempt may succeed.
    fetched.catch(() => this.#fetched.delete(url))
    return fetched
  }

  async #fetch(url: string, { fetchMedia, bodyBytesMax }: InliningDeps): Promise<Fetched> {
    let counted = 0
    let refusal: unknown
    const grow = (bytes: number): undefined => {
      const more = bytes - counted
      counted = bytes
      try {
        this.#count(more, bodyBytesMax)
      } catch (error) {
        refusal = error
        throw error
      }
    }
    try {
      return await fetchMedia(url, { grow })
    } catch (error) {
      // The transport does not know our errors, and mistakes a refusal for a broken connection.
      throw refusal ?? error
    }
  }

  #count(bytes: number, bytesMax: number): void {
    this.#lease?.take(bytes)
    this.#bytes += bytes
    if (this.#bytes > bytesMax)
      throw new AppError('media_too_large', { values: { megabytes: Math.floor(bytesMax / 2 ** 20) } })
  }
}

/**
 * Embeds linked pictures and documents in the request, for vendors that do not follow links.
 * @throws AppError `media_unavailable`, `media_too_many`, `media_too_large`, `too_many_bodies`
 */
export const withInlineMedia = (
  request: ConversationRequest,
  followsLink: FollowsLink,
  linked: LinkedMedia,
  deps: InliningDeps,
): Promise<ConversationRequest> =>
  mapUserMedia(
    request,
    (part) => isLinkedMedia(part, followsLink),
    async (part) => {
      if (part.source.kind !== 'url') return part
      const { mimeType, base64 } = await linked.get(part.source.url, deps)
      return { ...part, mimeType, source: { kind: 'data', base64 } }
    },
  )
