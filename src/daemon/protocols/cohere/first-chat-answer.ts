import type { AnswerContext, StreamEncoder } from '../conversation/codec.ts'
import { isCutCall } from '../conversation/cut-calls.ts'
import type { ConversationAnswer, ConversationEvent, FinishReason } from '../conversation/types.ts'
import { asArray, asObject, objectsOf } from '../json-access.ts'
import { parseExactly } from '../parse-json.ts'
import type { JsonObject } from '../types.ts'
import type { Usage } from '../usage.ts'
import { encodeCohereUsage, writeFinish } from './answer.ts'

/** The parts of an answer that this API version can express. */
interface Said {
  text: string
  readonly calls: { readonly name: string; arguments: string }[]
  finish: FinishReason
  usage?: Usage | undefined
}

/** Encodes a complete answer of `POST /v1/chat`. */
export function encodeFirstAnswer(
  { parts, finish, usage }: ConversationAnswer,
  context: AnswerContext,
): JsonObject {
  const said: Said = { text: '', calls: [], finish, usage }
  for (const part of parts) {
    if (part.kind === 'text' || part.kind === 'refusal') said.text += part.text
    if (part.kind === 'tool-call') said.calls.push({ name: part.name, arguments: part.arguments })
  }
  return write(said, context)
}

/** Encodes a stream as JSON lines. Tool calls are sent once all are complete; the last line repeats the answer. */
export function encodeFirstStream(context: AnswerContext): StreamEncoder {
  const said: Said = { text: '', calls: [], finish: 'stop' }
  const open = new Map<number, { readonly name: string; arguments: string }>()
  let hasStarted = false

  const line = (type: string, rest: JsonObject): string =>
    `${JSON.stringify({ is_finished: type === 'stream-end', event_type: type, ...rest })}\n`
  const start = (): string => {
    if (hasStarted) return ''
    hasStarted = true
    return line('stream-start', { generation_id: context.requestId })
  }
  const encode = (event: ConversationEvent): string => {
    switch (event.kind) {
      case 'text':
      case 'refusal':
        if (event.text === '') return ''
        said.text += event.text
        return line('text-generation', { text: event.text })
      case 'tool-start': {
        const call = { name: event.name, arguments: '' }
        open.set(event.index, call)
        said.calls.push(call)
        return ''
      }
      case 'tool-arguments': {
        const call = open.get(event.index)
        if (call) call.arguments += event.text
        return ''
      }
      case 'usage':
        said.usage = event.usage
        return ''
      case 'finish':
        said.finish = event.reason
        return ''
      default:
        return ''
    }
  }
  return {
    push: (events) => events.map((event) => start() + encode(event)).join(''),
    end: () => {
      const response = write(said, context)
      const { tool_calls: calls, finish_reason: finish = '' } = response
      return (
        start() +
        (calls === undefined ? '' : line('tool-calls-generation', { tool_calls: calls, text: said.text })) +
        line('stream-end', { finish_reason: finish, response })
      )
    },
  }
}

function write({ text, calls, finish, usage }: Said, { requestId, body }: AnswerContext): JsonObject {
  const whole = calls.filter((call) => !isCutCall(call, finish))
  const toolCalls = whole.map(({ name, arguments: given }) => ({ name, parameters: readParameters(given) }))
  const own = { message: text, ...(toolCalls.length > 0 && { tool_calls: toolCalls }) }
  const results = objectsOf(body.tool_results)
  return {
    response_id: requestId,
    generation_id: requestId,
    text,
    // Clients send it back unchanged with their next request.
    chat_history: [
      ...(asArray(body.chat_history) ?? []),
      ...(body.message ? [{ role: 'USER', message: body.message }] : []),
      ...(results.length > 0 ? [{ role: 'TOOL', tool_results: results }] : []),
      { role: 'CHATBOT', ...own },
    ],
    // This API version has no finish reason for tool calls.
    finish_reason: writeFinish(finish === 'tool-calls' ? 'stop' : finish, false),
    ...(toolCalls.length > 0 && { tool_calls: toolCalls }),
    meta: { api_version: { version: '1' }, ...(usage && encodeCohereUsage(usage)) },
  }
}

const readParameters = (text: string): JsonObject =>
  asObject(parseExactly(text.trim() === '' ? '{}' : text)) ?? { _raw: text }
