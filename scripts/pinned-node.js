import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The repository, with a trailing slash. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/** The Node.js that package-lock.json pins. */
export const pinnedNode = `${root}node_modules/node/bin/node`

/** TypeScript runs directly only on the pinned runtime; an older one hands the whole command over to it. */
export const onPinnedNode = () => {
  if (Number(process.versions.node.split('.')[0]) >= 24) return
  if (!existsSync(pinnedNode)) {
    process.stderr.write(
      `Tollgate needs Node.js 24 or later, this is ${process.versions.node}: run "npm install" first, which brings one along.\n`,
    )
    process.exit(1)
  }
  const { status } = spawnSync(pinnedNode, process.argv.slice(1), { stdio: 'inherit' })
  process.exit(status ?? 1)
}

/**
 * Runs one program of node_modules (or a script of the repository) on this runtime, in the repository.
 * @param {string[]} args
 * @returns {boolean} whether it succeeded
 */
export const runNode = (args) => {
  const path = `${root}node_modules/.bin:${process.env.PATH ?? ''}`
  const env = { ...process.env, PATH: path }
  return spawnSync(process.execPath, args, { cwd: root, env, stdio: 'inherit' }).status === 0
}
