import { asObject } from '../../../protocols/json-access.ts'
import { parseJson } from '../../../protocols/parse-json.ts'
import type { JsonObject, JsonValue } from '../../../protocols/types.ts'
import type { Line } from '../../read-lines.ts'

/** Deeper than any real request. Requests nested more deeply count as ambiguous. */
const DEPTH_MAX = 100

/** Reads the lines of a file in memory, parsing only one at a time. */
export function* readLinesOf(content: Buffer): Generator<Line> {
  let number = 0
  for (let from = 0; from < content.length; ) {
    const feed = content.indexOf(0x0a, from)
    const end = feed === -1 ? content.length : feed
    const text = content.toString('utf8', from, end)
    from = end + 1
    number += 1
    if (text.trim() !== '') yield { number, text, document: asObject(parseJson(text)) }
  }
}

/** Matches a string and whether it is a member name: in valid JSON, only names are followed by a colon. */
const TEXTS = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?/g

/**
 * Whether an object has the same name twice, at any depth. Some parsers keep the first and some the last, so the vendor
 * could run a different request than the one that was priced. Nesting that is too deep also counts.
 */
export function isAmbiguous(text: string, document: JsonObject): boolean {
  let written = 0
  for (const [, colon] of text.matchAll(TEXTS)) if (colon !== undefined) written += 1
  let read = 0
  let level: readonly JsonValue[] = [document]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEPTH_MAX) return true
    const within: JsonValue[] = []
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue
      if (!Array.isArray(value)) read += Object.keys(value).length
      for (const each of Object.values(value)) if (typeof each === 'object') within.push(each as JsonValue)
    }
    level = within
  }
  return written !== read
}
