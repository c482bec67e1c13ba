import { refusals } from '../errors/refusals.ts'
import { allowedTools } from '../protocols/conversation/allowed-tools.ts'
import type { Losses } from '../protocols/conversation/codec.ts'
import { emulateCustomInput, emulateCustomTools } from '../protocols/conversation/custom-tools.ts'
import type {
  AnswerFormat,
  AssistantTurn,
  ConversationRequest,
  FunctionTool,
  MediaPart,
  SystemTurn,
  TextPart,
  ToolCallPart,
  ToolResultPart,
  UserTurn,
} from '../protocols/conversation/types.ts'
import { noteUncarried, type Wish } from './uncarried.ts'

/*
 * Conversations for vendors whose formats are simpler than OpenAI's: one system text, then user and assistant strictly
 * alternating.
 */

export interface PlainCall {
  readonly id: string
  readonly name: string
  /** JSON text of an object, perhaps empty. */
  readonly arguments: string
}

export type PlainMessage =
  | { readonly role: 'user'; readonly text: string; readonly media: readonly MediaPart[] }
  | { readonly role: 'assistant'; readonly text: string; readonly calls: readonly PlainCall[] }
  | { readonly role: 'tool'; readonly callId: string; readonly name: string; readonly text: string }

export interface PlainConversation {
  /** Empty = none. */
  readonly system: string
  /** Begins and ends with a user message or a tool result; `user` and `assistant` never occur twice in a row. */
  readonly messages: readonly PlainMessage[]
}

interface UserDraft {
  readonly role: 'user'
  text: string
  readonly media: MediaPart[]
}

interface AssistantDraft {
  readonly role: 'assistant'
  text: string
  readonly calls: PlainCall[]
}

/** A message to which its neighbors are still being added. */
type Draft = UserDraft | AssistantDraft | Extract<PlainMessage, { role: 'tool' }>

/** Sent if a vendor requires the conversation to begin or end with the user. */
const FIRST_WORDS = '...'
const LAST_WORDS = 'Continue.'

/** The result of a call that was never answered, because vendors refuse a conversation without it. */
const NO_RESULT = 'No result provided'

/** Flattens the turns of a request and reports everything that is lost. */
export function flattenTurns(request: ConversationRequest, losses: Losses): PlainConversation {
  const messages: Draft[] = []
  const system: string[] = []
  let open: readonly PlainCall[] = []
  for (const turn of request.turns) {
    if (turn.role === 'system' && messages.length === 0) {
      system.push(joinTexts(turn.parts))
      continue
    }
    if (turn.role === 'assistant') {
      answerCalls(messages, open, [], losses)
      const message = flattenAssistant(turn, losses)
      open = message.calls
      append(messages, message)
      continue
    }
    const results = turn.role === 'user' ? turn.parts.filter((each) => each.kind === 'tool-result') : []
    answerCalls(messages, open, results, losses)
    open = []
    append(messages, turn.role === 'user' ? flattenUser(turn) : flattenInstruction(turn, losses))
  }
  answerCalls(messages, open, [], losses)
  if (messages[0]?.role !== 'user') messages.unshift({ role: 'user', text: FIRST_WORDS, media: [] })
  if (messages.at(-1)?.role === 'assistant') {
    losses.add('messages')
    messages.push({ role: 'user', text: LAST_WORDS, media: [] })
  }
  return { system: system.filter(Boolean).join('\n\n'), messages }
}

/** Gives every call its result. Results without a call become user messages. */
function answerCalls(
  messages: Draft[],
  calls: readonly PlainCall[],
  results: readonly ToolResultPart[],
  losses: Losses,
): void {
  const made = new Set(calls.map(({ id }) => id))
  const firstOf = new Map<string, ToolResultPart>()
  for (const result of results) if (!firstOf.has(result.callId)) firstOf.set(result.callId, result)
  for (const { id, name } of calls) {
    const result = firstOf.get(id)
    messages.push({ role: 'tool', callId: id, name, text: result ? readResult(result, losses) : NO_RESULT })
  }
  for (const result of results)
    if (!made.has(result.callId))
      append(messages, { role: 'user', text: readResult(result, losses), media: [] })
}

function readResult(result: ToolResultPart, losses: Losses): string {
  const texts = result.parts.filter((each) => each.kind === 'text')
  if (texts.length < result.parts.length) losses.add('tool_result_media')
  const text = joinTexts(texts)
  return result.isError ? `Error: ${text}` : text
}

