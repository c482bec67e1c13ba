import { asObject, parseJson } from '../json-access.ts'
import type { StreamEventKind } from '../types.ts'
import { hasError, readFailureDocument } from './failure.ts'

/** The bytes that end an OpenAI-shaped stream. */
export const OPENAI_TERMINATOR = 'data: [DONE]\n\n'

/**
 * Tells what an event of an OpenAI-shaped stream is by looking for member names in its text. JSON is parsed only where
 * an error may be in it or where the shape is none of ours: inside a JSON string the quotes of `"error":` would be
 * escaped, so a hit is a member at some depth and a miss is certain.
 *
 * `usage-only` = usage and no choice at all. A usage chunk that still carries a choice (OpenRouter, and every vendor that
 * puts usage into the last choice chunk) is `content`.
 */
export function classifyOpenAiEvent(data: string): StreamEventKind {
  if (data === '') return 'comment'
  if (data.charCodeAt(0) === 0x5b && data.trimEnd() === '[DONE]') return 'terminator'
  const choicesAt = memberValueAt(data, 'choices')
  if (choicesAt === -1) return classifyUnusual(data)
  if (hasMember(data, 'error') && isError(data)) return 'error'
  if (data.charCodeAt(choicesAt) !== 0x5b) return classifyUnusual(data)
  if (data.charCodeAt(skipSpace(data, choicesAt + 1)) !== 0x5d) return 'content'
  return hasMember(data, 'usage') ? 'usage-only' : 'content'
}

/** Whether some choice of the event states a finish reason. `""` counts as none. */
export function finishesOpenAiChoice(data: string): boolean {
  let from = 0
  for (;;) {
    const at = memberValueAt(data, 'finish_reason', from)
    if (at === -1) return false
    if (data.charCodeAt(at) === 0x22 && data.charCodeAt(at + 1) !== 0x22) return true
    from = at
  }
}

/** Events without a list of choices: errors in flat shapes, a usage object on its own, keep-alives, foreign formats. */
function classifyUnusual(data: string): StreamEventKind {
  const body = asObject(parseJson(data))
  if (!body) return 'content'
  if (hasError(body)) return 'error'
  if (asObject(body.usage)) return 'usage-only'
  const hasAnswer = body.choices !== undefined && body.choices !== null
  return !hasAnswer && readFailureDocument(body) ? 'error' : 'content'
}

function isError(data: string): boolean {
  const body = asObject(parseJson(data))
  return body !== undefined && hasError(body)
}

/** Whether a member of that name, at any depth, has a value other than null. */
function hasMember(data: string, name: string): boolean {
  let from = 0
  for (;;) {
    const at = memberValueAt(data, name, from)
    if (at === -1) return false
    if (!data.startsWith('null', at)) return true
    from = at
  }
}

/** @returns where the value of the next member of that name begins, -1 when there is none */
function memberValueAt(data: string, name: string, from = 0): number {
  const quoted = `"${name}"`
  let at = data.indexOf(quoted, from)
  while (at !== -1) {
    const after = skipSpace(data, at + quoted.length)
    if (data.charCodeAt(after) === 0x3a) return skipSpace(data, after + 1)
    at = data.indexOf(quoted, after)
  }
  return -1
}

function skipSpace(data: string, from: number): number {
  let at = from
  while (data.charCodeAt(at) <= 0x20) at += 1
  return at
}
