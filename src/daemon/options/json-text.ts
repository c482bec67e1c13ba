import { AppError } from '../errors/app-error.ts'

/** A number of a JSON text as plain decimal text, exactly as it was written: `0.10` stays `0.10`. */
export class DecimalNumber {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export type ExactJson = null | boolean | string | DecimalNumber | ExactJson[] | Map<string, ExactJson>

const DEPTH_MAX = 8

/**
 * Parses JSON without losing a digit: numbers keep their source text, and objects become Maps, so that a name such as
 * `__proto__` is an ordinary name.
 *
 * @throws AppError `invalid_json_text`
 */
export function parseExactJson(text: string): ExactJson {
  let parsed: unknown
  try {
    parsed = JSON.parse(text, (_key, value: unknown, context?: { source?: string }) =>
      typeof value === 'number' ? new DecimalNumber(context?.source ?? String(value)) : value,
    )
  } catch (cause) {
    throw new AppError('invalid_json_text', { cause })
  }
  return toExact(parsed, 0)
}

function toExact(value: unknown, depth: number): ExactJson {
  if (depth > DEPTH_MAX) throw new AppError('invalid_json_text')
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value
  if (value instanceof DecimalNumber) return value
  if (Array.isArray(value)) return value.map((each) => toExact(each, depth + 1))
  return new Map(Object.entries(value as object).map(([key, child]) => [key, toExact(child, depth + 1)]))
}

/**
 * Writes a value as JSON; numbers keep the digits they were read with.
 * @param indent spaces per level; 0 = all on one line
 */
export function writeExactJson(value: ExactJson, indent = 0, depth = 0): string {
  if (value instanceof DecimalNumber) return value.text
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const isList = Array.isArray(value)
  const parts = isList
    ? value.map((each) => writeExactJson(each, indent, depth + 1))
    : [...value].map(
        ([name, child]) => `${JSON.stringify(name)}: ${writeExactJson(child, indent, depth + 1)}`,
      )
  const [open, close] = isList ? '[]' : '{}'
  if (parts.length === 0) return `${open}${close}`
  if (indent === 0) return `${open}${parts.join(', ')}${close}`
  const inner = ' '.repeat(indent * (depth + 1))
  return `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${' '.repeat(indent * depth)}${close}`
}

/**
 * Reads plain decimal text with at most 9 digits before and 12 after the point.
 * @returns undefined for anything else
 */
export function readDecimal(text: string): string | undefined {
  const match = /^(\d{1,9})(\.\d{1,12})?$/.exec(text)
  return match ? `${(match[1] ?? '').replace(/^0+(?=\d)/, '')}${match[2] ?? ''}` : undefined
}
