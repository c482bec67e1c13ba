import { join } from 'node:path'
import { type Area, readPhrases } from './words/read-phrases.ts'

/**
 * Prints English phrases drawn at random, with their source, to judge how they read: `npm run phrases -- [count]
 * [seed]`. Console, terminal, errors and API descriptions have equal shares, and the same seed draws the same phrases.
 */
const drawnFrom: readonly Area[] = ['console', 'terminal', 'errors', 'openapi']
const count = Number(process.argv[2] ?? 50)
const seed = Number(process.argv[3] ?? 1)
if (!Number.isInteger(count) || !Number.isInteger(seed) || count < 1) {
  console.error('usage: npm run phrases -- [count] [seed], both whole numbers')
  process.exit(1)
}

const root = join(import.meta.dirname, '..')
const random = mulberry32(seed)
const pools = drawnFrom.map((area) =>
  readPhrases(root, area).filter(
    ({ file, text }) =>
      /[a-z].* .*[a-z]/i.test(text) && !/\/zh\b/.test(file) && !/\p{Script=Han}/u.test(text),
  ),
)
for (let drawn = 0; drawn < count; drawn++) {
  const pool = pools[drawn % pools.length] ?? []
  const [phrase] = pool.splice(Math.floor(random() * pool.length), 1)
  if (phrase) console.log(`${phrase.file}:${phrase.line}\n    ${phrase.text.replaceAll(/\s+/g, ' ')}`)
}

/** Creates a small random number generator with a seed. Source: Tommy Ettinger's mulberry32, public domain. */
function mulberry32(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
