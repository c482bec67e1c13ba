/** Compiles src/ and openapi/ to dist/, which is replaced as a whole once everything is there. */
import { cpSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { onPinnedNode, root, runNode } from './pinned-node.js'
import { hashFile, sourceHash } from './source-hash.js'

onPinnedNode()

const workshop = `${root}.tollgate-build/`
const fresh = `${workshop}new-${process.pid}`
const old = `${workshop}old-${process.pid}`
const dist = `${root}dist`

// Taken first: a source changed during the build makes the result stale, not wrong for ever.
const hash = sourceHash()

/** `npm start` leaves the types to `npm run check`, which makes it several times faster. */
const checked = process.argv.includes('--no-check') ? ['--noCheck'] : []
mkdirSync(workshop, { recursive: true })
const compiled = runNode([
  'node_modules/typescript/bin/tsc',
  '-p',
  'tsconfig.build.json',
  '--outDir',
  fresh,
  ...checked,
])
if (!compiled) {
  rmSync(fresh, { recursive: true, force: true })
  process.exit(1)
}
for (const data of ['openapi/bundled.gen.json', 'openapi/cli-output.gen.json'])
  if (existsSync(root + data)) cpSync(root + data, `${fresh}/${data}`)
writeFileSync(`${fresh}/${hashFile}`, hash)

/** Two builds at a time may both want to be dist/: the later one wins. */
for (let attempt = 0; ; attempt += 1) {
  try {
    if (existsSync(dist)) renameSync(dist, old)
    renameSync(fresh, dist)
    break
  } catch (error) {
    if (attempt === 20) throw error
  } finally {
    rmSync(old, { recursive: true, force: true })
  }
}
