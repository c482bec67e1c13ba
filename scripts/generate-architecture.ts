import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { daemonFloors, parts } from './rooms/order.ts'
import { drawRooms, listRooms, missingFiles, withBlock } from './rooms/picture.ts'

/**
 * Updates the picture and the table of the rooms in `docs/architecture.md` from their order. With `--check` it writes
 * nothing and exits with 1 if they are out of date. It also exits with 1 if the page names a file that does not exist.
 */
const root = join(import.meta.dirname, '..')
const path = join(root, 'docs/architecture.md')
const page = readFileSync(path, 'utf8')
const drawn = withBlock(page, 'picture', drawRooms(parts, daemonFloors))
const wanted = withBlock(drawn, 'rooms', listRooms(daemonFloors))

if (wanted !== page) {
  if (process.argv.includes('--check')) {
    console.error('docs/architecture.md does not show scripts/rooms/order.ts: run npm run generate.')
    process.exitCode = 1
  } else writeFileSync(path, wanted)
}
for (const file of missingFiles(wanted, (name) => existsSync(join(root, name)))) {
  console.error(`docs/architecture.md names ${file}, which does not exist.`)
  process.exitCode = 1
}
