import { createRequire } from 'node:module'
import type { RE2JS } from 're2js'

const require = createRequire(import.meta.url)

/**
 * Compiles a pattern of RE2, which cannot backtrack, for any case of letters. The engine is a quarter of a megabyte and
 * loaded for the first pattern: most sites have none.
 *
 * @throws Error when it is no pattern
 */
export function compileRe2(source: string): RE2JS {
  const { RE2JS: engine } = require('re2js') as typeof import('re2js')
  return engine.compile(source, engine.CASE_INSENSITIVE)
}
