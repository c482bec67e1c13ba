import { join } from 'node:path'
import { listSources, readImports } from './rooms/imports.ts'
import { judge, roomOf } from './rooms/judge.ts'
import { daemonRooms, parts } from './rooms/order.ts'

/**
 * Checks every import under `src/` against the order of the rooms (`rooms/order.ts`). Exits with 1 when one points
 * upward, when a folder has no room, when a pure room imports from the outside world, or when files import each other
 * in a cycle.
 */
const source = join(import.meta.dirname, '..', 'src')
const files = listSources(source)
const imports = files.flatMap((file) => readImports(source, file))
const complaints = judge(parts, files, imports)

for (const { text } of complaints) console.error(text)

const roomIn = (path: string) =>
  path.startsWith('daemon/') ? roomOf(daemonRooms, path.slice('daemon/'.length))?.name : undefined
const arrows = new Set(
  imports
    .map(({ file, target }) => [roomIn(file), roomIn(target)])
    .filter(([from, to]) => from !== undefined && to !== undefined && from !== to)
    .map((pair) => pair.join(' ')),
)
console.log(
  `${files.length} files, ${imports.length} imports; ${daemonRooms.length} rooms of the daemon, ${arrows.size} arrows between them; ` +
    `${complaints.length} wrong`,
)
process.exitCode = complaints.length === 0 ? 0 : 1
