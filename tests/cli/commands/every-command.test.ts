import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { readContract } from '../../../openapi/contract.ts'
import { exitsOf, operationFacts } from '../../../scripts/cli-docs/exits.ts'
import { commandIndex } from '../../../src/cli/command-index.ts'
import type { Command } from '../../../src/cli/define-command.ts'
import { errorSchema, publishedSchema } from '../../../src/cli/published-schema.ts'
import { allOptions } from '../../../src/cli/shared-options.ts'
import type { CommandCase, Line, None } from './command-case.ts'
import {
  type CommandRun,
  changes,
  operationById,
  parseCsv,
  readCases,
  runCommandLine,
  typed,
  wordsOf,
} from './command-runs.ts'
import { openWorld, type World } from './world.ts'

/** Checks the promises of every command against a running daemon. What each command adds is in `command-case.ts`. */

const commands: readonly Command[] = await Promise.all(commandIndex.map(({ load }) => load()))
const cases = await readCases()
const contract = readContract()
const facts = operationFacts(contract)
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true })
ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/)
const validatorOf = (command: Command): ValidateFunction =>
  ajv.compile(publishedSchema(command, contract) ?? false)
const errorShape = ajv.compile(errorSchema)

let world: World
beforeAll(async () => {
  world = await openWorld()
})

const isNone = (line: Line | None | undefined): line is None =>
  typeof line === 'object' && line !== null && 'none' in line

const asksFor = (command: Command, ...access: readonly string[]): boolean =>
  command.operations.some((id) => access.includes(operationById(id)['x-access']))

test('every command has its cases, and every case its command', () => {
  const paths = commands.map(({ path }) => path)
  expect({
    missing: paths.filter((path) => !(path in cases)),
    unknown: Object.keys(cases).filter((path) => !paths.includes(path)),
  }).toEqual({ missing: [], unknown: [] })
})

const table = commands.flatMap((command) => {
  const own = cases[command.path]
  return own === undefined ? [] : [[command.path, command, own] as const]
})

