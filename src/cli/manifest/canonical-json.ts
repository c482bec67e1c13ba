import { storedDecimal } from './decimals.ts'
import type { Tree } from './tree.ts'

/** A number in JSON text, with its digits as written. */
class Digits {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/**
 * Canonicalizes JSON text: sorted names, no whitespace, numbers normalized as decimals.
 * @returns undefined when the text is not JSON
 */
export function canonicalJson(text: string): string | undefined {
  let parsed: unknown
  try {
    parsed = JSON.parse(text, (_key, value: unknown, context?: { source?: string }) =>
      typeof value === 'number' ? new Digits(context?.source ?? String(value)) : value,
    )
  } catch {
    return undefined
  }
  return write(parsed)
}

function write(value: unknown): string {
  if (value instanceof Digits)
    return value.text.startsWith('-') ? `-${storedDecimal(value.text.slice(1))}` : storedDecimal(value.text)
  if (Array.isArray(value)) return `[${value.map(write).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, child]) => `${JSON.stringify(key)}:${write(child)}`).join(',')}}`
}

/** Converts a value of a file to JSON text, keeping the digits of numbers. */
export function jsonOf(tree: Tree): string {
  if (tree.kind === 'list') return `[${tree.items.map(jsonOf).join(',')}]`
  if (tree.kind === 'table')
    return `{${tree.entries.map(({ key, value }) => `${JSON.stringify(key)}:${jsonOf(value)}`).join(',')}}`
  if (typeof tree.value === 'number' && /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(tree.source))
    return tree.source
  return JSON.stringify(tree.value)
}
