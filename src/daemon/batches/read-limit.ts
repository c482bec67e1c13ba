import { invalid } from '../protocols/openai/request-checks.ts'

const USUAL = 20

/** Reads the page size. @throws AppError `invalid_request` */
export function readLimit(name: string, text: string | undefined, max: number): number {
  if (text === undefined) return USUAL
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (limit < 1 || limit > max) throw invalid(name, 'outOfRange', { min: 1, max })
  return limit
}
