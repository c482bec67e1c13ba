import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
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

  test.each([
    ['chat', "API token's key", '令牌的密钥'],
    ['connect codex', "API token's key", '令牌的密钥'],
    ['code create', 'code', '兑换码'],
    ['channel create', 'key', '密钥'],
    ['context add', 'access token', '访问令牌'],
  ])('%s says what its flags for secrets read: %s', async (path, english, chinese) => {
    const page = async (language: string) =>
      (await terminal.run([...path.split(' '), '--help'], { env: { TOLLGATE_LANG: language } })).stdout
    expect(await page('en')).toContain(`  Read the ${english} from`)
    expect(await page('zh')).toContain(`  从标准输入读取${chinese}\n`)
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
      for (const { path, load } of commandIndex)
        expect([path, stdout.includes(`  ${path.split(' ')[0]} `)]).toEqual([path, !(await load()).isHidden])
    }
    expect((await terminal.run(['help', 'channel', 'create'])).stdout).toContain('--key-stdin')
  })
})

describe('what the role of the context may not use is left out', () => {
  const pageFor = async (role: number, argv: readonly string[], env: Record<string, string> = {}) => {
    const signedIn = await openTerminal()
    const user = { id: 2, username: 'alice', role }
    const document = { current: 'gw', contexts: { gw: { url: 'http://gw', token: 'at_1', user } } }
    await writeFile(join(signedIn.configDirectory, 'contexts.json'), JSON.stringify(document))
    return (await signedIn.run(argv, { env })).stdout
  }

  test('an ordinary user sees no channels and no settings, and has a page about tokens', async () => {
    const page = await pageFor(1, ['--help'])
    for (const word of ['channel', 'user', 'option', 'audit']) expect(page).not.toContain(`\n  ${word} `)
    for (const word of ['token', 'logs', 'redeem', 'whoami', 'login', 'serve', 'api'])
      expect(page).toContain(`\n  ${word} `)
    expect(page).not.toMatch(/tollgate (channel|user|option)/)
  })

  test('an administrator sees everything that administrators may do', async () => {
    const page = await pageFor(10, [])
    for (const word of ['channel', 'user', 'option', 'audit']) expect(page).toContain(`\n  ${word} `)
  })

  test('a page that is asked for by name is there all the same', async () => {
    expect(await pageFor(1, ['channel', 'create', '--help'])).toContain('--key-stdin')
  })

  test.each([
    ['a token from the environment may be anybody', ['--help'], { TOLLGATE_TOKEN: 'at_2' }],
    ['nobody is signed in to another context', ['--help', '--context', 'other'], {}],
  ])('%s: everything is shown', async (_, argv, env) => {
    expect(await pageFor(1, argv, env)).toContain('\n  channel ')
  })
})
