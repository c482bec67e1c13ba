import { type ParseError, parse } from 'jsonc-parser'

/** Where a text is no JSON. */
export interface JsonProblem {
  /** From 1. */
  readonly line: number
}

/** @returns undefined for valid JSON and for a text of nothing but white space */
export function findJsonProblem(text: string): JsonProblem | undefined {
  if (text.trim() === '') return undefined
  // The browsers' own parsers do not all say where: Chrome names no place in a short text.
  const errors: ParseError[] = []
  parse(text, errors, { disallowComments: true, allowTrailingComma: false })
  const [first] = errors
  return first && { line: text.slice(0, first.offset).split('\n').length }
}
