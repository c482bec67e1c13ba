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
 * Conversations for vendors with formats of their own that are plainer than OpenAI's: one system text, then user and
 * assistant strictly in turn.
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
  /** Begins and ends with what the user, or a tool, says; no two of `user` or `assistant` in a row. */
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

/** A message while its neighbours are added to it. */
type Draft = UserDraft | AssistantDraft | Extract<PlainMessage, { role: 'tool' }>

/** Sent where a vendor wants the user to speak first, or last. */
const FIRST_WORDS = '...'
const LAST_WORDS = 'Continue.'

/** Stands where a call was never answered: vendors refuse a conversation with such a gap. */
const NO_RESULT = 'No result provided'

/** Flattens the turns of a request; what has no place in them is told. */
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

/** Every call gets its result; results of calls that nobody made become what the user says. */
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

/** There is one place for instructions, before everything else. */
function flattenInstruction(turn: SystemTurn, losses: Losses): UserDraft {
  losses.add('system')
  return { role: 'user', text: `<system>\n${joinTexts(turn.parts)}\n</system>`, media: [] }
}

/** Earlier thoughts are for the model that had them. */
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

/** Neighbours of one side are one message; one that says nothing is none. */
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

/** Two texts as paragraphs; an empty one leaves no trace. Copies neither, however often a text is added to. */
export const joinParagraphs = (first: string, second: string): string =>
  first === '' || second === '' ? first + second : `${first}\n\n${second}`

/** Tools as a vendor with functions only takes them, and which of them it may or must call. */
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

/** A wish for JSON where nothing but words can ask for it. */
export function describeFormat(format: AnswerFormat): string {
  const wish = 'Answer with a single JSON object and nothing else.'
  return format.kind === 'schema'
    ? `${wish} It must follow this JSON schema:\n${JSON.stringify(format.schema)}`
    : wish
}

/**
 * Accounts for what a vendor that searches the web itself has no place for.
 *
 * @param carried what it has a place for
 * @throws AppError `translation_unsupported` when the search is to stay within some domains
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

/** @throws AppError `translation_unsupported` when a message holds more than text */
export function requireText(message: PlainMessage, losses: Losses): void {
  if (message.role === 'user' && message.media.length > 0) losses.refuse('messages', refusals.textsOnly)
}
