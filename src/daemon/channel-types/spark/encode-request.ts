import type { EncodeTarget, Losses } from '../../protocols/conversation/codec.ts'
import type { ConversationRequest } from '../../protocols/conversation/types.ts'
import type { JsonObject } from '../../protocols/types.ts'
import {
  describeFormat,
  flattenTurns,
  joinParagraphs,
  noteUncarriedButSearch,
  type PlainMessage,
  plainTools,
  requireText,
} from '../plain-conversation.ts'

/** Lowest temperature, because zero is refused. */
const TEMPERATURE_MIN = 0.01
const TOP_K_MAX = 6

/** Writes a conversation as one frame. The channel type adds the application and the release. */
export function encodeSparkRequest(request: ConversationRequest, target: EncodeTarget): JsonObject {
  const { losses } = target
  const isThinking = /x1/i.test(target.model)
  noteUncarriedButSearch(request, losses, [
    'max_tokens',
    'temperature',
    'top_k',
    ...(isThinking ? (['presence_penalty', 'frequency_penalty'] as const) : []),
  ])
  const { system, messages } = flattenTurns(request, losses)
  const instructions = joinParagraphs(system, request.format ? describeFormat(request.format) : '')
  const functions = encodeFunctions(request, losses)
  return {
    parameter: { chat: encodeParameters(request, isThinking, losses) },
    payload: {
      message: {
        text: [
          ...(instructions === '' ? [] : [{ role: 'system', content: instructions }]),
          ...joinNeighbours(messages.map((each) => encodeMessage(each, losses))),
        ],
      },
      ...(functions.length > 0 && { functions: { text: functions } }),
    },
  }
}

function encodeParameters(request: ConversationRequest, isThinking: boolean, losses: Losses): JsonObject {
  const { temperature, topK, outputTokensMax, presencePenalty, frequencyPenalty, webSearch } = request
  const clamp = (value: number, min: number, max: number, name: string): number => {
    if (value > max) losses.add(name)
    return Math.min(Math.max(value, min), max)
  }
  return {
    ...(temperature !== undefined && {
      temperature: clamp(temperature, TEMPERATURE_MIN, isThinking ? 2 : 1, 'temperature'),
    }),
    ...(topK !== undefined && { top_k: clamp(topK, 1, TOP_K_MAX, 'top_k') }),
    ...(outputTokensMax !== undefined && { max_tokens: outputTokensMax }),
    ...(isThinking && presencePenalty !== undefined && { presence_penalty: presencePenalty }),
    ...(isThinking && frequencyPenalty !== undefined && { frequency_penalty: frequencyPenalty }),
    ...(webSearch && { tools: [{ type: 'web_search', web_search: { enable: true } }] }),
  }
}

/** Writes the functions. A tool cannot be forced, but a named one can become the only one offered. */
function encodeFunctions(request: ConversationRequest, losses: Losses): JsonObject[] {
  const { tools, choice } = plainTools(request)
  if (choice === 'none') return []
  if (choice !== 'auto') losses.add('tool_choice')
  const offered = typeof choice === 'object' ? tools.filter((each) => each.name === choice.name) : tools
  return offered.map((tool) => ({
    name: tool.name,
    description: tool.description ?? '',
    parameters: tool.parameters ?? { type: 'object', properties: {} },
  }))
}

interface SparkText extends JsonObject {
  readonly role: 'user' | 'assistant'
  readonly content: string
}

/** Writes a message. The history has no form for calls and results, so they are written as text. */
function encodeMessage(message: PlainMessage, losses: Losses): SparkText {
  requireText(message, losses)
  switch (message.role) {
    case 'user':
      return { role: 'user', content: message.text }
    case 'tool':
      losses.add('tool_calls')
      return { role: 'user', content: `Result of ${message.name || 'the function'}: ${message.text}` }
    case 'assistant': {
      const calls = message.calls.map((call) => `Called ${call.name}(${call.arguments || '{}'}).`)
      return { role: 'assistant', content: joinParagraphs(message.text, calls.join('\n')) || '...' }
    }
  }
}

function joinNeighbours(texts: readonly SparkText[]): SparkText[] {
  const joined: SparkText[] = []
  for (const text of texts) {
    const last = joined.at(-1)
    if (last?.role === text.role)
      joined[joined.length - 1] = { role: text.role, content: joinParagraphs(last.content, text.content) }
    else joined.push(text)
  }
  return joined
}
