import { parseStored } from '../../state/stored-text.ts'
import { type Conversation, isRunning, readConversation } from './conversation.ts'

/**
 * How often each tab has written a conversation, by the tab's key. A tab sees the writes of another one a moment later, so two
 * can write at the same time. If each of two versions has a write that the other lacks, both must be kept.
 */
export type Versions = Readonly<Record<string, number>>

/** Whether `these` contain every write of `others`. */
export const includesAll = (these: Versions, others: Versions): boolean =>
  Object.entries(others).every(([tab, count]) => (these[tab] ?? 0) >= count)

/** A conversation as this browser keeps it. */
export interface KeptConversation {
  /** No other conversation of this browser has it. */
  readonly id: string
  readonly versions: Versions
  /** Unix milliseconds of the last write. */
  readonly changedAt: number
  /** An answer was on its way when this was written. */
  readonly isAnswering: boolean
  readonly conversation: Conversation
}

/** So many are kept, and no more than so many characters of all but the newest: browsers keep about five million. */
const KEPT_MAX = 20
const CHARS_MAX = 1_000_000

type Stored = Pick<KeptConversation, 'id' | 'changedAt' | 'isAnswering'> & Record<string, unknown>

const isStored = (value: unknown): value is Stored => {
  const { id, changedAt, isAnswering } = (value ?? {}) as Partial<Stored>
  return typeof id === 'string' && Number.isSafeInteger(changedAt) && typeof isAnswering === 'boolean'
}

/** Conversations from before there were versions have none. */
const readVersions = (value: unknown): Versions =>
  Object.fromEntries(
    Object.entries(value ?? {}).filter((pair): pair is [string, number] => Number.isSafeInteger(pair[1])),
  )

/**
 * The conversations of one account, newest first; those of another count as none.
 * @param text as it stands in the storage
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
 * The text to store once the first of these was written: empty ones behind it are dropped, and the oldest where they
 * are too many or too long.
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

export const isEmpty = ({ messages, draft }: Conversation): boolean =>
  messages.length === 0 && draft.trim() === ''

/** What a conversation is known by: its first question and the last one after it; what is typed where none was sent. */
export function topicsOf({ messages, draft }: Conversation): {
  readonly first: string
  readonly last?: string
} {
  const questions = messages
    .filter((message) => message.role === 'user')
    .map(({ text, pictures = [] }) => onOneLine(text) || pictures.map(({ name }) => name).join(', '))
  const last = questions.length > 1 ? questions.at(-1) : undefined
  return { first: questions[0] ?? onOneLine(draft), ...(last !== undefined && { last }) }
}

const onOneLine = (text: string): string => text.trim().replace(/\s+/g, ' ')
