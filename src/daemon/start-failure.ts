import { ConfigError } from './config/config-error.ts'
import { StartError } from './db/start-error.ts'

/** A configuration that cannot be used, and a start that was refused. */
export const EXIT_CONFIG = 2
export const EXIT_FAILED = 1

/** Why a daemon could not start: one line where somebody at the terminal can fix it, else the stack. */
export interface StartFailure {
  readonly message: string
  readonly exitCode: number
}

/** The address belongs to another machine, or the name to none. */
const NO_ADDRESS: ReadonlySet<string> = new Set(['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'])

/** @param error what was thrown, here or in a worker, which says the exit code itself */
export function explainFailure(error: unknown): StartFailure {
  const { code, exitCode } = error as { code?: string; exitCode?: number }
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof ConfigError || code?.startsWith('ERR_PARSE_ARGS'))
    return { message, exitCode: EXIT_CONFIG }
  if (error instanceof StartError || exitCode !== undefined)
    return { message, exitCode: exitCode ?? EXIT_FAILED }
  if (code === 'EADDRINUSE')
    return {
      message:
        'The address is in use: another program listens there. Choose another with --port or TOLLGATE_PORT.',
      exitCode: EXIT_FAILED,
    }
  if (code === 'EACCES')
    return {
      message:
        'The address may not be used by this user. Choose a port above 1023 with --port or TOLLGATE_PORT.',
      exitCode: EXIT_FAILED,
    }
  if (code !== undefined && NO_ADDRESS.has(code))
    return {
      message:
        'This machine does not have the address of --host or TOLLGATE_HOST. Use 127.0.0.1 to be reached from this machine only, or 0.0.0.0 from others too.',
      exitCode: EXIT_FAILED,
    }
  return { message: (error instanceof Error && error.stack) || message, exitCode: EXIT_FAILED }
}
