import { asObject, asText } from '../json-access.ts'
import { hasError } from '../openai/failure.ts'
import { parseJson } from '../parse-json.ts'
import type { StreamEventKind } from '../types.ts'

/*
 * The type is read from the data: vendors omit the `event:` line or send it after the data. It is the first member at
 * OpenAI and the last one if keys are sorted. Both patterns match only at the top level: at the start of the object, or
 * before the single closing brace. Anything else is parsed.
 */
const FIRST_MEMBER = /^\s*\{\s*"type"\s*:\s*"([^"\\]*)"/
const LAST_MEMBER = /"type"\s*:\s*"([^"\\]*)"\s*\}\s*$/

const TERMINAL: ReadonlySet<string> = new Set(['response.completed', 'response.incomplete'])
const BROKEN: ReadonlySet<string> = new Set(['response.failed', 'error'])
const WITH_CONTENT: ReadonlySet<string> = new Set([
  'response.output_item.done',
  'response.image_generation_call.partial_image',
])

/** Returns the `type` of an event; undefined if the data is not JSON or states none. */
function eventType(data: string): string | undefined {
  const match = FIRST_MEMBER.exec(data) ?? LAST_MEMBER.exec(data)
  return match ? match[1] : asText(asObject(parseJson(data))?.type)
}

/**
 * Classifies an event. Only events that deliver something are `content`: deltas, and finished items, where some vendors
 * put arguments that they did not stream. Announcements (`created`, `added`, the repetitions in `done`) are `comment`:
 * they are passed to the client, but neither counted nor a reason to commit to this upstream.
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

/** Classifies an event without a type. Failures of proxies have the form of Chat Completions. */
function classifyUntyped(data: string): StreamEventKind {
  const body = asObject(parseJson(data))
  return body && hasError(body) ? 'error' : 'content'
}

/** Whether the event states that the response ended without being broken off. */
export function finishesResponse(data: string): boolean {
  const type = eventType(data)
  return type !== undefined && TERMINAL.has(type)
}

/** Whether the event may state usage. Only the last one does; earlier events have `usage: null`. */
export function mayStateResponseUsage(data: string): boolean {
  if (!data.includes('"usage"')) return false
  const type = eventType(data)
  return type === undefined || TERMINAL.has(type) || BROKEN.has(type)
}
