import { CliError } from '../cli-error.ts'
import { oneLine } from './table.ts'

/** Returns an error as one line, with a hint if there is one. */
export function problemText(error: unknown): string {
  if (error instanceof CliError)
    return oneLine([error.message, error.options.hint].filter((each) => each !== undefined).join('. '))
  return oneLine(error instanceof Error ? error.message : String(error))
}
