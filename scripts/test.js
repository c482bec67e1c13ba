/** Every test, or those whose files are named: `npm test -- tests/daemon/pricing`. Options go to vitest. */
import { onPinnedNode, runNode } from './pinned-node.js'

onPinnedNode()

// Tests that start the program as a user does need it built.
if (!runNode(['scripts/build-if-stale.js'])) process.exit(1)
process.exit(runNode(['node_modules/vitest/vitest.mjs', 'run', ...process.argv.slice(2)]) ? 0 : 1)
