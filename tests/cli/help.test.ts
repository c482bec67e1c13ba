import { describe, expect, test } from 'vitest'
import { commandIndex, nouns } from '../../src/cli/command-index.ts'
import { openTerminal } from './support/run-cli.ts'

const terminal = await openTerminal()

describe('every help page begins with examples that this program understands', () => {
  test.each(commandIndex.map(({ path }) => path))('%s', async (path) => {
    const { code, stdout, stderr } = await terminal.run([...path.split(' '), '--help'])
    expect(code).toBe(0)
    expect(stderr).toBe('')
    const [heading, ...rest] = stdout.split('\n')
    expect(heading).toBe('Examples:')
    const examples = rest.slice(0, rest.indexOf(''))
    expect(examples.length).toBeGreaterThanOrEqual(2)
    expect(examples.length).toBeLessThanOrEqual(3)
    for (const each of examples) expect(each).toMatch(/^ {2}tollgate \S/)
    expect(examples[0]).toContain(`tollgate ${path}`)
  })

  test('in Chinese the same pages have Chinese headings and no English sentence', async () => {
    for (const { path } of commandIndex) {
      const { stdout } = await terminal.run([...path.split(' '), '--help'], { env: { TOLLGATE_LANG: 'zh' } })
      expect(stdout).toMatch(/^示例：\n/)
      expect(stdout).toContain('用法：')
      const prose = stdout.slice(stdout.indexOf('用法：'))
      expect(prose.match(/(?<![<\w-])(?:[A-Za-z]{2,} ){4,}/g) ?? []).toEqual([])
    }
  })

  test.each(Object.keys(nouns))('%s lists its verbs', async (noun) => {
    const { code, stdout } = await terminal.run([noun, '--help'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^Examples:\n {2}tollgate /)
    for (const { path } of commandIndex.filter((each) => each.path.startsWith(`${noun} `)))
      expect(stdout).toContain(`  ${path.split(' ')[1]} `)
  })

  test('the first page lists every command and noun, also without arguments and as "help"', async () => {
    for (const argv of [['--help'], [], ['help'], ['-h']]) {
      const { code, stdout } = await terminal.run(argv)
      expect(code).toBe(0)
      for (const { path } of commandIndex) expect(stdout).toContain(`  ${path.split(' ')[0]} `)
    }
    expect((await terminal.run(['help', 'channel', 'create'])).stdout).toContain('--key-stdin')
  })
})
