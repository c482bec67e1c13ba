import type { JsonValue } from '../protocols/types.ts'

/** Reads `"45%"`, `45` or nothing. */
export const readPercent = (value: JsonValue | undefined): number => {
  const percent = Number.parseFloat(String(value ?? '0'))
  return Number.isFinite(percent) ? Math.max(0, Math.min(100, percent)) : 0
}
