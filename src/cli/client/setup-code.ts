import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CliError } from '../cli-error.ts'
import type { CommandContext } from '../define-command.ts'
import { exitCodes } from '../exit-codes.ts'

/** The file in which a daemon that is not set up stores its code; written by `src/daemon/accounts/setup-code.ts`. */
const FILE_NAME = 'setup-code'

/**
 * Reads the set-up code from the data directory of the daemon on this machine.
 *
 * @param dataDir undefined = TOLLGATE_DATA_DIR, else `./data`, as for `serve`
 * @throws CliError `setup_code_required` if there is none, with a hint where it is printed
 */
export async function findSetupCode(
  dataDir: string | undefined,
  { io, phrase }: Pick<CommandContext, 'io' | 'phrase'>,
): Promise<string> {
  const path = join(dataDir ?? (io.env.TOLLGATE_DATA_DIR || './data'), FILE_NAME)
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch (cause) {
    throw new CliError('setup_code_required', exitCodes.notAllowed, phrase('error.setupCode', { path }), {
      hint: phrase('hint.setupCode'),
      field: '--code',
      cause,
    })
  }
}
