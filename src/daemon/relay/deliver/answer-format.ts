import { asObject } from '../../protocols/json-access.ts'
import { encodeOpenAiUsage } from '../../protocols/openai/chat-usage.ts'
import { inlineThinkingInStream, withInlineThinking } from '../../protocols/openai/inline-thinking.ts'
import { toStrictChat } from '../../protocols/openai/strict-form.ts'
import { parseJson } from '../../protocols/parse-json.ts'
import type { JsonObject, JsonValue } from '../../protocols/types.ts'
import type { Usage } from '../../protocols/usage.ts'
import type { Asked } from '../admit/asked.ts'
import type { PlainAnswer } from '../call/answer.ts'
import type { PreparedCall } from '../call/prepare/prepare.ts'
import { answerContext, encodeAnswer, encodeAsStream, translateForm } from '../call/prepare/translation.ts'
import { type InboundRequest, readsUsageUnasked } from '../inbound/inbound.ts'
import { inDialect } from './in-dialect.ts'

type Edit = (document: JsonObject) => JsonObject

/**
 * Returns the changes to untranslated chat answers that follow from the channel's settings `force_format` and
 * `thinking_to_content`, or from the client's dialect. Adds the conversation to answers of the Responses API, whose
 * vendor does not know it. Charges and logs are based on what the upstream sent. undefined = answers pass unchanged.
 *
 * @param isStream for the events of one stream: the edit keeps state between them
 */
export function answerEdit(
  prepared: PreparedCall,
  { inbound, keeping }: Pick<Asked<InboundRequest>, 'inbound' | 'keeping'>,
  isStream: boolean,
): Edit | undefined {
  const { channel } = prepared.call
  const conversationId = keeping?.as.conversationId
  if (conversationId !== undefined && !prepared.translation) return inConversation(conversationId)
  const { forceFormat, thinkingToContent } = channel.setting
  if (prepared.wire.id !== 'openai-chat' || prepared.translation) return undefined
  // OpenRouter's client rejects complete answers without this member.
  const isLacking = inbound.dialect === 'openrouter' && !isStream
  if (!(forceFormat || thinkingToContent)) return isLacking ? withFingerprint : undefined
  const inline = isStream ? inlineThinkingInStream() : withInlineThinking
  const defaults = {
    id: `chatcmpl-${inbound.requestId}`,
    created: Math.floor(inbound.startedMs / 1000),
    model: prepared.call.model,
  }
  return (document) => {
    const shown = thinkingToContent ? inline(document) : document
    const formed = forceFormat ? toStrictChat(shown, isStream, defaults) : shown
    return isLacking ? withFingerprint(formed) : formed
  }
}

const inConversation =
  (id: string): Edit =>
  (document) => {
    const response = asObject(document.response)
    if (response) return { ...document, response: { ...response, conversation: { id } } }
    return document.object === 'response' ? { ...document, conversation: { id } } : document
  }

const withFingerprint: Edit = (document) => ({ system_fingerprint: null, ...document })

/** Edits one event; anything but an object stays unchanged. */
export function editEvent(edit: Edit, raw: Uint8Array, data: string): Uint8Array {
  const document = asObject(parseJson(data))
  if (!document) return raw
  const edited = edit(document)
  if (edited === document) return raw
  const name = typeof edited.type === 'string' ? `event: ${edited.type}\n` : ''
  return Buffer.from(`${name}data: ${JSON.stringify(edited)}\n\n`)
}

/** Writes an event with the usage, in the form of the last event with content. */
export type UsageEvent = (usage: Usage, lastContent: string) => string

/**
 * Returns the writer if the client speaks Chat Completions and reads the usage; for providers that do not report it.
 */
export function usageEventOf(
  { wire, translation }: PreparedCall,
  { admitted, inbound }: Asked<InboundRequest>,
): UsageEvent | undefined {
  if (translation || wire.id !== 'openai-chat') return undefined
  if (!(admitted.facts.wantsStreamUsage || readsUsageUnasked(inbound))) return undefined
  return (usage, lastContent) => {
    const { choices: _, ...common } = asObject(parseJson(lastContent)) ?? {}
    const chunk = { ...common, choices: [], usage: encodeOpenAiUsage(usage) }
    return `data: ${JSON.stringify(chunk)}\n\n`
  }
}

/**
 * Writes the body of a complete answer for the client. The rest of the answer, which we charge and log, stays as the
 * upstream sent it.
 *
 * @param usage for embeddings whose provider does not report it
 */
export function toClientAnswer(answer: PlainAnswer, asked: Asked, usage?: Usage): PlainAnswer {
  const { inbound } = asked
  const { translation } = answer.prepared
  if (translation?.kind === 'conversation')
    return answer.conversation ? withBody(answer, encodeAnswer(translation, answer.conversation)) : answer
  if (translation) {
    const written = withCreated(translateForm(translation, answer.document, usage), inbound)
    const document = embeddingEdit(inbound)?.(written) ?? written
    const { audio_base64: audio, content_type: contentType } = document
    if (typeof audio !== 'string') return withBody(answer, document)
    return { ...answer, contentType: String(contentType), body: Buffer.from(audio, 'base64') }
  }
  const edit = embeddingEdit(inbound) ?? answerEdit(answer.prepared, asked, false)
  const document = asObject(answer.document)
  return edit && document ? withBody(answer, edit(document)) : answer
}

/** Mistral's client rejects vectors without an id. */
const embeddingEdit = ({ dialect, codec, requestId }: InboundRequest): Edit | undefined =>
  dialect === 'mistral' && codec.operation === 'embedding'
    ? (document) => ({ id: requestId, ...document })
    : undefined

/** Returns an answer's document in the client's own protocol. */
export const inClientForm = ({ prepared: { translation }, document }: PlainAnswer): JsonValue =>
  translation?.kind === 'form' ? translateForm(translation, document) : document

/** Adds a time to answers that lack it: that of the request is close enough. */
const withCreated = (document: JsonObject, inbound: InboundRequest): JsonObject =>
  document.created === 0 ||
  (document.created === undefined && Array.isArray(document.data) && inbound.codec.operation === 'image')
    ? { ...document, created: Math.floor(inbound.startedMs / 1000) }
    : document

const withBody = (answer: PlainAnswer, document: JsonObject): PlainAnswer => ({
  ...answer,
  contentType: 'application/json',
  body: Buffer.from(JSON.stringify(document)),
})

/** Writes a complete answer as a stream, for a client that expects one. */
export function asWholeStream(answer: PlainAnswer, asked: Asked): string {
  const { codec } = asked.inbound
  const { facts } = asked.admitted
  const { translation, wire } = answer.prepared
  if (translation?.kind !== 'conversation' && codec.toChunks) {
    const document = asObject(parseJson(answer.body.toString('utf8'))) ?? {}
    const events = codec.toChunks(document, facts.wantsStreamUsage || readsUsageUnasked(asked.inbound))
    const text = events.map((each) => `data: ${JSON.stringify(each)}\n\n`).join('')
    const { dialect } = asked.inbound
    return (dialect ? String(inDialect[dialect]()(text)) : text) + codec.terminator
  }
  if (!codec.client) return `data: ${answer.body.toString('utf8')}\n\n${codec.terminator}`
  const conversation = answer.conversation ?? wire.upstream?.decodeAnswer(answer.document)
  if (!conversation) return `data: ${answer.body.toString('utf8')}\n\n${codec.terminator}`
  const context =
    translation?.kind === 'conversation'
      ? translation.context
      : answerContext({ model: facts.model, isStream: true, turns: [], tools: [] }, asked)
  return encodeAsStream(codec.client, context, conversation)
}
