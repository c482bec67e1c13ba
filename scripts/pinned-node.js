import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Path of the repository, with a trailing slash. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/** Path of the Node.js that package-lock.json pins. */
export const pinnedNode = `${root}node_modules/node/bin/node`

/**
 * Makes sure that the script runs on the pinned Node.js, because older versions cannot run TypeScript directly. An
 * older one runs the whole command again with the pinned one.
 */
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
export const runNode = (args) =>
  spawnSync(process.execPath, args, { cwd: root, env: environment(), stdio: 'inherit' }).status === 0

/**
 * Runs a program like `runNode`, but without waiting; its output is part of the result.
 * @param {string[]} args
 * @returns {Promise<{passed: boolean, output: string}>}
 */
export const runNodeQuietly = (args) =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: environment(),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    /** @type {Buffer[]} */
    const written = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => written.push(chunk))
    child.on('close', (code) =>
      resolve({ passed: code === 0, output: Buffer.concat(written).toString('utf8') }),
    )
  })

const environment = () => ({
  ...process.env,
  PATH: `${root}node_modules/.bin:${process.env.PATH ?? ''}`,
})
