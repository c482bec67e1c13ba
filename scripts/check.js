/** Runs all checks of the sources that do not execute them. CI runs this first. */
import { readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { onPinnedNode, root, runNodeQuietly } from './pinned-node.js'

onPinnedNode()

/** With --check, each generator reports whether the committed file is up to date. */
const generators = readdirSync(`${root}scripts`).filter((name) => /^generate-.*\.ts$/.test(name))

/**
 * TypeScript 7, which checks types in a fraction of the time. The generators, which read sources through the compiler
 * API, stay with TypeScript 5, because version 7 has no stable API yet.
 */
const compiler = 'node_modules/typescript-native/bin/tsc'

/** @type {[name: string, command: string[]][]} */
const steps = [
  ...generators.map((name) => [`${name.replace('.ts', '')} --check`, [`scripts/${name}`, '--check']]),
  ['rooms (check-rooms)', ['scripts/check-rooms.ts']],
  ['lock file (check-lock)', ['scripts/check-lock.ts']],
  ['types (tsc)', [compiler, '--noEmit', '-p', 'tsconfig.json']],
  ['types of the console (tsc)', [compiler, '-p', 'src/console/tsconfig.json']],
  ['types of its tests (tsc)', [compiler, '-p', 'tests/console/tsconfig.json']],
  [
    'format and lint (biome)',
    [
      'node_modules/@biomejs/biome/bin/biome',
      'ci',
      '--error-on-warnings',
      ...(process.stdout.isTTY ? [] : ['--colors=off']),
    ],
  ],
  [
    'promises nobody awaits (oxlint)',
    ['node_modules/oxlint/bin/oxlint', '--type-aware', '--deny-warnings', 'src/daemon'],
  ],
  ['demands without a test (rows)', ['scripts/rows.ts', '--wrong']],
  ['words', ['scripts/check-words.ts', 'docs', 'openapi', 'errors', 'terminal', 'console', 'comments']],
  ['dead code (knip)', ['node_modules/knip/bin/knip.js']],
]

/** Number of parallel steps. Each gets its own processor; the formatter and the compiler also need some memory. */
const LANES = Math.min(availableParallelism(), 4)

const failed = []
const waiting = [...steps]

/** Runs the waiting steps one after another; the output of a step is shown when it has ended. */
const work = async () => {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const [name, command] = next
    const start = performance.now()
    const { passed, output } = await runNodeQuietly(command)
    if (!passed) failed.push(name)
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    process.stdout.write(`\n── ${name}\n${output}── ${name}: ${passed ? 'ok' : 'FAILED'} in ${seconds} s\n`)
  }
}
await Promise.all(Array.from({ length: LANES }, work))

process.stdout.write(failed.length === 0 ? '\ncheck: ok\n' : `\ncheck: failed: ${failed.join(', ')}\n`)
process.exit(failed.length === 0 ? 0 : 1)
