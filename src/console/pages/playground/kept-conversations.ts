import { parseStored } from '../../state/stored-text.ts'
import { type Conversation, isRunning, readConversation } from './conversation.ts'

/**
 * How often each tab has written a conversation, by the tab's key. A tab sees the writes of another one with a delay,
 * so two can write at the same time. If each of two versions has a write that the other lacks, both must be kept.
 */
export type Versions = Readonly<Record<string, number>>

/** Returns whether `these` contain every write of `others`. */
export const includesAll = (these: Versions, others: Versions): boolean =>
  Object.entries(others).every(([tab, count]) => (these[tab] ?? 0) >= count)

/** A conversation as stored in this browser. */
export interface KeptConversation {
  /** Unique in this browser. */
  readonly id: string
  readonly versions: Versions
  /** Unix milliseconds of the last write. */
  readonly changedAt: number
  /** An answer was being received when this was written. */
  readonly isAnswering: boolean
  readonly conversation: Conversation
}

/** Maximum number of kept conversations, and of characters in all but the newest: browsers store about five million. */
const KEPT_MAX = 20
const CHARS_MAX = 1_000_000

type Stored = Pick<KeptConversation, 'id' | 'changedAt' | 'isAnswering'> & Record<string, unknown>

const isStored = (value: unknown): value is Stored => {
  const { id, changedAt, isAnswering } = (value ?? {}) as Partial<Stored>
  return typeof id === 'string' && Number.isSafeInteger(changedAt) && typeof isAnswering === 'boolean'
}

/** Reads the versions; conversations stored before these existed have none. */
const readVersions = (value: unknown): Versions =>
  Object.fromEntries(
    Object.entries(value ?? {}).filter((pair): pair is [string, number] => Number.isSafeInteger(pair[1])),
  )

/**
 * Reads the conversations of one account, newest first; those of another account are ignored.
 * @param text as stored
 */
export function readKept(text: string | null, owner: number): readonly KeptConversation[] {
  const isOwned = (value: unknown): value is { readonly conversations: readonly unknown[] } => {
    const { owner: found, conversations } = (value ?? {}) as Record<string, unknown>
    return found === owner && Array.isArray(conversations)
  }
  const { conversations = [] } = parseStored(text, isOwned) ?? {}
  return conversations.filter(isStored).map(({ id, versions, changedAt, isAnswering, ...rest }) => ({
    id,
    versions: readVersions(versions),
    changedAt,
    isAnswering,
    conversation: readConversation(rest),
  }))
}

/**
 * Returns the text to store after the first of these was written: other empty conversations are dropped, and so are the
 * oldest if there are too many or they are too long.
 */
export function toStoredText(kept: readonly KeptConversation[], owner: number): string {
  const conversations: object[] = []
  let chars = 0
  for (const { id, versions, changedAt, conversation } of kept) {
    const isFirst = conversations.length === 0
    if (!isFirst && isEmpty(conversation)) continue
    const isAnswering = isRunning(conversation.messages.at(-1))
    const entry = { id, versions, changedAt, isAnswering, ...conversation }
    if (!isFirst) chars += JSON.stringify(entry).length
    if (conversations.length === KEPT_MAX || chars > CHARS_MAX) break
    conversations.push(entry)
  }
  return JSON.stringify({ owner, conversations })
}

export const isEmpty = ({ messages, draft, attached }: Conversation): boolean =>
  messages.length === 0 && draft.trim() === '' && attached.length === 0

/**
 * Returns what identifies a conversation in the menu: its first and its last question, or the draft if none was sent.
 * Pictures without text are identified by their names.
 */
export function topicsOf({ messages, draft, attached }: Conversation): {
  readonly first: string
  readonly last?: string
} {
  const questions = messages
    .filter((message) => message.role === 'user')
    .map(({ text, pictures = [] }) => topicOf(text, pictures))
  const last = questions.length > 1 ? questions.at(-1) : undefined
  return { first: questions[0] ?? topicOf(draft, attached), ...(last !== undefined && { last }) }
}

const topicOf = (text: string, pictures: readonly { readonly name: string }[]): string =>
  onOneLine(text) || pictures.map(({ name }) => name).join(', ')

const onOneLine = (text: string): string => text.trim().replace(/\s+/g, ' ')
