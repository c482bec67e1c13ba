import { asObject } from '../json-access.ts'
import { parseJson } from '../parse-json.ts'
import type { StreamEventKind } from '../types.ts'
import { hasError, readFailureDocument } from './failure.ts'

/**
 * Creates the classifier of a stream whose events have a `type`, as those of images, speech and transcriptions. Such a
 * stream has no `[DONE]`: its last event states completion and usage.
 *
 * Events contain megabytes of base64, so the type names are searched for and JSON is parsed only if none is found. In
 * JSON text, a quoted name cannot be part of a string, whose quotes are escaped.
 *
 * @param contents types that deliver content
 * @param ends types that end the stream
 */
export function typedEventClassifier(
  contents: readonly string[],
  ends: readonly string[],
): (data: string) => StreamEventKind {
  const content = typePattern(contents)
  const end = typePattern(ends)
  return (data) => {
    if (data === '') return 'comment'
    if (end.test(data) || data.trim() === '[DONE]') return 'terminator'
    if (content.test(data)) return 'content'
    const body = asObject(parseJson(data))
    if (!body) return 'content'
    if (hasError(body)) return 'error'
    return body.type === undefined && readFailureDocument(body) ? 'error' : 'content'
  }
}

function typePattern(types: readonly string[]): RegExp {
  const names = types.map((each) => each.replaceAll('.', '\\.')).join('|')
  return new RegExp(`"type"\\s*:\\s*"(?:${names})"`)
}
