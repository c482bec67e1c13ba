/** Builds when dist/ is missing or was built from different sources. */
import { existsSync, readFileSync, utimesSync } from 'node:fs'
import { onPinnedNode, root, runNode } from './pinned-node.js'
import { hashFile, sourceHash } from './source-hash.js'

onPinnedNode()

const stamp = `${root}dist/${hashFile}`
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== sourceHash()) {
  process.stderr.write('building ...\n')
  if (!runNode(['scripts/build.js'])) process.exit(1)
} else {
  // Git gives rewritten files a new date, and the launcher would then consider the build out of date.
  const now = new Date()
  utimesSync(`${root}dist/src/cli/main.js`, now, now)
}
