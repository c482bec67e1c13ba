import type { ClientConversation, Losses } from '../conversation/codec.ts'
import { lostOf } from '../conversation/lost-in-answer.ts'
import { OpenCalls } from '../conversation/open-calls.ts'
import type { ConversationRequest } from '../conversation/types.ts'
import { asObject, asText, objectsOf } from '../json-access.ts'
import { decodeChatRequest } from '../openai/chat-request-decoder.ts'
import type { JsonObject } from '../types.ts'
import { encodeOllamaAnswer, encodeOllamaStream, type Written } from './answer.ts'
import { contentOf, readCommonMembers, tellUnread } from './request.ts'

/** The client side of Ollama's chat. Its messages are almost the same as OpenAI's and are decoded like them. */
export const ollamaChatClient: ClientConversation = {
  decodeRequest,
  encodeAnswer: (answer, context) => encodeOllamaAnswer(answer, context, toMessage),
  encodeStream: (context) => encodeOllamaStream(context, toMessage),
  lostInAnswer: lostOf('citations', 'images', 'logprobs', 'stop_sequence'),
}

const READ: ReadonlySet<string> = new Set([
  ...['model', 'messages', 'tools', 'stream', 'format', 'options', 'think'],
  // How long a model stays loaded, and what happens to prompts that are too long. The gateway loads and shortens
  // nothing.
  ...['keep_alive', 'truncate', 'shift'],
])

function decodeRequest(body: JsonObject, losses: Losses): ConversationRequest {
  tellUnread(body, losses, READ)
  const chat = {
    ...readCommonMembers(body, losses),
    messages: readMessages(objectsOf(body.messages)),
    ...(objectsOf(body.tools).length > 0 && { tools: body.tools ?? [] }),
  }
  return decodeChatRequest(chat, losses)
}

/** A call without a result so far. */
interface OpenCall {
  readonly id: string
  readonly name: string
}

/**
 * Converts the messages. Only newer versions have ids for calls. Calls without one are numbered, and a result belongs
 * to the first open call of its name.
 */
function readMessages(messages: readonly JsonObject[]): JsonObject[] {
  let open = new OpenCalls<OpenCall>()
  let calls = 0
  const readCall = (call: JsonObject): JsonObject => {
    const named = asObject(call.function) ?? {}
    calls += 1
    const id = asText(call.id) ?? `call_${calls}`
    open.add({ id, name: asText(named.name) ?? '' })
    return { id, type: 'function', function: { name: named.name ?? '', arguments: named.arguments ?? {} } }
  }
  return messages.map((message) => {
    const text = asText(message.content) ?? ''
    if (message.role === 'tool') {
      const found =
        open.takeById(asText(message.tool_call_id)) ??
        open.takeByName(asText(message.tool_name)) ??
        open.takeFirst()
      return { role: 'tool', content: text, tool_call_id: found?.id ?? '' }
    }
    if (message.role === 'assistant') open = new OpenCalls()
    const toolCalls = objectsOf(message.tool_calls).map(readCall)
    const thinking = asText(message.thinking)
    return {
      role: message.role ?? '',
      content: contentOf(text, message.images),
      ...(thinking !== undefined && message.role === 'assistant' && { reasoning_content: thinking }),
      ...(toolCalls.length > 0 && { tool_calls: toolCalls }),
    }
  })
}

const toMessage = ({ text, thinking, calls }: Written): JsonObject => ({
  message: {
    role: 'assistant',
    content: text,
    ...(thinking !== '' && { thinking }),
    ...(calls.length > 0 && {
      tool_calls: calls.map(({ index, id, name, arguments: given }) => ({
        id,
        function: { index, name, arguments: given },
      })),
    }),
  },
})
