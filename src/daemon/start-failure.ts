import { ConfigError } from './config/config-error.ts'
import { StartError } from './db/start-error.ts'
import type { Texts } from './errors/reasons.ts'
import { startText } from './errors/start-texts.ts'

/** Exit code for an unusable configuration. */
export const EXIT_CONFIG = 2
export const EXIT_FAILED = 1

/** The reason why a daemon could not start: one line if somebody at the terminal can fix it, otherwise the stack. */
export interface StartFailure {
  readonly texts: Texts
  readonly exitCode: number
}

/** Error codes for an address that belongs to another machine and for a name that does not resolve. */
const NO_ADDRESS: ReadonlySet<string> = new Set(['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'])

/**
 * Turns an error into the message and exit code of a failed start.
 * @param error thrown in this process, or in a worker, whose error carries the exit code
 */
export function explainFailure(error: unknown): StartFailure {
  const { code, exitCode, texts } = error as { code?: string; exitCode?: number; texts?: Texts }
  const message = error instanceof Error ? error.message : String(error)
  const told = texts ?? { en: message, zh: message }
  if (error instanceof ConfigError || code?.startsWith('ERR_PARSE_ARGS'))
    return { texts: told, exitCode: EXIT_CONFIG }
  if (error instanceof StartError || exitCode !== undefined)
    return { texts: told, exitCode: exitCode ?? EXIT_FAILED }
  if (code === 'EADDRINUSE') return { texts: startText('addressInUse'), exitCode: EXIT_FAILED }
  if (code === 'EACCES') return { texts: startText('addressDenied'), exitCode: EXIT_FAILED }
  if (code !== undefined && NO_ADDRESS.has(code))
    return { texts: startText('addressForeign'), exitCode: EXIT_FAILED }
  const stack = (error instanceof Error && error.stack) || message
  return { texts: { en: stack, zh: stack }, exitCode: EXIT_FAILED }
}
