/**
 * Bundles the compiled daemon into a few files. Loading a thousand small modules takes a third of the startup time, and
 * Node keeps the source and loader records of each for the lifetime of the process, which adds up to megabytes.
 */
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { type Plugin, rolldown } from 'rolldown'
import { escapeLetters, loadBuiltinsAsTheyAre } from './bundle-plugins.ts'

/** Files that are loaded by path: by the CLI, by the supervisor of workers, or as a thread. */
const entries = [
  'main',
  'backup/main',
  'worker-process',
  'counting/counting-thread',
  'db/postgres/ledger-thread',
  'db/sqlite/database-thread',
]

/** Bundles the daemon. @param compiled its directory; each entry is replaced by one line that loads the bundle */
export async function bundleDaemon(compiled: string): Promise<void> {
  const directory = join(compiled, 'bundle')
  const bundle = await rolldown({
    input: Object.fromEntries(
      entries.map((entry) => [entry.replaceAll('/', '-'), join(compiled, `${entry}.js`)]),
    ),
    platform: 'node',
    // Packages are not bundled, so that they keep their licenses.
    external: (id) => /^[^./]/.test(id),
    plugins: [keepAddresses(directory), loadBuiltinsAsTheyAre, escapeLetters],
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

/** Modules use `import.meta.url` to find files next to them, so each keeps the URL it had before bundling. */
const keepAddresses = (directory: string): Plugin => ({
  name: 'keep the addresses of modules',
  transform: (code, id) =>
    code.includes('import.meta.url') && existsSync(id)
      ? code.replaceAll('import.meta.url', `new URL('${relative(directory, id)}', import.meta.url).href`)
      : undefined,
})
