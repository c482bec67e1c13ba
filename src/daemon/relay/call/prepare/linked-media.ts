import type { UpstreamTraits } from '../../../protocols/conversation/codec.ts'
import type { ConversationRequest, MediaPart, Turn, UserPart } from '../../../protocols/conversation/types.ts'

/** Whether an upstream follows the link of a picture or document itself. */
export type FollowsLink = (part: MediaPart, url: string) => boolean

export const linksFollowedBy =
  ({ takesMediaUrls, takesDocumentUrls, keepsLink }: UpstreamTraits): FollowsLink =>
  ({ mimeType }, url) =>
    keepsLink?.(url) === true ||
    (takesMediaUrls !== false && (takesDocumentUrls !== false || !isDocument(mimeType)))

const isDocument = (mimeType: string): boolean =>
  mimeType !== '' && !/^(?:image|audio|video)\//.test(mimeType)

/** Whether the request carries pictures or documents by link that an upstream does not follow. */
export const hasMediaLinks = (request: ConversationRequest, followsLink: FollowsLink): boolean =>
  request.turns.some((turn) => turn.role === 'user' && turn.parts.some((part) => isLinked(part, followsLink)))

const isLinked = (part: UserPart, followsLink: FollowsLink): boolean =>
  part.kind === 'tool-result'
    ? part.parts.some((each) => isLinkedMedia(each, followsLink))
    : isLinkedMedia(part, followsLink)

const isLinkedMedia = (part: UserPart, followsLink: FollowsLink): boolean =>
  part.kind === 'media' && part.source.kind === 'url' && !followsLink(part, part.source.url)

/** Fetches what a link points to. @throws AppError `media_unavailable` */
export type FetchMedia = (url: string) => Promise<{ readonly mimeType: string; readonly base64: string }>

/** The request with linked pictures and documents inside it, for vendors that follow no links. */
export const withInlineMedia = (
  request: ConversationRequest,
  followsLink: FollowsLink,
  fetchMedia: FetchMedia,
): Promise<ConversationRequest> =>
  mapUserMedia(request, async (part) => {
    if (part.source.kind !== 'url' || followsLink(part, part.source.url)) return part
    const { mimeType, base64 } = await fetchMedia(part.source.url)
    return { ...part, mimeType, source: { kind: 'data', base64 } }
  })

/** The request with each of its users' pictures and documents changed. */
export async function mapUserMedia(
  request: ConversationRequest,
  edit: (part: MediaPart) => Promise<MediaPart>,
): Promise<ConversationRequest> {
  const inUserPart = async (part: UserPart): Promise<UserPart> => {
    if (part.kind === 'media') return edit(part)
    if (part.kind !== 'tool-result') return part
    return {
      ...part,
      parts: await Promise.all(part.parts.map((each) => (each.kind === 'media' ? edit(each) : each))),
    }
  }
  const turns = await Promise.all(
    request.turns.map(
      async (turn): Promise<Turn> =>
        turn.role === 'user' ? { ...turn, parts: await Promise.all(turn.parts.map(inUserPart)) } : turn,
    ),
  )
  return { ...request, turns }
}
