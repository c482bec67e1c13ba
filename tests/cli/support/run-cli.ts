import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { main } from '../../../src/cli/main.ts'
import { whenDone } from '../../support/when-done.ts'

export interface CliRun {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

export interface CliOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly stdin?: string
  /** Columns of the terminal. Undefined means pipes, so nobody can be asked. */
  readonly terminalColumns?: number
}

/** The terminal of a test file, with its own configuration directory and streams, and none of our variables. */
export interface Terminal {
  readonly configDirectory: string
  run(argv: readonly string[], options?: CliOptions): Promise<CliRun>
}

/** Runs the whole program in this process. Only the streams and the environment are replaced. */
export async function runMain(argv: readonly string[], options: CliOptions = {}): Promise<CliRun> {
  let stdout = ''
  let stderr = ''
  const terminal =
    options.terminalColumns === undefined ? {} : { isTTY: true, columns: options.terminalColumns }
  const code = await main(argv, {
    env: { ...options.env },
    stdin: Object.assign(Readable.from([options.stdin ?? '']), terminal),
    stdout: {
      write: (text: string) => {
        stdout += text
      },
      ...terminal,
    },
    stderr: {
      write: (text: string) => {
        stderr += text
      },
      ...terminal,
    },
  })
  return { code, stdout, stderr }
}

/** Opens a terminal with a new configuration directory, in which no server is saved. */
export async function openTerminal(env: Readonly<Record<string, string>> = {}): Promise<Terminal> {
  const configDirectory = await mkdtemp(join(tmpdir(), 'tollgate-cli-'))
  whenDone(() => rm(configDirectory, { recursive: true, force: true }))
  return {
    configDirectory,
    run: (argv, options = {}) =>
      runMain(argv, {
        ...options,
        env: { TOLLGATE_CONFIG_DIR: configDirectory, TOLLGATE_LANG: 'en', ...env, ...options.env },
      }),
  }
}
