import { once } from 'node:events'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { spawnKept } from './kept-child.ts'
import { describeTimes } from './run-times.ts'
import { summarise } from './summary-reporter.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const reporter = fileURLToPath(new URL('summary-reporter.ts', import.meta.url))

describe('summary of a run', () => {
  it('counts every project apart and ends with the sum alone on a line', () => {
    const counts = new Map([
      ['unit', { passed: 3, failed: 0, skipped: 1, failures: [] }],
      ['faults', { passed: 2, failed: 1, skipped: 0, failures: ['a.test.ts > it breaks'] }],
    ])
    const lines = summarise(counts, []).split('\n')
    expect(lines).toContain('unit    3 passed, 0 failed, 1 skipped')
    expect(lines).toContain('faults  2 passed, 1 failed')
    expect(lines).toContain('total: 5 passed, 1 failed')
  })

  it('counts errors outside any test as failures', () => {
    const lines = summarise(new Map(), ['first\nmore of it', 'second']).trim().split('\n')
    expect(lines).toContain('FAILED  outside any test  first')
    expect(lines.at(-1)).toBe('total: 0 passed, 2 failed')
  })

  it('names what failed within the last twenty lines, however much that is', () => {
    const failures = Array.from({ length: 30 }, (_, at) => `a.test.ts > test ${at}`)
    const projects = ['unit', 'api-sqlite', 'api-postgres-redis', 'relay', 'faults', 'browser', 'cli']
    const counts = new Map(
      projects.map((name) => [name, { passed: 1, failed: 0, skipped: 0, failures: [] as string[] }]),
    )
    counts.set('cli', { passed: 0, failed: 30, skipped: 0, failures })
    const last = summarise(counts, []).split('\n').slice(-20)
    expect(last).toContain('FAILED  cli  a.test.ts > test 0')
    expect(last).toContain('FAILED  cli  a.test.ts > test 9')
    expect(last).toContain('and 20 more, named above')
  })

  it('says how long each project took, and which ten files took the longest', () => {
    const files = Array.from({ length: 12 }, (_, at) => ({
      project: 'unit',
      file: `${at}.test.ts`,
      ms: at * 100,
    }))
    const lines = describeTimes([...files, { project: 'cli', file: 'slow.test.ts', ms: 61_000 }]).split('\n')
    expect(lines.filter((line) => / {2}(unit|cli)$/.test(line))).toEqual(['   61.0  cli', '    6.6  unit'])
    const slowest = lines.slice(lines.indexOf('slowest files') + 1).filter((line) => line !== '')
    expect(slowest).toHaveLength(10)
    expect(slowest[0]).toBe('   61.0  cli  slow.test.ts')
    expect(slowest.at(-1)).toBe('    0.3  unit  3.test.ts')
  })

  it('names what failed and why in a real run, the file itself too when it cannot be read', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tollgate-summary-'))
    await writeFile(
      join(folder, 'a.test.ts'),
      `import { describe, it } from 'vitest'
describe('a part', () => it('breaks', () => { throw new Error('first line\\nsecond ' + 'x'.repeat(500)) }))`,
    )
    await writeFile(join(folder, 'b.test.ts'), "throw new Error('unreadable')")
    await writeFile(
      join(folder, 'vitest.config.ts'),
      `import { summaryReporter } from ${JSON.stringify(reporter)}
export default { test: { name: 'unit', include: ['*.test.ts'], reporters: ['default', summaryReporter()] } }`,
    )
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
    const run = spawnKept(process.execPath, [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--root',
      folder,
    ])
    run.stdin.end()
    const [printed, [code]] = await Promise.all([text(run.stdout), once(run, 'exit')])
    await rm(folder, { recursive: true })
    expect(code).toBe(1)
    const lines = printed.trim().split('\n').slice(-5)
    expect(lines).toContain(`FAILED  unit  a.test.ts > a part > breaks: first line second ${'x'.repeat(382)}`)
    expect(lines).toContain('FAILED  unit  b.test.ts: the file itself: unreadable')
    expect(lines.at(-1)).toBe('total: 0 passed, 2 failed')
  })
})
