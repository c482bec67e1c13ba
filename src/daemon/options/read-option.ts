import { AppError } from '../errors/app-error.ts'
import { type OptionKey, registry } from './registry.ts'

/** Reads one text in the format of its key; errors name the key. @throws AppError */
export function readOption(key: OptionKey, given: string): { text: string; value: unknown } {
  try {
    return registry[key].read(given)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new AppError(error.code, {
      cause: error,
      field: key,
      values: { key, ...error.options.values },
    })
  }
}
