import { asArray, asObject, asText } from '../json-access.ts'
import type { JsonValue } from '../types.ts'
import { invalid, REQUEST_BOUNDS } from './request-checks.ts'

/** The content of a `prompt` or `input` field in any form. */
export interface TextInput {
  /** Human-written texts, in order. */
  readonly texts: readonly string[]
  /** Number of tokens given as ids. */
  readonly tokenIds: number
  /** Number of separate prompts or inputs. */
  readonly count: number
  /** Number of images and other media. */
  readonly attachments: number
}

/**
 * Reads a text, texts, token ids, lists of token ids, or parts (`{ type, text }`, `{ text }`, `{ image }`).
 *
 * @throws AppError `invalid_request` when the field is missing, empty or of another form
 */
export function readTextInput(value: JsonValue | undefined, field: string): TextInput {
  if (value === undefined || value === null) throw invalid(field, 'missing')
  if (typeof value === 'string') {
    if (value === '') throw invalid(field, 'empty')
    return { texts: [value], tokenIds: 0, count: 1, attachments: 0 }
  }
  const list = asArray(value) ?? [value]
  if (list.length === 0) throw invalid(field, 'empty')
  if (list.every(isTokenId)) return { texts: [], tokenIds: list.length, count: 1, attachments: 0 }
  if (list.length > REQUEST_BOUNDS.promptsMax)
    throw invalid(field, 'tooMany', { count: list.length, max: REQUEST_BOUNDS.promptsMax })
  const texts: string[] = []
  let tokenIds = 0
  let attachments = 0
  for (const [index, each] of list.entries()) {
    const ids = asArray(each)
    const part = asObject(each)
    if (typeof each === 'string') texts.push(each)
    else if (ids && ids.length > 0 && ids.every(isTokenId)) tokenIds += ids.length
    else if (part) {
      const text = asText(part.text)
      if (text === undefined) attachments += 1
      else texts.push(text)
    } else throw invalid(`${field}[${index}]`, 'notText')
  }
  return { texts, tokenIds, count: list.length, attachments }
}

function isTokenId(value: JsonValue): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0
}
