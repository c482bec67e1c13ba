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
  /** Columns of the terminal; undefined = pipes, nobody can be asked. */
  readonly terminalColumns?: number
}

/** A terminal of its own for a test file: configuration directory, streams, no variable of ours. */
export interface Terminal {
  readonly configDirectory: string
  run(argv: readonly string[], options?: CliOptions): Promise<CliRun>
}

/** Runs the whole program in this process; only the streams and the environment are given. */
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

/** A terminal with a configuration directory of its own that no server is saved in. */
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
