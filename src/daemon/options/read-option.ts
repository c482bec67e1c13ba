import { AppError } from '../errors/app-error.ts'
import type { OptionSpec } from './kinds.ts'
import { type OptionKey, registry } from './registry.ts'

/** Reads a text that somebody wants to store under a key; errors name the key. @throws AppError */
export function readOption(key: OptionKey, given: string): { text: string; value: unknown } {
  try {
    const spec: OptionSpec<unknown> = registry[key]
    spec.check?.(given)
    return spec.read(given)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new AppError(error.code, {
      cause: error,
      field: key,
      values: { key, ...error.options.values },
    })
  }
}
