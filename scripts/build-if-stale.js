/** Builds when dist/ is missing or was made from other sources than these. */
import { existsSync, readFileSync } from 'node:fs'
import { onPinnedNode, root, runNode } from './pinned-node.js'
import { hashFile, sourceHash } from './source-hash.js'

onPinnedNode()

const stamp = `${root}dist/${hashFile}`
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== sourceHash()) {
  process.stderr.write('building ...\n')
  if (!runNode(['scripts/build.js', '--no-check'])) process.exit(1)
}
