import { spawnSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Installed } from './cell.ts'

/** A Python environment with installed packages. */
export interface PythonInstalled extends Installed {
  readonly python: string
  /** Why packages could not be installed, by package name. */
  readonly absent: ReadonlyMap<string, string>
}

/**
 * Installs Python packages into a separate environment.
 *
 * @param isFresh whether to remove what was installed before and get the newest versions
 */
export function installPython(
  folder: string,
  packages: readonly string[],
  isFresh: boolean,
): PythonInstalled {
  if (isFresh) rmSync(folder, { recursive: true, force: true })
  const python = join(folder, 'bin/python')
  const noPython = existsSync(python) ? undefined : failureOf('python3', ['-m', 'venv', folder])
  const versions = new Map<string, string>()
  const absent = new Map<string, string>()
  for (const name of packages) {
    const why =
      noPython ??
      (versionIn(python, name) === undefined ? failureOf(python, ['-m', 'pip', 'install', name]) : undefined)
    const version = why === undefined ? versionIn(python, name) : undefined
    if (version === undefined) absent.set(name, why ?? 'it is not there after installing')
    else versions.set(name, version)
  }
  return {
    python,
    absent,
    versionOf: (name) => versions.get(name) ?? '',
    programOf: (name) => join(folder, 'bin', name),
  }
}

/** @returns undefined on success */
function failureOf(program: string, args: readonly string[]): string | undefined {
  const { status, stderr, error } = spawnSync(program, args, { encoding: 'utf8' })
  if (error) return error.message
  return status === 0 ? undefined : (stderr.trim().split('\n').at(-1) ?? '').slice(0, 300)
}

function versionIn(python: string, name: string): string | undefined {
  const ask = 'import importlib.metadata, sys; print(importlib.metadata.version(sys.argv[1]))'
  const { status, stdout } = spawnSync(python, ['-c', ask, name], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}
