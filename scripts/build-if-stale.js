/** Builds when dist/ is missing or was made from other sources than these. */
import { existsSync, readFileSync, utimesSync } from 'node:fs'
import { onPinnedNode, root, runNode } from './pinned-node.js'
import { hashFile, sourceHash } from './source-hash.js'

onPinnedNode()

const stamp = `${root}dist/${hashFile}`
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== sourceHash()) {
  process.stderr.write('building ...\n')
  if (!runNode(['scripts/build.js', '--no-check'])) process.exit(1)
} else {
  // Git gives files that it writes anew a new date; by it the launcher would take the build for an old one.
  const now = new Date()
  utimesSync(`${root}dist/src/cli/main.js`, now, now)
}
