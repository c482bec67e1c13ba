import type { ClientConversation, Losses } from '../conversation/codec.ts'
import { lostOf } from '../conversation/lost-in-answer.ts'
import type { ConversationRequest } from '../conversation/types.ts'
import { asArray, asObject, asText, isObject, objectsOf } from '../json-access.ts'
import { decodeChatRequest } from '../openai/chat-request-decoder.ts'
import type { JsonObject, JsonValue } from '../types.ts'
import { encodeCohereAnswer } from './answer.ts'
import { encodeCohereStream } from './stream-encoder.ts'

/** The client side of Cohere's chat. */
export const cohereChatClient: ClientConversation = {
  decodeRequest,
  encodeAnswer: encodeCohereAnswer,
  encodeStream: encodeCohereStream,
  lostInAnswer: lostOf('citations', 'images', 'logprobs'),
}

/** Maps members to their names in OpenAI's chat. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['model', 'model'],
  ['max_tokens', 'max_tokens'],
  ['temperature', 'temperature'],
  ['p', 'top_p'],
  ['k', 'top_k'],
  ['seed', 'seed'],
  ['stop_sequences', 'stop'],
  ['presence_penalty', 'presence_penalty'],
  ['frequency_penalty', 'frequency_penalty'],
])

/** Members that are read separately, or have no effect on the answer. */
const READ: ReadonlySet<string> = new Set([
  ...[
    'messages',
    'tools',
    'tool_choice',
    'strict_tools',
    'response_format',
    'thinking',
    'documents',
    'stream',
  ],
  'priority',
])

function decodeRequest(body: JsonObject, losses: Losses): ConversationRequest {
  const chat: JsonObject = {}
  for (const [member, value] of Object.entries(body)) {
    const known = NAMES.get(member)
    if (value === null) continue
    if (known !== undefined) chat[known] = value
    else if (!READ.has(member)) losses.add(member)
  }
  const documents = asArray(body.documents) ?? []
  // The model gets the documents, but its answer does not cite them.
  if (documents.length > 0) losses.add('documents')
  const tools = objectsOf(body.tools)
  const choice =
    body.tool_choice === 'REQUIRED' ? 'required' : body.tool_choice === 'NONE' ? 'none' : undefined
  const request = {
    ...chat,
    messages: [...describeDocuments(documents), ...objectsOf(body.messages).map(toChatMessage)],
    ...(tools.length > 0 && { tools: body.strict_tools === true ? tools.map(asStrict) : tools }),
    ...(choice !== undefined && tools.length > 0 && { tool_choice: choice }),
    ...readFormat(asObject(body.response_format)),
    ...readThinking(asObject(body.thinking)),
  }
  return decodeChatRequest(request, losses)
}

function describeDocuments(documents: readonly JsonValue[]): JsonObject[] {
  if (documents.length === 0) return []
  const texts = documents.map(
    (each, index) => `<document id="${idOf(each, index)}">\n${textOf(each)}\n</document>`,
  )
  return [{ role: 'system', content: `Answer from these documents:\n${texts.join('\n')}` }]
}

const idOf = (document: JsonValue, index: number): string =>
  (asText(asObject(document)?.id) ?? String(index)).replace(/[^\w:.-]/g, '_')

/** Returns the text of a document, which is a string, or an object with the text or the fields in `data`. */
function textOf(document: JsonValue): string {
  const data = asObject(document)?.data ?? document
  return typeof data === 'string' ? data : JSON.stringify(data)
}

const asStrict = (tool: JsonObject): JsonObject => ({
  ...tool,
  function: { ...asObject(tool.function), strict: true },
})

function toChatMessage(message: JsonObject): JsonObject {
  const { tool_plan: plan, content, citations: _sources, ...rest } = message
  const parts = asArray(content)
  const thinking = [
    ...(parts ?? []).filter(isObject).flatMap((part) => asText(part.thinking) ?? []),
    ...(asText(plan) === undefined ? [] : [String(plan)]),
  ].join('\n')
  return {
    ...rest,
    ...(content !== undefined && { content: parts ? parts.flatMap(toChatPart) : content }),
    ...(message.role === 'assistant' && thinking !== '' && { reasoning_content: thinking }),
  }
}

/** Converts a content part. Tool results come as documents. Thinking moves to the message, as in OpenAI's dialects. */
function toChatPart(part: JsonValue): JsonValue[] {
  const object = asObject(part)
  if (object?.type === 'thinking') return []
  if (object?.type === 'document') return [{ type: 'text', text: textOf(object.document ?? '') }]
  return [part]
}

function readFormat(format: JsonObject | undefined): JsonObject {
  if (format?.type !== 'json_object') return {}
  const schema = asObject(format.json_schema) ?? asObject(format.schema)
  if (!schema) return { response_format: { type: 'json_object' } }
  return { response_format: { type: 'json_schema', json_schema: { name: 'response', schema } } }
}

function readThinking(thinking: JsonObject | undefined): JsonObject {
  if (!thinking) return {}
  const { type = 'enabled', token_budget: budget } = thinking
  return { thinking: { type, ...(typeof budget === 'number' && { budget_tokens: budget }) } }
}
