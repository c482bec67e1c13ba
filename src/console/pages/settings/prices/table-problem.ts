import { getNodeValue, parseTree } from 'jsonc-parser'
import { findJsonProblem } from '../../../components/ui/json-problem.ts'
import { PRICE_MAX } from './price-row.ts'

/** Why valid JSON is not a price table. */
export type TableProblem =
  | { readonly kind: 'shape' }
  | { readonly kind: 'number'; readonly line: number; readonly name: string }

/** @returns undefined for a table of numbers, and for invalid JSON, which is reported elsewhere */
export function findTableProblem(text: string): TableProblem | undefined {
  if (findJsonProblem(text) !== undefined) return undefined
  const root = parseTree(text)
  if (root?.type !== 'object') return { kind: 'shape' }
  for (const { children: [key, value] = [] } of root.children ?? []) {
    const number: unknown = value && getNodeValue(value)
    if (typeof number === 'number' && number >= 0 && number <= PRICE_MAX) continue
    const line = text.slice(0, value?.offset ?? 0).split('\n').length
    return { kind: 'number', line, name: String(key?.value ?? '') }
  }
  return undefined
}
