import type { StreamDecoder } from '../../protocols/conversation/codec.ts'
import type { ConversationAnswer, ConversationEvent } from '../../protocols/conversation/types.ts'
import { asObject, asText } from '../../protocols/json-access.ts'
import { readUsageObject } from '../../protocols/openai/usage.ts'
import { parseJson } from '../../protocols/parse-json.ts'
import type { JsonObject, JsonValue, UpstreamFailure, UsageReading } from '../../protocols/types.ts'
import { ownWords } from '../../protocols/upstream-failure.ts'
import { vendorFailure } from '../vendor-failure.ts'

/** Reads the usage of a complete answer or of `message_end`: `metadata.usage` with OpenAI's names, next to prices. */
export function readDifyUsage(document: JsonValue): UsageReading {
  const usage = asObject(asObject(asObject(document)?.metadata)?.usage)
  return usage ? readUsageObject(usage, true) : { kind: 'none' }
}

/** Reads failures in events, which come with status 200. */
export function readDifyFailure(event: JsonObject): UpstreamFailure | undefined {
  const data = asObject(event.data)
  switch (event.event) {
    case 'error':
      return vendorFailure(
        asText(event.message) ?? ownWords('applicationFailed'),
        asText(event.code) ?? '',
        readStatus(event),
      )
    case 'workflow_finished':
      if (data?.status === 'failed')
        return vendorFailure(asText(data.error) ?? ownWords('workflowFailed'), 'workflow_failed', 500)
      if (data?.status === 'stopped')
        return vendorFailure(asText(data.error) ?? ownWords('workflowStopped'), 'workflow_stopped', 500)
      return undefined
    case 'workflow_paused':
    case 'human_input_required':
      return vendorFailure(ownWords('waitsForPerson'), String(event.event), 500)
    default:
      return undefined
  }
}

/** Returns the status of an error event, which comes with status 200. */
function readStatus({ status }: JsonObject): number {
  return typeof status === 'number' && status >= 400 && status <= 599 ? status : 500
}

/** Reads a complete answer (`response_mode: blocking`). */
export function decodeDifyAnswer(document: JsonValue): ConversationAnswer {
  const body = asObject(document) ?? {}
  const id = asText(body.message_id) ?? asText(body.id)
  const text = asText(body.answer)
  const usage = readDifyUsage(body)
  return {
    ...(id !== undefined && { id }),
    parts: text === undefined ? [] : [{ kind: 'text', text }],
    finish: 'stop',
    ...(usage.kind === 'stated' && { usage: usage.usage }),
  }
}

/**
 * Reads the events of a stream.
 *
 * Newer agents repeat the whole answer in a `message` at the end. A piece that equals everything before it is therefore
 * kept back until it is clear whether more follows.
 */
export function decodeDifyStream(): StreamDecoder {
  let hasStarted = false
  let hasFinished = false
  let isReplaced = false
  let said = ''
  let pieces = 0
  let kept = ''
  let isAgent = false

  const start = (event: JsonObject): ConversationEvent[] => {
    if (hasStarted) return []
    hasStarted = true
    const id = asText(event.message_id) ?? asText(event.id)
    return [{ kind: 'start', ...(id !== undefined && { id }) }]
  }

  const say = (text: string): ConversationEvent[] => {
    if (text === '') return []
    said += text
    pieces += 1
    return [{ kind: 'text', text }]
  }

  const takeAnswer = (event: JsonObject): ConversationEvent[] => {
    const text = asText(event.answer) ?? ''
    isAgent ||= event.event === 'agent_message'
    const before = kept
    kept = ''
    const events = say(before)
    const repeats = event.event === 'message' && text === said && (isAgent || pieces > 1)
    if (repeats) {
      kept = text
      return events
    }
    return [...events, ...say(text)]
  }

  const replace = (event: JsonObject): ConversationEvent[] => {
    kept = ''
    const text = asText(event.answer) ?? ''
    if (said === '') return say(text)
    // Text that has been sent cannot be taken back.
    isReplaced = true
    return []
  }

  const finish = (event: JsonObject): ConversationEvent[] => {
    hasFinished = true
    const usage = readDifyUsage(event)
    return [
      ...(usage.kind === 'stated' ? [{ kind: 'usage', usage: usage.usage } as const] : []),
      { kind: 'finish', reason: isReplaced ? 'content-filter' : 'stop' },
    ]
  }

  return {
    push: (data) => {
      const event = asObject(parseJson(data))
      if (!event || hasFinished) return []
      const failed = readDifyFailure(event)
      if (failed) return [{ kind: 'error', failure: failed }]
      switch (event.event) {
        case 'message':
        case 'agent_message':
          return [...start(event), ...takeAnswer(event)]
        case 'reasoning_chunk': {
          const text = asText(asObject(event.data)?.reasoning)
          return text === undefined ? [] : [...start(event), { kind: 'reasoning', text }]
        }
        case 'message_file':
          return [...start(event), ...readFile(event)]
        case 'message_replace':
          return [...start(event), ...replace(event)]
        case 'message_end':
          return [...start(event), ...finish(event)]
        default:
          return []
      }
    },
    flush: () => [],
  }
}

/** Reads a picture made by the application. The files of the request come back in the same form. */
function readFile(event: JsonObject): ConversationEvent[] {
  const url = asText(event.url)
  if (url === undefined || event.type !== 'image' || event.belongs_to === 'user') return []
  return [{ kind: 'media', part: { kind: 'media', mimeType: '', source: { kind: 'url', url } } }]
}
