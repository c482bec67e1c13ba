/**
 * Bundles the compiled CLI into a few files, because a command spends most of its startup time finding and linking
 * modules. Modules that every command loads go into one file, those that draw results into another, and each command
 * has a separate one.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { escapeLetters, loadBuiltinsAsTheyAre } from './bundle-plugins.ts'

const commander = fileURLToPath(import.meta.resolve('commander'))

/** Bundles the CLI. @param compiled directory with the compiled CLI; its `main.js` becomes the entry of the bundle */
export async function bundleTerminal(compiled: string): Promise<void> {
  const main = join(compiled, 'main.js')
  const common = commonModules(compiled, main)
  const results = new Set(
    ['ui/output.js', 'ui/money.js'].flatMap((path) => [...closureOf(join(compiled, path))]),
  )
  const bundle = await rolldown({
    input: main,
    platform: 'node',
    // Not bundled: the daemon, the contract, which reads a file next to it, and packages that not every command needs.
    external: (id) => /\/(?:daemon|openapi)\//.test(id) || (/^[^./]/.test(id) && id !== 'commander'),
    plugins: [loadBuiltinsAsTheyAre, escapeLetters],
    checks: { pluginTimings: false },
  })
  await bundle.write({
    dir: compiled,
    format: 'esm',
    entryFileNames: 'main.js',
    chunkFileNames: 'bundle/[name]-[hash].js',
    codeSplitting: {
      groups: [
        { name: 'common', test: (id) => id !== main && common.has(id), priority: 2 },
        { name: 'results', test: (id) => results.has(id), priority: 1 },
        { name: 'en', test: /phrases\/en/ },
        { name: 'zh', test: /phrases\/zh/ },
      ],
    },
  })
  await bundle.close()
}

/** Returns the modules that the entry loads immediately, and those that at least a third of the commands load. */
function commonModules(compiled: string, main: string): ReadonlySet<string> {
  const commands = readdirSync(join(compiled, 'commands'), { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => closureOf(join(each.parentPath, each.name)))
  const uses = new Map<string, number>()
  for (const each of commands.flatMap((closure) => [...closure])) uses.set(each, (uses.get(each) ?? 0) + 1)
  const oftenUsed = [...uses].filter(([, count]) => count >= commands.length / 3).map(([path]) => path)
  return new Set([...closureOf(main), ...oftenUsed])
}

/** Returns a module and everything it loads. */
function closureOf(file: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(file)) return found
  found.add(file)
  const imports = readFileSync(file, 'utf8').matchAll(
    /^(?:import|export)\s(?:[^'"]*?from\s+)?['"]([^'"]+)['"]/gm,
  )
  for (const [, specifier = ''] of imports) {
    if (specifier === 'commander') closureOf(commander, found)
    else if (specifier.startsWith('.')) closureOf(resolve(dirname(file), specifier), found)
  }
  return found
}