describe.each(table)('tollgate %s', (path, command, own) => {
  const words = path.split(' ')
  const options = Object.values(allOptions(command))
  const has = (flag: string): boolean => options.some((each) => each.flag.split(/[ ,]+/).includes(flag))
  const documented = exitsOf(command, facts)
  const called = new Set<string | undefined>()

  /** Runs a line with additional words. The exit code must be one that docs/cli.md names. */
  async function run(
    line: Line,
    more: readonly string[] = [],
    env: Readonly<Record<string, string>> = {},
    without?: string,
  ): Promise<CommandRun> {
    const ready = await typed(line, world)
    const given = wordsOf(ready.line).filter((each) => each !== without)
    // The additional words are flags, so they go before the operands that follow `--`.
    const operands = given.includes('--') ? given.indexOf('--') : given.length
    const argv = [...words, ...given.slice(0, operands), ...more, ...given.slice(operands)]
    const done = await runCommandLine(argv, world, { ...ready, env: { ...ready.env, ...env } })
    for (const { operationId } of done.calls) called.add(operationId)
    expect(documented, `${argv.join(' ')}: ${done.stderr}`).toContain(done.code)
    return done
  }

  /** Checks a failure, once in plain text and once in JSON mode. */
  async function expectFailure(line: Line, code: number, env: Readonly<Record<string, string>> = {}) {
    const plain = await run(line, [], env)
    expect(plain, plain.stderr).toMatchObject({ code })
    expect(plain.stderr).not.toBe('')
    const json = await run(line, [], { ...env, TOLLGATE_OUTPUT: 'json' })
    expect(json.code).toBe(code)
    if (!own.printsRefusals) expect([plain.stdout, json.stdout]).toEqual(['', ''])
    const last = json.stderr.trimEnd().split('\n').at(-1) ?? ''
    expect(errorShape(JSON.parse(last)), `${last} ${JSON.stringify(errorShape.errors)}`).toBe(true)
    return plain
  }

  test('help begins with examples, in both languages', async () => {
    for (const [language, heading] of [
      ['en', 'Examples:\n  tollgate '],
      ['zh', '示例：\n  tollgate '],
    ] as const) {
      const { code, stdout, stderr } = await run('', ['--help'], { TOLLGATE_LANG: language })
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      expect(stdout.startsWith(heading), stdout.slice(0, 80)).toBe(true)
    }
  })

  test('2: a flag that does not exist, and too little', async () => {
    const { calls } = await expectFailure('--nonsense', 2)
    expect(calls).toEqual([])
    const isNeeding =
      Object.values(command.args).some(({ name }) => name.startsWith('<')) ||
      options.some(({ required }) => required)
    if (isNeeding) expect((await expectFailure('', 2)).calls).toEqual([])
  })

  const secretFlags = options.filter(({ isHidden, flag }) => isHidden && /^--\w+ \[text\]$/.test(flag))
  if (secretFlags.length > 0)
    test('2: a secret as the value of a flag is refused and not repeated', async () => {
      for (const { flag } of secretFlags) {
        const name = flag.split(' ')[0] ?? ''
        const needed = options
          .filter(({ required, secret }) => required && secret === undefined)
          .flatMap((each) => [each.flag.split(' ')[0], '1'])
        const given = Object.values(command.args).filter(({ name: each }) => each.startsWith('<'))
        const line = [...given.map(() => 'x'), ...needed, name, 'sk-typed-here'].join(' ')
        const { stderr, calls } = await expectFailure(line, 2)
        expect(stderr).toContain(`${name}-stdin`)
        expect(stderr).not.toContain('sk-typed-here')
        expect(calls).toEqual([])
      }
    })

  const otherwise = <K extends keyof CommandCase>(key: K, applies: boolean): Line | undefined => {
    const stated = own[key] as Line | None | undefined
    if (isNone(stated)) return undefined
    if (stated !== undefined) return stated
    return applies && !isNone(own.good) ? own.good : undefined
  }

  const signedOut = otherwise('signedOut', asksFor(command, 'user', 'admin', 'root'))
  if (signedOut !== undefined)
    test('3: nobody is signed in', async () => {
      await expectFailure(signedOut, 3, { TOLLGATE_CONFIG_DIR: world.ofNobody, TOLLGATE_URL: world.url })
    })

  const forbidden = otherwise('forbidden', asksFor(command, 'admin', 'root'))
  if (forbidden !== undefined)
    test('4: an ordinary user may not', async () => {
      await expectFailure(forbidden, 4, { TOLLGATE_CONFIG_DIR: world.ofUser })
    })

  const mustState = (key: 'missing' | 'existing' | 'invalid', applies: boolean): Line | undefined => {
    const stated = own[key]
    if (applies && stated === undefined)
      test(`its case says what is ${key}`, () => expect.fail(`state ${key} in the cases of ${path}`))
    return isNone(stated) ? undefined : stated
  }

  const missing = mustState('missing', Object.keys(command.args).length > 0)
  if (missing !== undefined) test('5: what is named does not exist', () => expectFailure(missing, 5))

  const existing = mustState('existing', path.endsWith(' create'))
  if (existing !== undefined) test('6: it already exists', () => expectFailure(existing, 6))

  const invalid = mustState('invalid', command.effect !== 'read')
  if (invalid !== undefined) test('7: values are refused', () => expectFailure(invalid, 7))

  const unreachable = otherwise('unreachable', command.operations.length > 0)
  if (unreachable !== undefined)
    test('9: the server is away', async () => {
      const away = { TOLLGATE_URL: 'http://127.0.0.1:9', TOLLGATE_TOKEN: 'at_none' }
      const ready = await typed(unreachable, world)
      const line = ready.line.replaceAll(world.url, away.TOLLGATE_URL).replace(/--url \S+/, '')
      await expectFailure(() => ({ ...ready, line }), 9, { ...away, TOLLGATE_CONFIG_DIR: world.ofNobody })
    })

  if (isNone(own.good)) return
  const { good } = own
  const expected = own.exit ?? 0

  async function goodRun(more: readonly string[], line: Line = good as Line): Promise<CommandRun> {
    const done = await run(line, more)
    expect(done, done.stderr).toMatchObject({ code: expected })
    return done
  }

  if (command.effect === 'destroy')
    test('2: it destroys, so without --yes and without a terminal it names the context and does nothing', async () => {
      const done = await run(good, [], {}, '--yes')
      expect(done.code).toBe(2)
      expect(done.stderr).toMatch(/^context default \(http:\/\/127\.0\.0\.1:\d+\)/)
      expect(changes(done)).toEqual([])
    })

  test('--json is what its schema says', async () => {
    const done = await goodRun(has('--json') ? ['--json'] : [])
    if (command.output === 'none') return
    expectShape(JSON.parse(done.stdout))
    for (const line of own.alsoGood ?? [])
      expectShape(JSON.parse((await run(line, ['--json'])).stdout || '"nothing was printed"'))
    // The operations in a command's definition decide who sees the command in help, so it must call them.
    expect([...called]).toEqual(expect.arrayContaining([...command.operations]))
  })

  let validate: ValidateFunction | undefined
  function expectShape(data: unknown): void {
    validate ??= validatorOf(command)
    expect(validate(data), `${JSON.stringify(validate.errors)} in ${JSON.stringify(data)}`).toBe(true)
  }

  if (!own.isOnce && command.output !== 'none')
    test('the other forms: for people, yaml, ndjson, csv, name, -q', async () => {
      const { stdout: shown } = await goodRun([])
      // Unix timestamps are not readable for people.
      if (!command.isRaw && !command.isLocal) expect(shown).not.toMatch(/\b1[789]\d{8}\b/)
      if (command.showsMoney) expect(shown).toMatch(/\$\d/)
      if (!has('--output')) return
      const rows: unknown = parseYaml((await goodRun(['-o', 'yaml'])).stdout)
      expectShape(rows)
      const lines = linesOf((await goodRun(['-o', 'ndjson'])).stdout).map((each): unknown => JSON.parse(each))
      expectShape(Array.isArray(rows) ? lines : lines[0])
      const [heading = [], ...records] = parseCsv((await goodRun(['-o', 'csv'])).stdout)
      for (const each of records) expect(each).toHaveLength(heading.length)
      const count = Array.isArray(rows) ? rows.length : 1
      expect([lines.length, records.length]).toEqual([count, count])
      const named = linesOf((await goodRun(['-o', 'name'])).stdout)
      expect(named).toHaveLength(count)
      const { stdout } = await goodRun(['-q'])
      if (own.quiet === 'nothing') expect(stdout).toBe('')
      else if (own.quiet !== 'text') {
        expect(linesOf(stdout)).toHaveLength(count)
        for (const each of linesOf(stdout)) expect(each).toMatch(/^\S+$/)
      }
    })

  if (command.hasDryRun)
    test('--dry-run changes nothing and has the same shape', async () => {
      const done = await goodRun(['--dry-run', '--json'], own.dryRun)
      expectShape(JSON.parse(done.stdout))
      expect(changes(done)).toEqual([])
    })
})

const linesOf = (text: string): string[] => text.split('\n').filter((each) => each !== '')
