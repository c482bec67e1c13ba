import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { whenDone } from '../../support/when-done.ts'
import { type CliRun, runMain } from './run-cli.ts'

/** Runs commands on data directories without a daemon. */
export interface Offline {
  /** The folder of this test file. It is deleted with its contents at the end. */
  readonly scratch: string
  /** Returns the path of a data directory that does not exist yet. */
  place(): string
  /** Runs a line in English. */
  run(line: string, env?: Readonly<Record<string, string>>): Promise<CliRun>
  /** Runs a line that must succeed, with `--json`. @returns its output, in the shape that the test expects */
  json<Printed = unknown>(line: string, env?: Readonly<Record<string, string>>): Promise<Printed>
}

export async function openOffline(name: string): Promise<Offline> {
  const scratch = await mkdtemp(join(tmpdir(), `tollgate-${name}-`))
  whenDone(() => rm(scratch, { recursive: true, force: true }))
  let places = 0
  const run: Offline['run'] = (line, env = {}) =>
    runMain(line.split(' '), { env: { TOLLGATE_LANG: 'en', TOLLGATE_CONFIG_DIR: scratch, ...env } })
  return {
    scratch,
    place: () => join(scratch, `place-${++places}`),
    run,
    async json(line, env) {
      const { code, stdout, stderr } = await run(`${line} --json`, env)
      expect({ line, code, stderr: code === 0 ? '' : stderr }).toEqual({ line, code: 0, stderr: '' })
      return JSON.parse(stdout)
    },
  }
}
