import type { components } from '../../../../openapi/types.gen.ts'
import { findJsonProblem } from '../../components/ui/json-problem.ts'

/** The part of a setting's description that defines the accepted values. */
type Taken = Pick<components['schemas']['Option'], 'type' | 'range'>

/** A mistake that the console finds before saving. The daemon checks again, and more. */
export type Mistake =
  | { readonly kind: 'json'; readonly line: number }
  | { readonly kind: 'number' | 'whole' }
  | { readonly kind: 'range' | 'above'; readonly min: number; readonly max: number }
  | { readonly kind: 'places'; readonly count: number }

/** Checks a text against the API's description of its setting. @returns undefined when it is valid */
export function findMistake({ type, range }: Taken, text: string): Mistake | undefined {
  if (type === 'json') {
    if (text.trim() === '') return { kind: 'json', line: 1 }
    const problem = findJsonProblem(text)
    return problem && { kind: 'json', line: problem.line }
  }
  if (!range) return undefined
  const given = text.trim()
  if (given === '' && range.may_be_empty) return undefined
  const digits = /^-?\d+(?:\.(\d+))?$/.exec(given)
  if (!digits) return { kind: range.places === 0 ? 'whole' : 'number' }
  const value = Number(given)
  const { min, max, is_above_min: isAboveMin, places } = range
  if (value < min || value > max) return { kind: isAboveMin ? 'above' : 'range', min, max }
  if (isAboveMin && value === min) return { kind: 'above', min, max }
  const count = (digits[1] ?? '').replace(/0+$/, '').length
  if (places === 0 && digits[1] !== undefined) return { kind: 'whole' }
  return count > places ? { kind: 'places', count: places } : undefined
}