function flattenUser(turn: UserTurn): UserDraft {
  const texts = turn.parts.filter((each) => each.kind === 'text')
  const media = turn.parts.filter((each) => each.kind === 'media')
  return { role: 'user', text: joinTexts(texts), media }
}

/** Flattens an instruction, which must come before everything else. */
function flattenInstruction(turn: SystemTurn, losses: Losses): UserDraft {
  losses.add('system')
  return { role: 'user', text: `<system>\n${joinTexts(turn.parts)}\n</system>`, media: [] }
}

/** Flattens an assistant turn. Earlier thoughts are dropped, because they are only for the model that had them. */
function flattenAssistant(turn: AssistantTurn, losses: Losses): AssistantDraft {
  const calls: PlainCall[] = []
  let text = ''
  for (const part of turn.parts) {
    if (part.kind === 'text' || part.kind === 'refusal') text += part.text
    if (part.kind === 'text' && part.citations) losses.add('citations')
    if (part.kind === 'media') losses.add('images')
    if (part.kind !== 'tool-call') continue
    calls.push(toPlainCall(part))
  }
  return { role: 'assistant', text, calls }
}

const toPlainCall = (part: ToolCallPart): PlainCall => ({
  id: part.id,
  name: part.name,
  arguments: part.isCustom ? emulateCustomInput(part.arguments) : part.arguments,
})

const joinTexts = (parts: readonly TextPart[]): string => parts.map((each) => each.text).join('\n')

/** Appends a message. Consecutive messages of one side are joined, and empty ones are dropped. */
function append(messages: Draft[], message: UserDraft | AssistantDraft): void {
  if (isEmpty(message)) return
  const last = messages.at(-1)
  if (last?.role === 'user' && message.role === 'user') {
    last.text = joinParagraphs(last.text, message.text)
    for (const each of message.media) last.media.push(each)
  } else if (last?.role === 'assistant' && message.role === 'assistant') {
    last.text = joinParagraphs(last.text, message.text)
    for (const each of message.calls) last.calls.push(each)
  } else messages.push(message)
}

const isEmpty = (message: UserDraft | AssistantDraft): boolean =>
  message.text === '' && (message.role === 'user' ? message.media : message.calls).length === 0

/** Joins two texts as paragraphs; an empty text adds nothing. Neither text is copied, however often this is repeated. */
export const joinParagraphs = (first: string, second: string): string =>
  first === '' || second === '' ? first + second : `${first}\n\n${second}`

/** Tools for a vendor that only knows functions, and which of them it may or must call. */
export interface PlainTools {
  readonly tools: readonly FunctionTool[]
  readonly choice: 'none' | 'auto' | 'required' | { readonly name: string }
}

export function plainTools({ tools, toolChoice }: ConversationRequest): PlainTools {
  const functions = emulateCustomTools(tools)
  if (!toolChoice) return { tools: functions, choice: 'auto' }
  switch (toolChoice.kind) {
    case 'tool':
      return { tools: functions, choice: { name: toolChoice.name } }
    case 'allowed':
      return { tools: allowedTools(functions, toolChoice.names), choice: toolChoice.mode }
    default:
      return { tools: functions, choice: toolChoice.kind }
  }
}

/** Returns an instruction for JSON output, for vendors without such a parameter. */
export function describeFormat(format: AnswerFormat): string {
  const wish = 'Answer with a single JSON object and nothing else.'
  return format.kind === 'schema'
    ? `${wish} It must follow this JSON schema:\n${JSON.stringify(format.schema)}`
    : wish
}

/**
 * Reports the members of a web search that the vendor does not support.
 *
 * @param carried the members that it supports
 * @throws AppError `translation_unsupported` if the search must stay within certain domains
 */
export function noteUncarriedButSearch(
  { webSearch, ...rest }: ConversationRequest,
  losses: Losses,
  carried: readonly Wish[],
): void {
  noteUncarried(rest, losses, ['tools', ...carried])
  if (webSearch?.allowedDomains) losses.refuse('allowed_domains', refusals.wholeWeb)
  if (webSearch?.userLocation) losses.add('user_location')
}

/** Checks that a message is text only. @throws AppError `translation_unsupported` otherwise */
export function requireText(message: PlainMessage, losses: Losses): void {
  if (message.role === 'user' && message.media.length > 0) losses.refuse('messages', refusals.textsOnly)
}
