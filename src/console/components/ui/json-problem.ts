import { type ParseError, parse } from 'jsonc-parser'

/** Where a text stops being valid JSON. */
export interface JsonProblem {
  /** Counted from 1. */
  readonly line: number
}

/** @returns undefined for valid JSON and for blank text */
export function findJsonProblem(text: string): JsonProblem | undefined {
  if (text.trim() === '') return undefined
  // Not all browsers report the position: Chrome's parser gives none for short texts.
  const errors: ParseError[] = []
  parse(text, errors, { disallowComments: true, allowTrailingComma: false })
  const [first] = errors
  return first && { line: text.slice(0, first.offset).split('\n').length }
}
