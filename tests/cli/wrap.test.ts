import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import stringWidth from 'string-width'
import { describe, expect, test } from 'vitest'
import { commandIndex } from '../../src/cli/command-index.ts'
import { wrapped, wrappedFor } from '../../src/cli/ui/wrap.ts'
import { startGateway } from '../support/gateway/gateway-process.ts'
import { whenDone } from '../support/when-done.ts'
import { runBin } from './support/run-bin.ts'
import { openTerminal } from './support/run-cli.ts'
import { startTerminal } from './support/terminal.ts'

describe('terminal 12: lines are broken between words', () => {
  const at = (width: number, text: string) => wrapped(text, width, stringWidth).split('\n')

  test('what follows is below the last column of the line', () => {
    expect(at(40, 'ok  tls  the connection is encrypted and its certificate is valid')).toEqual([
      'ok  tls  the connection is encrypted and',
      '         its certificate is valid',
    ])
    expect(at(24, '  -> set it with tollgate option set')).toEqual([
      '  -> set it with',
      '  tollgate option set',
    ])
  })

  test('Chinese is broken between characters, and no line begins with a comma', () => {
    expect(at(20, '提示：服务器没有响应，请稍后再试，或联系管理员。')).toEqual([
      '提示：服务器没有响',
      '应，请稍后再试，或联',
      '系管理员。',
    ])
  })

  test('what fits and what has no place to break stays, in every width', () => {
    const text = 'name  sk-0123456789012345678901234567890123456789 ends\n\nshort'
    expect(at(60, text)).toEqual(text.split('\n'))
    for (let width = 10; width < 60; width += 1) {
      const lines = at(width, text)
      expect(lines.join(' ').replace(/ +/g, ' ')).toBe(
        text.replace(/\s+/g, ' ').replace(' short', '  short').replace(/ +/g, ' '),
      )
      expect(lines.some((each) => each.includes('sk-0123456789012345678901234567890123456789'))).toBe(true)
    }
  })

  test('a pipe gets the lines as they are', () => {
    const long = 'word '.repeat(100)
    expect(wrappedFor({}, long)).toBe(long)
    expect(wrappedFor({ isTTY: true, columns: 80 }, long)).not.toBe(long)
  })

  test.each([
    [60, 'en'],
    [80, 'zh'],
  ])('errors and help at %d columns in %s keep within the window', async (columns, lang) => {
    const terminal = await openTerminal({ TOLLGATE_LANG: lang, TOLLGATE_NO_INPUT: '1' })
    const mistake = ['channel', 'list', '-o', 'x'.repeat(40)]
    expect(stringWidth((await terminal.run(mistake)).stderr.split('\n')[0] ?? '')).toBeGreaterThan(columns)
    const { stderr } = await terminal.run(mistake, { terminalColumns: columns })
    for (const line of stderr.split('\n')) expect(stringWidth(line), line).toBeLessThanOrEqual(columns)
    for (const { path } of commandIndex) {
      const { stdout } = await terminal.run([...path.split(' '), '--help'], { terminalColumns: columns })
      for (const line of stdout.split('\n')) expect(stringWidth(line), line).toBeLessThanOrEqual(columns)
    }
  })
})

test('terminal 12: an example that is too long goes on after a backslash, as a shell reads it', async () => {
  const terminal = await openTerminal()
  const { stdout } = await terminal.run(['channel', 'create', '--help'], { terminalColumns: 60 })
  const whole = await terminal.run(['channel', 'create', '--help'])
  const examples = (text: string) => text.slice(0, text.indexOf('\n\n')).replaceAll(/ \\\n +/g, ' ')
  expect(stdout).toContain(' \\\n      --')
  expect(examples(stdout)).toBe(examples(whole.stdout))
})

describe('terminal 12: on a real server', async () => {
  const scratch = await mkdtemp(join(tmpdir(), 'tollgate-wrap-'))
  const dataDir = join(scratch, 'data')
  const gateway = await startGateway({ dataDir })
  whenDone(async () => {
    await gateway.stop()
    await rm(scratch, { recursive: true, force: true })
  })

  test('serve on data that another daemon uses ends with 6, not with the code of a missing sign-in', async () => {
    const { code, stderr } = await runBin(['serve', '--port', '0', '--data', dataDir])
    expect([code, stderr]).toEqual([6, expect.stringContaining('already uses')])
  })

  test('a plan shows whole values, over the whole width of a wide window and below one another in a narrow one', async () => {
    const { token } = await signedIn(gateway.url)
    const models = Array.from({ length: 12 }, (_, index) => `a-model-with-a-long-name-${index}`)
    const file = join(scratch, 'tokens.yaml')
    const document = { version: 1, groups: { vip: { ratio: '0.8', description: models.join(' ') } } }
    await writeFile(file, JSON.stringify(document))
    const show = async (columns: number) => {
      const terminal = await startTerminal(['plan', '-f', file], {
        columns,
        rows: 40,
        env: { TOLLGATE_URL: gateway.url, TOLLGATE_TOKEN: token, TOLLGATE_CONFIG_DIR: scratch },
      })
      expect(await terminal.exitCode()).toBe(0)
      const lines = (await terminal.screen()).split('\n')
      return lines.slice(2, lines.indexOf('', 2))
    }
    const [wide, narrow] = [await show(200), await show(70)]
    for (const lines of [wide, narrow])
      expect(lines.join(' ').replace(/ +/g, ' ')).toContain(models.join(' '))
    expect(wide.length).toBeLessThan(narrow.length)
    expect(wide[0]?.length).toBeGreaterThan(150)
    const column = narrow[0]?.indexOf('ratio') ?? 0
    for (const line of narrow.slice(1)) expect(line.slice(0, column).trim()).toBe('')
  })
})

async function signedIn(url: string): Promise<{ readonly token: string }> {
  const { signIn } = await import('../support/gateway/admin.ts')
  return (await signIn(url)).call('POST', '/api/access_token/', { name: 'plan', scopes: ['*'] })
}
