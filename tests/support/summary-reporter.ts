import { stripVTControlCharacters } from 'node:util'
import type { Reporter, TestModule } from 'vitest/node'
import { describeTimes, type FileTime } from './run-times.ts'

interface Count {
  passed: number
  failed: number
  skipped: number
  /** Each failed test: its file, its whole name, and the reason. */
  readonly failures: string[]
}

const none = (): Count => ({ passed: 0, failed: 0, skipped: 0, failures: [] })

/** Maximum number of names, so that counts and names fit together in the last twenty lines. */
const namesMax = 10

/** Reasons are cut to this many characters, so that each fits on the line of its test. */
const reasonMax = 400

/** Returns the reason for a failure on one line, because some logs keep only the end of a run. */
const reasonOf = (errors: readonly { readonly message: string }[]): string => {
  const [first] = errors
  return first ? `: ${stripVTControlCharacters(first.message).replace(/\s+/g, ' ').slice(0, reasonMax)}` : ''
}

/**
 * Counts the tests of a file. A file that could not be loaded counts as one failed test, so that nothing is missing
 * from the sum.
 */
const countModule = (module: TestModule, into: Count): void => {
  let tests = 0
  for (const test of module.children.allTests()) {
    tests += 1
    const { state, errors } = test.result()
    if (state === 'passed' || state === 'failed') into[state] += 1
    else into.skipped += 1
    if (state === 'failed')
      into.failures.push(`${module.relativeModuleId} > ${test.fullName}${reasonOf(errors ?? [])}`)
  }
  if (module.state() === 'failed' && (tests === 0 || module.errors().length > 0)) {
    into.failed += 1
    into.failures.push(`${module.relativeModuleId}: the file itself${reasonOf(module.errors())}`)
  }
}

const describe = (count: Count): string =>
  `${count.passed} passed, ${count.failed} failed${count.skipped > 0 ? `, ${count.skipped} skipped` : ''}`

/**
 * Builds the summary: one row per project, so that each kind of guarantee shows how often it was tested, then the
 * failed tests with reasons, and the sum.
 *
 * @param unhandledErrors messages of errors outside any test
 */
export const summarise = (counts: ReadonlyMap<string, Count>, unhandledErrors: readonly string[]): string => {
  const sum = none()
  const width = Math.max(0, ...[...counts.keys()].map((name) => name.length))
  const lines = [...counts].map(([name, count]) => {
    for (const key of ['passed', 'failed', 'skipped'] as const) sum[key] += count[key]
    return `${name.padEnd(width)}  ${describe(count)}`
  })
  const failures = [...counts].flatMap(([name, count]) => count.failures.map((each) => `${name}  ${each}`))
  if (unhandledErrors.length > 0) {
    sum.failed += unhandledErrors.length
    lines.push(`errors outside any test: ${unhandledErrors.length}`)
    failures.push(...unhandledErrors.map((each) => `outside any test  ${each.split('\n')[0]}`))
  }
  if (failures.length > 0) lines.push('', ...failures.slice(0, namesMax).map((each) => `FAILED  ${each}`))
  if (failures.length > namesMax) lines.push(`and ${failures.length - namesMax} more, named above`)
  return ['', ...lines, '', `total: ${sum.passed} passed, ${sum.failed} failed`, ''].join('\n')
}

const timeOf = (module: TestModule): FileTime => {
  const { collectDuration, duration } = module.diagnostic()
  return { project: module.project.name, file: module.relativeModuleId, ms: collectDuration + duration }
}

/** Prints times and the summary after vitest's own report, with a plain last line for scripts to read. */
export const summaryReporter = (): Reporter => ({
  onTestRunEnd(modules, unhandledErrors) {
    const counts = new Map<string, Count>()
    for (const module of modules) {
      const name = module.project.name
      const count = counts.get(name) ?? none()
      countModule(module, count)
      counts.set(name, count)
    }
    // Print after the default reporter, which writes its own summary on the same event.
    const errors = unhandledErrors.map((error) => error.message)
    const report = describeTimes(modules.map(timeOf)) + summarise(counts, errors)
    process.once('exit', () => process.stdout.write(report))
  },
})
