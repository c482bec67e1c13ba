import { describe, expect, test } from 'vitest'
import { readContract } from '../../openapi/contract.ts'
import { isObject } from '../../openapi/json.ts'
import { commandIndex } from '../../src/cli/command-index.ts'
import type { Command } from '../../src/cli/define-command.ts'
import { allOptions, clientOptions } from '../../src/cli/shared-options.ts'
import { columnsOf } from '../../src/cli/ui/row.ts'
import { instantFields } from '../../src/cli/ui/time.ts'

const commands: readonly Command[] = await Promise.all(commandIndex.map(({ load }) => load()))
const verbOf = ({ path }: Command): string => path.split(' ').at(-1) ?? ''
const flagsOf = (command: Command): readonly string[] =>
  Object.values(allOptions(command)).map(({ flag }) => /--[a-z-]+/.exec(flag)?.[0] ?? flag)
const pathsWhere = (wrong: (command: Command) => boolean): readonly string[] =>
  commands.filter(wrong).map(({ path }) => path)

const { paths: addresses } = readContract()

/** Checks whether an operation returns pages. */
const isPaged = (id: string): boolean =>
  Object.values(addresses).some((item) =>
    Object.values(item).some(
      (operation) =>
        isObject(operation) &&
        operation.operationId === id &&
        JSON.stringify(operation.responses).includes('"page_size"'),
    ),
  )

describe('what the definition of every command must say', () => {
  test('it talks to a server with every flag of a client, --timeout and --wait among them', () => {
    const shared = Object.values(clientOptions).map(({ flag }) => /--[a-z-]+/.exec(flag)?.[0] ?? flag)
    expect(shared).toEqual(expect.arrayContaining(['--timeout', '--wait', '--output', '--json', '--quiet']))
    // Where -o names a directory, --json chooses the format.
    const expected = ({ hasOwnOutput }: Command) =>
      hasOwnOutput ? shared.filter((flag) => flag !== '--output') : shared
    expect(
      pathsWhere((each) => !each.isLocal && !expected(each).every((flag) => flagsOf(each).includes(flag))),
    ).toEqual([])
  })

  test('no flag stands twice', () => {
    expect(pathsWhere((each) => new Set(flagsOf(each)).size !== flagsOf(each).length)).toEqual([])
  })

  test('what it makes, changes or deletes on a server can be tried with --dry-run', () => {
    const verbs = /^(create|ensure|edit|delete|set|rotate|tag|credit|promote|demote|apply|delete-.*)$/
    expect(
      pathsWhere((each) => each.effect !== 'read' && verbs.test(verbOf(each)) && !each.hasDryRun),
    ).toEqual([])
  })

  test('what it deletes by name may be gone already', () => {
    expect(
      pathsWhere((each) => /^(delete|rm)$/.test(verbOf(each)) && !flagsOf(each).includes('--if-exists')),
    ).toEqual([])
  })

  test('what destroys asks, and --yes answers', () => {
    expect(pathsWhere((each) => /^delete/.test(verbOf(each)) && each.effect !== 'destroy')).toEqual([])
    expect(pathsWhere((each) => each.effect === 'destroy' && !flagsOf(each).includes('--yes'))).toEqual([])
  })

  test('a list of pages has --limit and --all', () => {
    expect(
      pathsWhere((each) => verbOf(each) === 'list' && each.operations.some(isPaged) && !each.isList),
    ).toEqual([])
  })

  test('amounts are shown as money, instants as local times', () => {
    expect(
      pathsWhere((each) => !each.showsMoney && columnsOf(each).some(({ key }) => /quota(?!_type)/.test(key))),
    ).toEqual([])
    expect(
      pathsWhere((each) =>
        columnsOf(each).some(({ key, value }) => instantFields.has(key) && value === undefined),
      ),
    ).toEqual([])
  })
})
