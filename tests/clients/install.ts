import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Installed } from './cell.ts'

/** The folder where clients are installed; kept, so that the next run need not fetch them again. */
export const folder = join(tmpdir(), 'tollgate-clients')

/** npm packages with the talks next to them, so that the talks' imports are resolved. */
export interface NodeInstalled extends Installed {
  readonly folder: string
}

/** Packages whose install scripts are allowed, because these put their binary in place. */
const allowedScripts = ['@anthropic-ai/claude-code', 'opencode-ai']

/** @param isFresh whether to remove what was installed before and get the newest versions */
export function install(packages: readonly string[], isFresh: boolean): NodeInstalled {
  if (isFresh) rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const manifest = join(folder, 'package.json')
  if (!existsSync(manifest)) {
    const allowed = Object.fromEntries(allowedScripts.map((each) => [each, true]))
    writeFileSync(manifest, JSON.stringify({ private: true, type: 'module', allowScripts: allowed }))
  }
  const missing = packages.filter((each) => !existsSync(join(folder, 'node_modules', each, 'package.json')))
  if (missing.length > 0) {
    const { status, stderr } = spawnSync(
      'npm',
      ['install', '--no-audit', '--no-fund', ...missing.map((each) => `${each}@latest`)],
      {
        cwd: folder,
        encoding: 'utf8',
      },
    )
    if (status !== 0) throw new Error(`The clients could not be installed: ${stderr}`)
  }
  const talks = join(folder, 'talks')
  rmSync(talks, { recursive: true, force: true })
  cpSync(join(import.meta.dirname, 'talks'), talks, { recursive: true })
  return {
    folder,
    versionOf: (name) => {
      const text = readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')
      return (JSON.parse(text) as { version: string }).version
    },
    programOf: (name) => join(folder, 'node_modules/.bin', name),
  }
}
