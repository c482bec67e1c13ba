import { randomBytes } from 'node:crypto'
import type { StreamDecoder } from '../../protocols/conversation/codec.ts'
import type {
  AssistantPart,
  ConversationAnswer,
  ConversationEvent,
  FinishReason,
  ToolCallPart,
} from '../../protocols/conversation/types.ts'
import { asObject, asText, isObject, objectsOf } from '../../protocols/json-access.ts'
import { readOllamaUsage } from '../../protocols/ollama/usage.ts'
import { readDisguisedFailure } from '../../protocols/openai/failure.ts'
import { parseJson } from '../../protocols/parse-json.ts'
import type { JsonObject, JsonValue } from '../../protocols/types.ts'

/** Reads a complete answer of `POST /api/chat`. */
export function decodeOllamaAnswer(document: JsonValue): ConversationAnswer {
  const body = asObject(document) ?? {}
  const message = asObject(body.message)
  const model = asText(body.model)
  const usage = readOllamaUsage(body)
  const thinking = asText(message?.thinking)
  const text = asText(message?.content)
  const calls = objectsOf(message?.tool_calls).map(readCall)
  const parts: AssistantPart[] = [
    ...(thinking === undefined ? [] : [{ kind: 'reasoning', text: thinking } as const]),
    ...(text === undefined ? [] : [{ kind: 'text', text } as const]),
    ...calls,
  ]
  return {
    ...(model !== undefined && { model }),
    parts,
    finish: readFinish(body, calls.length > 0),
    ...(usage.kind === 'stated' && { usage: usage.usage }),
  }
}

/** Reads the finish reason. Ollama states `stop` for tool calls too. */
function readFinish(body: JsonObject, hasCalls: boolean): FinishReason {
  if (body.done_reason === 'length') return 'length'
  return hasCalls ? 'tool-calls' : 'stop'
}

/** Reads a call. Older versions give calls no id, and arguments are an object. */
function readCall(call: JsonObject): ToolCallPart {
  const named = asObject(call.function)
  const given = named?.arguments
  return {
    kind: 'tool-call',
    id: asText(call.id) ?? `call_${randomBytes(12).toString('hex')}`,
    name: asText(named?.name) ?? '',
    arguments: isObject(given) ? JSON.stringify(given) : (asText(given) ?? '{}'),
  }
}

/** Reads the lines of a stream. Tool calls are never split; a line has one or several of them. */
export function decodeOllamaStream(): StreamDecoder {
  let hasStarted = false
  let hasFinished = false
  let calls = 0
  const start = (line: JsonObject): ConversationEvent[] => {
    if (hasStarted) return []
    hasStarted = true
    const model = asText(line.model)
    return [{ kind: 'start', ...(model !== undefined && { model }) }]
  }
  const readMessage = (message: JsonObject | undefined): ConversationEvent[] => {
    const thinking = asText(message?.thinking)
    const text = asText(message?.content)
    const events: ConversationEvent[] = []
    if (thinking !== undefined) events.push({ kind: 'reasoning', text: thinking })
    if (text !== undefined) events.push({ kind: 'text', text })
    for (const { id, name, arguments: given } of objectsOf(message?.tool_calls).map(readCall)) {
      const index = calls
      calls += 1
      events.push({ kind: 'tool-start', index, id, name }, { kind: 'tool-arguments', index, text: given })
      events.push({ kind: 'tool-end', index })
    }
    return events
  }
  return {
    push: (data) => {
      const line = asObject(parseJson(data))
      if (!line || hasFinished) return []
      const failure = readDisguisedFailure(line, 'message')
      if (failure) return [{ kind: 'error', failure }]
      const events = [...start(line), ...readMessage(asObject(line.message))]
      if (line.done !== true) return events
      hasFinished = true
      const usage = readOllamaUsage(line)
      if (usage.kind === 'stated') events.push({ kind: 'usage', usage: usage.usage })
      return [...events, { kind: 'finish', reason: readFinish(line, calls > 0) }]
    },
    flush: () => [],
  }
}
