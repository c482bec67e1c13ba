import { asObject, asText } from '../json-access.ts'
import { hasError } from '../openai/failure.ts'
import { parseJson } from '../parse-json.ts'
import type { StreamEventKind } from '../types.ts'

/*
 * The type stands inside the data: vendors leave the `event:` line out or send it after the data. It is the first member
 * at OpenAI and the last where keys are sorted. Both patterns hold for the top level only: what begins the object, and
 * what a single closing brace follows. Anything else is parsed.
 */
const FIRST_MEMBER = /^\s*\{\s*"type"\s*:\s*"([^"\\]*)"/
const LAST_MEMBER = /"type"\s*:\s*"([^"\\]*)"\s*\}\s*$/

const TERMINAL: ReadonlySet<string> = new Set(['response.completed', 'response.incomplete'])
const BROKEN: ReadonlySet<string> = new Set(['response.failed', 'error'])
const WITH_CONTENT: ReadonlySet<string> = new Set([
  'response.output_item.done',
  'response.image_generation_call.partial_image',
])

/** The `type` of an event; undefined where the data is no JSON or says none. */
function eventType(data: string): string | undefined {
  const match = FIRST_MEMBER.exec(data) ?? LAST_MEMBER.exec(data)
  return match ? match[1] : asText(asObject(parseJson(data))?.type)
}

/**
 * Tells what an event is. Only those that deliver something are `content`: deltas, and finished items, which is where some
 * vendors put arguments they did not stream. Announcements (`created`, `added`, the repetitions in `done`) are `comment`:
 * they go to the client, and nothing is counted or committed because of them.
 */
export function classifyResponsesEvent(data: string): StreamEventKind {
  if (data === '') return 'comment'
  if (data.charCodeAt(0) === 0x5b && data.trimEnd() === '[DONE]') return 'terminator'
  const type = eventType(data)
  if (type === undefined) return classifyUntyped(data)
  if (type.endsWith('.delta') || WITH_CONTENT.has(type)) return 'content'
  if (TERMINAL.has(type)) return 'terminator'
  return BROKEN.has(type) ? 'error' : 'comment'
}

/** A failure of a proxy in between comes in the shape of Chat Completions. */
function classifyUntyped(data: string): StreamEventKind {
  const body = asObject(parseJson(data))
  return body && hasError(body) ? 'error' : 'content'
}

/** Whether the event says that the response is over and was not broken off. */
export function finishesResponse(data: string): boolean {
  const type = eventType(data)
  return type !== undefined && TERMINAL.has(type)
}

/** Only the last event has usage; before that `usage` is null. */
export function mayStateResponseUsage(data: string): boolean {
  if (!data.includes('"usage"')) return false
  const type = eventType(data)
  return type === undefined || TERMINAL.has(type) || BROKEN.has(type)
}
