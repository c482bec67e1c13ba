/**
 * Runs tests. `npm test`: those that must pass before anything else is looked at; `--rest`: all others; `--all`: both.
 * Named files are run whichever half they belong to: `npm test -- tests/daemon/pricing`. Other options are passed to
 * vitest.
 */
import { onPinnedNode, runNode } from './pinned-node.js'

onPinnedNode()

const halves = ['--rest', '--all']
const given = process.argv.slice(2)
const args = given.filter((arg) => !halves.includes(arg))
const isNamed = args.some((arg) => !arg.startsWith('-') || arg.startsWith('--project'))
const isAll = given.includes('--all') || isNamed
const half = given.includes('--rest') ? ['--project=rest:*'] : isAll ? [] : ['--project=!rest:*']

// Tests that start the program like a user need it to be built.
if (!runNode(['scripts/build-if-stale.js'])) process.exit(1)
process.exit(runNode(['node_modules/vitest/vitest.mjs', 'run', ...half, ...args]) ? 0 : 1)
