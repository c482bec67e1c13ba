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

const TEMPERATURE = { min: 0.01, max: 1 } as const
const PENALTY = { min: 1, max: 2 } as const
const OUTPUT_TOKENS_MIN = 2
const STOPS_MAX = 4
const STOP_CHARS_MAX = 20

/** Writes a conversation for Wenxin's first API: a separate system text, then user and assistant alternating. */
export function encodeBaiduRequest(request: ConversationRequest, target: EncodeTarget): JsonObject {
  const { losses } = target
  noteUncarriedButSearch(request, losses, [
    'max_tokens',
    'temperature',
    'top_p',
    'stop',
    'frequency_penalty',
    'response_format',
    // The vendor never makes more than one call at a time.
    'parallel_tool_calls',
  ])
  const { system, messages: spoken } = flattenTurns(request, losses)
  const messages = withWordsInResults(spoken)
  if (request.format?.kind === 'schema') losses.add('response_format')
  const schema = request.format?.kind === 'schema' ? describeFormat(request.format) : ''
  const instructions = joinParagraphs(system, schema)
  return {
    messages: messages.flatMap((each, index) => encodeMessage(each, messages, index, losses)),
    stream: target.isStream,
    ...(instructions !== '' && { system: instructions }),
    ...encodeSampling(request, losses),
    ...(request.format && { response_format: 'json_object' }),
    ...(request.user !== undefined && { user_id: request.user }),
    ...encodeFunctions(request, losses),
    // Models with search decide themselves when to search. With this they cite their sources.
    ...(request.webSearch && { enable_citation: true }),
  }
}

/**
 * Writes one call per turn: if the assistant made several, each is followed by its result before the next one. Results are
 * written at the position of their calls.
 *
 * @param place index of the message; the results of its calls follow it, one for each and in the same order
 */
function encodeMessage(
  message: PlainMessage,
  messages: readonly PlainMessage[],
  place: number,
  losses: Losses,
): JsonObject[] {
  requireText(message, losses)
  switch (message.role) {
    case 'user':
      return [{ role: 'user', content: message.text }]
    case 'tool':
      return []
    case 'assistant': {
      if (message.calls.length === 0) return [{ role: 'assistant', content: message.text }]
      return message.calls.flatMap((call, index) => {
        const result = messages[place + 1 + index]
        return [
          {
            role: 'assistant',
            content: index === 0 ? message.text : '',
            function_call: { name: call.name, arguments: call.arguments || '{}' },
          },
          {
            role: 'function',
            name: call.name,
            content: (result?.role === 'tool' && result.text) || '{}',
          },
        ]
      })
    }
  }
}

/**
 * Joins a user message with the function result before it, because every second message must be the assistant's.
 */
function withWordsInResults(messages: readonly PlainMessage[]): readonly PlainMessage[] {
  const told: PlainMessage[] = []
  for (const message of messages) {
    const last = told.at(-1)
    if (last?.role === 'tool' && message.role === 'user' && message.media.length === 0)
      told[told.length - 1] = { ...last, text: joinParagraphs(last.text, message.text) }
    else told.push(message)
  }
  return told
}

function encodeSampling(request: ConversationRequest, losses: Losses): JsonObject {
  const { temperature, topP, frequencyPenalty, outputTokensMax } = request
  if (temperature !== undefined && temperature > TEMPERATURE.max) losses.add('temperature')
  const isPenalty =
    frequencyPenalty !== undefined && frequencyPenalty >= PENALTY.min && frequencyPenalty <= PENALTY.max
  if (frequencyPenalty !== undefined && frequencyPenalty !== 0 && !isPenalty) losses.add('frequency_penalty')
  return {
    ...(temperature !== undefined && {
      temperature: Math.min(Math.max(temperature, TEMPERATURE.min), TEMPERATURE.max),
    }),
    ...(topP !== undefined && { top_p: topP }),
    ...(isPenalty && { penalty_score: frequencyPenalty }),
    ...(outputTokensMax !== undefined && { max_output_tokens: Math.max(outputTokensMax, OUTPUT_TOKENS_MIN) }),
    ...encodeStop(request, losses),
  }
}

function encodeStop({ stop }: ConversationRequest, losses: Losses): JsonObject {
  if (!stop) return {}
  const kept = stop.filter((each) => each.length <= STOP_CHARS_MAX).slice(0, STOPS_MAX)
  if (kept.length < stop.length) losses.add('stop')
  return kept.length > 0 ? { stop: kept } : {}
}

function encodeFunctions(request: ConversationRequest, losses: Losses): JsonObject {
  const { tools, choice } = plainTools(request)
  if (tools.length === 0 || choice === 'none') return {}
  const only = choice === 'required' && tools.length === 1 ? tools[0]?.name : undefined
  const forced = typeof choice === 'object' ? choice.name : only
  if (choice === 'required' && forced === undefined) losses.add('tool_choice')
  return {
    functions: tools.map((tool) => ({
      name: tool.name,
      description: tool.description ?? tool.name,
      parameters: tool.parameters ?? { type: 'object', properties: {} },
    })),
    ...(forced !== undefined && { tool_choice: { type: 'function', function: { name: forced } } }),
  }
}
