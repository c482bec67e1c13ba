import type { Message } from './use-messages.ts'
import type { MessageCreate, MessageUpdate } from './use-save-message.ts'

/** `?edit=new` in the address creates a message. */
export const NEW_MESSAGE = 'new'
export const TITLE_MAX = 200
export const CONTENT_MAX = 20_000

/** Form values of a message. */
export interface MessageValues {
  readonly title: string
  readonly format: 'markdown' | 'html'
  readonly content: string
  /** Recipients, chosen only when the message is created. */
  readonly userIds: readonly number[]
}

export const newMessageValues: MessageValues = { title: '', format: 'markdown', content: '', userIds: [] }

export const toMessageValues = ({ title, format, content }: Message): MessageValues => ({
  title,
  format,
  content,
  userIds: [],
})

export type MessageMistake = 'title' | 'titleLength' | 'content' | 'contentLength' | 'recipients'
export type MessageMistakes = Partial<Record<'title' | 'content' | 'userIds', MessageMistake>>

/** Finds what the daemon would refuse. Surrounding blanks are ignored; characters are counted, not code units. */
export function findMessageMistakes(values: MessageValues, isNew: boolean): MessageMistakes {
  const title = values.title.trim()
  const content = values.content.trim()
  return {
    ...(title === '' ? { title: 'title' as const } : {}),
    ...([...title].length > TITLE_MAX ? { title: 'titleLength' as const } : {}),
    ...(content === '' ? { content: 'content' as const } : {}),
    ...([...content].length > CONTENT_MAX ? { content: 'contentLength' as const } : {}),
    ...(isNew && values.userIds.length === 0 ? { userIds: 'recipients' as const } : {}),
  }
}

const trimmed = ({ title, content, format }: MessageValues) => ({
  title: title.trim(),
  content: content.trim(),
  format,
})

export const toCreateBody = (values: MessageValues): MessageCreate => ({
  ...trimmed(values),
  user_ids: [...values.userIds],
})

/**
 * Returns the fields that were changed since loading. The others are not sent, so that nobody else's change is undone.
 * @returns undefined if there are none
 */
export function toUpdateBody(loaded: Message, values: MessageValues): MessageUpdate | undefined {
  const before: Readonly<Record<string, unknown>> = trimmed(toMessageValues(loaded))
  const changed = Object.entries(trimmed(values)).filter(([name, value]) => value !== before[name])
  return changed.length === 0 ? undefined : Object.fromEntries(changed)
}
