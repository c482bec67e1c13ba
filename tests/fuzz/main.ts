/**
 * Feeds damaged input to the parsers of untrusted data: `npm run test:fuzz -- 10` for ten minutes each,
 * `npm run test:fuzz -- 1 framer` for one of them. Prints the seed of each finding;
 * `npm run test:fuzz -- seed 42 framer` repeats that input. Exits with 1 when there was a finding.
 */
import { rollDice } from './mutate.ts'
import { type Target, targets } from './targets.ts'

/** Limit per input, because a slow one blocks all other requests. */
const SLOW_MS = 1_000
const FINDINGS_MAX = 20

const [first = '1', second = '', third = ''] = process.argv.slice(2)
const isOneSeed = first === 'seed'
const wanted = isOneSeed ? third : second
const names = Object.keys(targets).filter((name) => wanted === '' || name === wanted)
if (names.length === 0 || !Number.isFinite(Number(isOneSeed ? second : first))) {
  process.stderr.write(
    `usage: npm run test:fuzz -- [minutes | seed <n>] [${Object.keys(targets).join('|')}]\n`,
  )
  process.exit(2)
}

let findings = 0
for (const name of names) {
  const target = targets[name]?.()
  if (target) findings += isOneSeed ? await feedOnce(target, Number(second)) : await feedFor(target, name)
}
process.exit(findings === 0 ? 0 : 1)

async function feedFor(target: Target, name: string): Promise<number> {
  const deadline = performance.now() + Number(first) * 60_000
  const start = Date.now() >>> 0
  const seen = new Set<string>()
  let count = 0
  for (; performance.now() < deadline && seen.size < FINDINGS_MAX; count += 1) {
    const seed = (start + count) >>> 0
    const began = process.cpuUsage()
    let finding: string | undefined
    try {
      await target.feed(rollDice(seed))
    } catch (error) {
      finding = describe(error)
    }
    // Measured as processor time, so that other programs on a busy machine do not count.
    const tookMs = process.cpuUsage(began).user / 1_000
    if (tookMs > SLOW_MS) finding ??= `took ${Math.round(tookMs)} ms`
    if (finding === undefined || seen.has(finding)) continue
    seen.add(finding)
    process.stdout.write(`FOUND ${name}, seed ${seed}: ${finding}\n`)
  }
  process.stdout.write(`${name}: ${count} inputs, ${seen.size} findings\n`)
  return seen.size
}

async function feedOnce(target: Target, seed: number): Promise<number> {
  await target.feed(rollDice(seed))
  return 0
}

/** Describes an error by its message and place, so that each mistake is reported only once. */
function describe(error: unknown): string {
  return error instanceof Error
    ? `${error.name}: ${error.message.slice(0, 120)} ${
        error.stack
          ?.split('\n')
          .find((line) => line.includes('/src/'))
          ?.trim() ?? ''
      }`
    : String(error)
}
