import { ConfigError } from './config/config-error.ts'
import { StartError } from './db/start-error.ts'
import type { Texts } from './errors/reasons.ts'
import { startText } from './errors/start-texts.ts'

/** A configuration that cannot be used, and a start that was refused. */
export const EXIT_CONFIG = 2
export const EXIT_FAILED = 1

/** Why a daemon could not start: one line where somebody at the terminal can fix it, else the stack. */
export interface StartFailure {
  readonly texts: Texts
  readonly exitCode: number
}

/** The address belongs to another machine, or the name to none. */
const NO_ADDRESS: ReadonlySet<string> = new Set(['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'])

/** @param error what was thrown, here or in a worker, which says the exit code itself */
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
