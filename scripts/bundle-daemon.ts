/**
 * Joins what was compiled of the daemon into few files. A thousand small modules cost a start a third of its work, and a
 * daemon at rest megabytes: each keeps its text, its record and its places in the loader's tables for as long as the
 * process lives.
 */
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { type Plugin, rolldown } from 'rolldown'

/** What is loaded by its path: by the terminal, by the supervisor of workers, as a thread. */
const entries = [
  'main',
  'backup/main',
  'worker-process',
  'counting/counting-thread',
  'db/postgres/ledger-thread',
  'db/sqlite/database-thread',
]

/** @param compiled directory with the compiled daemon; each entry stays where it was, as one line that loads the bundle */
export async function bundleDaemon(compiled: string): Promise<void> {
  const directory = join(compiled, 'bundle')
  const bundle = await rolldown({
    input: Object.fromEntries(
      entries.map((entry) => [entry.replaceAll('/', '-'), join(compiled, `${entry}.js`)]),
    ),
    platform: 'node',
    // Packages stay where they are, with their licences.
    external: (id) => /^[^./]/.test(id),
    plugins: [keepAddresses(directory), escapeLetters],
    checks: { pluginTimings: false },
  })
  await bundle.write({
    dir: directory,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  })
  await bundle.close()
  for (const name of readdirSync(compiled))
    if (name !== 'bundle') rmSync(join(compiled, name), { recursive: true })
  for (const entry of entries) {
    const file = join(compiled, `${entry}.js`)
    mkdirSync(dirname(file), { recursive: true })
    const path = relative(dirname(file), join(directory, `${entry.replaceAll('/', '-')}.js`))
    writeFileSync(file, `export * from '${path.startsWith('.') ? path : `./${path}`}'\n`)
  }
}

/** Modules find files beside them by their own address, which is that of the module before it was joined. */
const keepAddresses = (directory: string): Plugin => ({
  name: 'keep the addresses of modules',
  transform: (code, id) =>
    code.includes('import.meta.url') && existsSync(id)
      ? code.replaceAll('import.meta.url', `new URL('${relative(directory, id)}', import.meta.url).href`)
      : undefined,
})

/** V8 keeps a text with one letter beyond Latin-1 in two bytes for each: Chinese texts would double the bundle in memory. */
const escapeLetters: Plugin = {
  name: 'escape what is not Latin-1',
  renderChunk: (code) =>
    code.replace(/[^\0-\xff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
}
