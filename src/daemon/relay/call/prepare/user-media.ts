import { AppError } from '../../../errors/app-error.ts'
import type { ConversationRequest, MediaPart, Turn, UserPart } from '../../../protocols/conversation/types.ts'
import { sideBySide } from '../../../side-by-side.ts'

/** The limit of some vendors. Without one, a single request could make us call other servers thousands of times. */
const MEDIA_MAX = 100
const AT_ONCE = 4

/**
 * Changes some of the pictures and documents in a request, a few at a time. After `edit` has thrown, it is not called
 * again.
 * @throws AppError `media_too_many`, and what `edit` throws
 */
export async function mapUserMedia(
  request: ConversationRequest,
  isChanged: (part: MediaPart) => boolean,
  edit: (part: MediaPart) => Promise<MediaPart>,
): Promise<ConversationRequest> {
  const changed = new Map<UserPart, MediaPart>()
  const media = request.turns.flatMap((turn) => (turn.role === 'user' ? turn.parts.flatMap(mediaOf) : []))
  const chosen = media.filter(isChanged)
  if (chosen.length > MEDIA_MAX) throw new AppError('media_too_many', { values: { max: MEDIA_MAX } })
  let hasFailed = false
  await sideBySide(chosen, AT_ONCE, async (part) => {
    if (hasFailed) return
    try {
      changed.set(part, await edit(part))
    } catch (error) {
      hasFailed = true
      throw error
    }
  })
  const inUserPart = (part: UserPart): UserPart =>
    part.kind === 'tool-result'
      ? {
          ...part,
          parts: part.parts.map((each) => (each.kind === 'media' ? (changed.get(each) ?? each) : each)),
        }
      : (changed.get(part) ?? part)
  const turns = request.turns.map(
    (turn): Turn => (turn.role === 'user' ? { ...turn, parts: turn.parts.map(inUserPart) } : turn),
  )
  return { ...request, turns }
}

const mediaOf = (part: UserPart): MediaPart[] => {
  if (part.kind === 'media') return [part]
  return part.kind === 'tool-result' ? part.parts.filter((each) => each.kind === 'media') : []
}
