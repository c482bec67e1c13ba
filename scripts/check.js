/** Everything that can be said about the sources without running them; what CI asks first. */
import { readdirSync } from 'node:fs'
import { onPinnedNode, root, runNode } from './pinned-node.js'

onPinnedNode()

/** Each generator says with --check whether what is committed is what it would write. */
const generators = readdirSync(`${root}scripts`).filter((name) => /^generate-.*\.ts$/.test(name))

/** @type {[name: string, command: string[]][]} */
const steps = [
  ...generators.map((name) => [`${name.replace('.ts', '')} --check`, [`scripts/${name}`, '--check']]),
  ['rooms (check-rooms)', ['scripts/check-rooms.ts']],
  ['types (tsc)', ['node_modules/typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.json']],
  ['types of the console (tsc)', ['node_modules/typescript/bin/tsc', '-p', 'src/console/tsconfig.json']],
  ['types of its tests (tsc)', ['node_modules/typescript/bin/tsc', '-p', 'tests/console/tsconfig.json']],
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
    'promises nobody awaits (eslint)',
    ['node_modules/eslint/bin/eslint.js', 'src/daemon', '--max-warnings', '0'],
  ],
  ['words', ['scripts/check-words.ts', 'docs', 'openapi', 'errors', 'terminal', 'console', 'comments']],
  ['dead code (knip)', ['node_modules/knip/bin/knip.js']],
]

const failed = []
for (const [name, command] of steps) {
  process.stdout.write(`\n── ${name}\n`)
  const start = performance.now()
  const passed = runNode(command)
  if (!passed) failed.push(name)
  process.stdout.write(
    `── ${name}: ${passed ? 'ok' : 'FAILED'} in ${((performance.now() - start) / 1000).toFixed(1)} s\n`,
  )
}
process.stdout.write(failed.length === 0 ? '\ncheck: ok\n' : `\ncheck: failed: ${failed.join(', ')}\n`)
process.exit(failed.length === 0 ? 0 : 1)
