import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { type GatewayProcess, startGateway } from '../../support/gateway/gateway-process.ts'
import { startSimulator } from '../../support/simulator/simulator.ts'
import { launcher, runBin } from '../support/run-bin.ts'
import { startTerminal, type TerminalWindow } from '../support/terminal.ts'

const scratch = await mkdtemp(join(tmpdir(), 'tollgate-setup-'))
const upstream = await startSimulator({ models: ['gpt-4o-mini', 'gpt-4o'], keys: ['sk-upstream'] })
const gateways: GatewayProcess[] = []
afterAll(async () => {
  await Promise.all(gateways.map((each) => each.stop()))
  await upstream.close()
  await rm(scratch, { recursive: true, force: true })
})

interface Walk {
  readonly terminal: TerminalWindow
  readonly gateway: GatewayProcess
  readonly env: Readonly<Record<string, string>>
  /** Types into the field with this label once the cursor is in it, presses Enter, and waits for the next text. */
  fill(label: string, text: string, next: string | RegExp): Promise<string>
}

async function begin(
  language: 'en' | 'zh',
  size: { readonly columns: number; readonly rows: number } = { columns: 80, rows: 24 },
  argv: readonly string[] = ['setup'],
): Promise<Walk> {
  const gateway = await startGateway()
  gateways.push(gateway)
  const env = {
    TOLLGATE_URL: gateway.url,
    TOLLGATE_CONFIG_DIR: await mkdtemp(join(scratch, 'config-')),
    TOLLGATE_LANG: language,
  }
  const terminal = await startTerminal(argv, { ...size, env })
  return { terminal, gateway, env, fill: (label, text, next) => fill(terminal, label, text, next) }
}

async function fill(
  terminal: TerminalWindow,
  label: string,
  text: string,
  next: string | RegExp,
): Promise<string> {
  await terminal.until((screen) => screen.includes(`  ${label}`))
  // Keys typed before the field is ready would go into the previous one.
  await expect.poll(() => labelAtCursor(terminal)).toBe(label)
  if (text !== '') {
    const shown = /^(?:[Pp]assword|Repeat|API key|密码|再次输入|API 密钥)$/.test(label)
      ? '*'.repeat(text.length)
      : text
    await terminal.type(text)
    await terminal.until((screen) =>
      screen.split('\n').some((line) => line.includes(label) && line.endsWith(` ${shown}`)),
    )
  }
  await terminal.press('Enter')
  return terminal.until(next)
}

/** Returns the label of the field that the cursor is in. */
async function labelAtCursor(terminal: TerminalWindow): Promise<string> {
  const [screen, { y, isVisible }] = [await terminal.screen(), await terminal.cursor()]
  const line = screen.split('\n')[y] ?? ''
  return isVisible ? (/^ {2}(\S+(?: \S+)?)(?: {2,}|$)/.exec(line)?.[1] ?? line) : ''
}

/** Replaces the text of a field. */
async function replace(terminal: TerminalWindow, label: string, text: string): Promise<void> {
  await expect.poll(() => labelAtCursor(terminal)).toBe(label)
  await terminal.press('End', 'C-u')
  await terminal.type(text)
  await terminal.until(text)
}

const lines = (screen: string) => screen.split('\n').map((line) => line.trimEnd())

test('80 x 24 in English: a wrong password, a failing channel, then everything up to the priced call', async () => {
  const { terminal, gateway, env, fill } = await begin('en')
  const first = await terminal.until('Enter next')
  expect(lines(first)).toEqual([
    '',
    `  tollgate setup${gateway.url.padStart(62)}`,
    '',
    '  > account',
    '    mode',
    '    channel',
    '    token',
    '    call',
    '',
    '  Who administers this server?',
    '',
    '  Username',
    '             1 to 12 characters, no @, no spaces at either end',
    '  Password',
    '  Repeat',
    ...Array(7).fill(''),
    '  Enter next  ↑↓ field  Esc quit',
  ])
  await fill('Username', 'root', '8 to 20 characters')

  // The password is too short. The error appears beside the field, and the typed text is kept.
  await terminal.type('short')
  await terminal.until('*****')
  await terminal.press('Enter')
  // The hint becomes the error. Only its color shows that Enter was read, and keys that arrive with it are dropped.
  await expect.poll(() => terminal.colours()).toMatch(/\[31m8 to 20 characters/)
  expect(await terminal.screen()).toMatch(/Username +root\n +Password +\*{5}\n +8 to 20 characters/)
  await terminal.press('C-u')
  await terminal.until((screen) => !screen.includes('*'))
  await fill('Password', 'correct-horse', /Repeat\n/)
  await expect.poll(() => labelAtCursor(terminal)).toBe('Repeat')
  await terminal.type('other-words')
  await terminal.until(/Repeat +\*{11}/)
  await terminal.press('Enter')
  expect(await terminal.until('the passwords do not match')).toMatch(/Password +\*{13}/)
  await terminal.press('C-u')
  await terminal.until(/Repeat\n/)
  const mode = await fill('Repeat', 'correct-horse', 'What is it for?')
  expect(mode).not.toContain('correct-horse')
  expect(lines(mode).slice(9, 14)).toEqual([
    '  What is it for?',
    '',
    '  > external  You sell access to others: every model needs a price.',
    '    self      Only you use it: models without a price can be called too.',
    '    demo      Anyone can look around; only you can make changes.',
  ])
  // Going back keeps all input.
  await terminal.press('Escape')
  await terminal.until(/Repeat +\*{13}/)
  await fill('Username', '', '8 to 20 characters')
  await fill('Password', '', /Repeat/)
  await fill('Repeat', '', 'What is it for?')
  await terminal.press('Enter')

  const types = await terminal.until('34 of 34')
  expect(types).toContain(
    '    account    root, super administrator, context default\n    mode       external\n  > channel',
  )
  await terminal.type('deep')
  await terminal.until('> deepseek')
  await terminal.press('C-u')
  await terminal.until('> openai ')
  await terminal.resize(100, 30)
  await terminal.until((screen) => lines(screen).length === 29)
  await terminal.press('Enter')
  await terminal.until('How do you connect to OpenAI?')
  await replace(terminal, 'Name', 'main')
  await fill('Name', '', /Base URL/)
  await fill('Base URL', upstream.url, /API key\s+Several/)
  const unlisted = await fill('API key', 'sk-wrong', 'fetching model list failed: it refuses the key')
  expect(unlisted).not.toContain('Could not list models')
  await terminal.resize(80, 24)
  await terminal.type('gpt-4o-mini')
  await terminal.until('> [ ] gpt-4o-mini')
  await terminal.press('Space')
  await terminal.until('> [x] gpt-4o-mini')
  await terminal.press('Enter')
  const failed = await terminal.until('does not work yet')
  expect(failed).toContain('the test failed: 401')
  expect(failed).not.toContain('sk-wrong')
  await terminal.press('Enter')
  await terminal.until('How do you connect to OpenAI?')
  expect(await terminal.screen()).toMatch(/Name +main\n.*\n +Base URL +http.*\n +API key +\*{8}\n/)
  await fill('Name', '', /Base URL/)
  await fill('Base URL', '', /API key.*\n +Several/)
  await terminal.press('C-u')
  await terminal.until(/API key\n/)
  await fill('API key', 'sk-upstream', '[x] gpt-4o-mini')
  await terminal.until('2 of 2')
  // The space bar toggles the line that the arrow keys selected, and the line stays selected.
  await terminal.press('Down')
  await terminal.until('> [ ] gpt-4o')
  await terminal.press('Space')
  await terminal.until('> [x] gpt-4o')
  await terminal.press('Space')
  await terminal.until('> [ ] gpt-4o')
  await terminal.press('Enter')
  await terminal.until('gpt-4o-mini answered in')
  await terminal.press('Enter')
  await terminal.until('Clients need an API token.')
  await fill('Name', 'ci', /Budget +5usd\n +dollars/)
  await replace(terminal, 'Budget', 'much')
  await terminal.press('Enter')
  await terminal.until('not an amount')
  await replace(terminal, 'Budget', '2usd')
  await terminal.press('Enter')
  await terminal.until('One real request, end to end.')
  await terminal.press('Enter')

  expect(await terminal.exitCode()).toBe(0)
  const end = await terminal.history()
  expect(end).toMatch(/^Tollgate is set up\.\n\naccount +root, super administrator, context default\n/)
  expect(end).toMatch(/token +ci {2}\$2\.00 \(1 000 000\)/)
  expect(end).toMatch(/\n-H 'Authorization: Bearer sk-[A-Za-z0-9]{48}' \\\n/)
  expect(end).toContain('Hello from the simulator')
  expect(end).toMatch(
    /price +\(\d+ new \+ \d+ out x 4\) x model 0\.075 x group default 1\n +=.*quota = \$0\.0000/,
  )
  expect(await terminal.cursor()).toMatchObject({ isVisible: true })

  const again = await runBin(['setup'], { env: { ...env, TOLLGATE_NO_INPUT: '' } })
  expect(again.code).toBe(2)
  const channel = await runBin(['channel', 'test', 'main', '--json'], { env })
  expect(JSON.parse(channel.stdout)).toMatchObject({ result: 'passed' })
  const stored = await readFile(join(env.TOLLGATE_CONFIG_DIR ?? '', 'contexts.json'), 'utf8')
  expect(stored).not.toContain('correct-horse')

  const done = await startTerminal(['setup'], { env })
  expect(await done.exitCode()).toBe(6)
  expect(await done.screen()).toBe(
    'Error: this server is already set up\nContinue with: tollgate channel create, tollgate token create',
  )
})

test('120 x 40 in Chinese: Chinese names, no channel test needed twice, the call priced', async () => {
  const { terminal, env, fill } = await begin('zh', { columns: 120, rows: 40 })
  const first = await terminal.until('谁来管理这台服务器？')
  expect(lines(first).slice(3, 8)).toEqual(['  > 账户', '    模式', '    渠道', '    令牌', '    调用'])
  await fill('用户名', '管理员', '8 到 20 个字符')
  await fill('密码', 'correct-horse', '再次输入')
  await fill('再次输入', 'correct-horse', '打算怎么用？')
  await terminal.press('Down')
  await terminal.until('> self')
  await terminal.press('Enter')
  await terminal.until('34 / 34')
  await terminal.press('Enter')
  await terminal.until('如何连接 OpenAI？')
  await replace(terminal, '名称', '主渠道')
  await fill('名称', '', '接口地址')
  await fill('接口地址', upstream.url, '多个密钥')
  const unlisted = await fill('API 密钥', 'sk-wrong', '获取模型列表失败：对方拒绝了该密钥')
  expect(unlisted).not.toContain('无法获取模型列表')
  await terminal.press('Escape')
  await terminal.until('如何连接 OpenAI？')
  await fill('名称', '', '接口地址')
  await fill('接口地址', '', '多个密钥')
  await terminal.press('C-u')
  await terminal.until(/API 密钥\n/)
  await fill('API 密钥', 'sk-upstream', '2 / 2')
  await terminal.press('Enter')
  await terminal.until('秒内应答')
  await terminal.resize(70, 20)
  await terminal.until((screen) => lines(screen).length === 19 || screen.includes('按 Enter 继续'))
  await terminal.press('Enter')
  const token = await terminal.until('请创建第一个令牌')
  expect(token).toContain('    渠道       主渠道  OpenAI，gpt-4o-mini, gpt-4o\n')
  expect(token).toContain('    账户       管理员，超级管理员，上下文 default\n    模式       自用\n')
  await fill('名称', '报表任务', /额度 +5usd\n +美元/)
  await terminal.press('Enter')
  await terminal.until('完整发送一次真实请求')
  await terminal.press('Enter')
  expect(await terminal.exitCode()).toBe(0)
  expect(await terminal.history()).toMatch(/^Tollgate 初始化完成。\n[\s\S]*用量由上游给出/)
  const { stdout } = await runBin(['token', 'get', '报表任务', '--json'], { env })
  expect(JSON.parse(stdout)).toMatchObject({ name: '报表任务', remain_quota: expect.any(Number) })
})

test('40 x 16 in Chinese: every field has a line of its own, and what it asks for is whole', async () => {
  const { terminal, fill } = await begin('zh', { columns: 40, rows: 16 })
  await fill('用户名', 'root', '8 到 20 个字符')
  await fill('密码', 'correct-horse', '再次输入')
  await fill('再次输入', 'correct-horse', '打算怎么用？')
  expect(lines(await terminal.screen()).slice(5, 9)).toEqual([
    '  > external  向他人提供服务：每个模型',
    '              都需要定价。',
    '    self      仅自己使用：没有定价的模',
    '              型也能调用。',
  ])
  await terminal.press('Enter')
  await terminal.until('34 / 34')
  await terminal.press('Enter')
  const form = await terminal.until('如何连接 OpenAI？')
  expect(lines(form).slice(5, 9)).toEqual([
    '  名称       openai',
    '             便于识别的名称',
    '  接口地址   https://api.openai.com',
    '  API 密钥',
  ])
})

test('mistakes are told where they were made: an address that is none, an address as a model, a model without a price', async () => {
  const house = await startSimulator({ models: ['house-model'], keys: ['sk-upstream'] })
  onTestFinished(() => house.close())
  const { terminal, fill } = await begin('en')
  await fill('Username', 'root', '8 to 20 characters')
  await fill('Password', 'correct-horse', /Repeat\n/)
  await fill('Repeat', 'correct-horse', 'What is it for?')
  await terminal.press('Enter')
  await terminal.until('34 of 34')
  await terminal.press('Enter')
  await fill('Name', '', /Base URL/)
  await fill('Base URL', 'no address', /API key/)
  // The models cannot be fetched from this address, so the form comes back, with the cursor in the field.
  const refused = await fill('API key', 'sk-upstream', 'the address must begin with')
  expect(refused).toMatch(/Base URL +no address\n +the address must begin with http:\/\/ or/)
  await replace(terminal, 'Base URL', house.url)
  await terminal.press('Enter')
  await fill('API key', '', '[x] house-model')

  await terminal.type(house.url)
  expect(await terminal.until('This is an address, not the name of a model')).not.toContain('add this name')
  await terminal.press('Enter')
  await terminal.press('C-u')
  await terminal.until('1 of 1')
  // Several names at once add several models.
  await terminal.type('one,two')
  await terminal.until('> [ ] one,two')
  await terminal.press('Enter')
  expect(await terminal.until('(3 selected)')).toMatch(/\[x\] one\n +\[x\] two\n +\[x\] house-model/)
  await terminal.press('Space')
  await terminal.until('(2 selected)')
  await terminal.press('Down')
  await terminal.press('Space')
  await terminal.until('(1 selected)')
  await terminal.press('Enter')
  await terminal.until('house-model answered in')
  await terminal.press('Enter')
  await terminal.until('Clients need an API token.')
  await fill('Name', 'ci', /Budget +5usd\n +dollars/)
  await terminal.press('Enter')
  await terminal.until('One real request, end to end.')
  await terminal.press('Enter')
  const unpriced = (await terminal.until('has no price')).replaceAll(/\n +/g, ' ')
  expect(unpriced).toContain(
    'Set its price in another terminal, then press Enter: tollgate price set house-model --input',
  )
  expect(unpriced).not.toContain('ask the administrator')
  await terminal.press('Tab')
  expect(await terminal.exitCode()).toBe(0)
  expect(await terminal.history()).toContain('Next: tollgate price set house-model --input <dollars>')
})

test('without colours, an error that has the words of the hint is bold', async () => {
  const gateway = await startGateway()
  gateways.push(gateway)
  const env = {
    TOLLGATE_URL: gateway.url,
    TOLLGATE_CONFIG_DIR: await mkdtemp(join(scratch, 'config-')),
    NO_COLOR: '1',
  }
  const terminal = await startTerminal(['setup'], { env })
  await terminal.until('1 to 12 characters')
  expect(await terminal.colours()).toMatch(/\[2m1 to 12 characters/)
  await terminal.press('Enter')
  await expect.poll(() => terminal.colours()).toMatch(/\[1m1 to 12 characters/)
})

test('on a narrow window the list of types is cut with an ellipsis, never by the edge', async () => {
  const { terminal, fill } = await begin('en', { columns: 66, rows: 24 })
  await fill('Username', 'root', '8 to 20 characters')
  await fill('Password', 'correct-horse', /Repeat\n/)
  await fill('Repeat', 'correct-horse', 'What is it for?')
  await terminal.press('Enter')
  const types = await terminal.until(/34 of 34\n.*openai/)
  expect(types).toMatch(/> openai +OpenAI +https:\S+…\n/)
})

describe('leaving in the middle', () => {
  test('Ctrl-C before anything was sent: 130, nothing was set up, a usable terminal', async () => {
    const gateway = await startGateway()
    gateways.push(gateway)
    const env = { TOLLGATE_URL: gateway.url, TOLLGATE_CONFIG_DIR: await mkdtemp(join(scratch, 'config-')) }
    const script = `before=$(stty -g); "${process.execPath}" "${launcher}" setup; echo "exit=$?"; [ "$before" = "$(stty -g)" ] && echo "modes restored"`
    const terminal = await startTerminal([], { env, program: ['/bin/sh', '-c', script] })
    await terminal.until('Who administers this server?')
    await terminal.type('root')
    await terminal.until(/Username +root/)
    await terminal.press('C-c')
    expect(await terminal.until('modes restored')).toBe(
      'interrupted; nothing was set up\nexit=130\nmodes restored',
    )
    expect(await terminal.cursor()).toMatchObject({ isVisible: true })
    const { data } = (await (await fetch(`${gateway.url}/api/setup`)).json()) as { data: { status: boolean } }
    expect(data.status).toBe(false)
  })

  test('Ctrl-C later says what is done already; a skipped channel leaves a token and the way on', async () => {
    const { terminal, env, fill } = await begin('en', undefined, [
      'setup',
      '--username',
      'root',
      '--mode',
      'self',
    ])
    await terminal.until(/Username +root/)
    await fill('Username', '', '8 to 20 characters')
    await fill('Password', 'correct-horse', /Repeat\n/)
    await fill('Repeat', 'correct-horse', '> self')
    await terminal.press('Enter')
    await terminal.until('34 of 34')
    await terminal.press('Tab')
    await terminal.until('Clients need an API token.')
    await terminal.press('C-c')
    expect(await terminal.exitCode()).toBe(130)
    expect((await terminal.screen()).replaceAll('\n', ' ')).toContain(
      'interrupted; account root created, context default Continue where you left off: tollgate setup',
    )
    expect((await runBin(['whoami', '--json'], { env })).code).toBe(0)
  })

  test('terminal 13: the next setup goes on with what is missing, and with nothing missing says so', async () => {
    const gateway = await startGateway()
    gateways.push(gateway)
    const config = await mkdtemp(join(scratch, 'config-'))
    const env = { TOLLGATE_URL: gateway.url, TOLLGATE_CONFIG_DIR: config }
    const account = ['setup', '--username', 'root', '--password-stdin']
    expect((await runBin(account, { env, stdin: 'correct-horse\n' })).code).toBe(0)

    const withoutChannel = await startTerminal(['setup'], { env })
    await withoutChannel.until('34 of 34')
    expect(await withoutChannel.screen()).toMatch(/account +root/)
    await withoutChannel.press('C-c')
    expect(await withoutChannel.exitCode()).toBe(130)
    expect(await withoutChannel.screen()).toContain('interrupted; nothing was set up')

    const channel = `channel create --type openai --name main --models gpt-4o-mini --base-url ${upstream.url} --key-env KEY`
    expect((await runBin(channel.split(' '), { env: { ...env, KEY: 'sk-upstream' } })).code).toBe(0)
    const withoutToken = await startTerminal(['setup'], { env })
    await withoutToken.until('Clients need an API token.')
    expect(await withoutToken.screen()).toMatch(/channel +main/)
    await withoutToken.press('C-c')
    expect(await withoutToken.exitCode()).toBe(130)

    expect((await runBin(['token', 'create', '--name', 'ci'], { env })).code).toBe(0)
    const complete = await startTerminal(['setup'], { env })
    expect(await complete.exitCode()).toBe(6)
    expect(await complete.screen()).toContain('this server is already set up')
  })

  test('a setup that goes on and is left says what it has made itself, in Chinese with Chinese punctuation', async () => {
    const gateway = await startGateway()
    gateways.push(gateway)
    const config = await mkdtemp(join(scratch, 'config-'))
    const env = { TOLLGATE_URL: gateway.url, TOLLGATE_CONFIG_DIR: config, TOLLGATE_LANG: 'zh' }
    const account = ['setup', '--username', 'root', '--password-stdin']
    expect((await runBin(account, { env, stdin: 'correct-horse\n' })).code).toBe(0)

    const terminal = await startTerminal(['setup'], { env })
    await terminal.until('> openai ')
    await terminal.press('Enter')
    await fill(terminal, '名称', '', /接口地址/)
    await replace(terminal, '接口地址', upstream.url)
    await terminal.press('Enter')
    await fill(terminal, 'API 密钥', 'sk-upstream', '[x] gpt-4o-mini')
    await terminal.press('Enter')
    await terminal.until(/Enter.*令牌/)
    await terminal.press('Enter')
    await expect.poll(() => labelAtCursor(terminal)).toBe('名称')
    await terminal.press('C-c')
    expect(await terminal.exitCode()).toBe(130)
    expect(await terminal.screen()).toMatch(/^已中断；渠道 openai 已保存$/m)
  })

  test('the server goes away: said clearly, exit 9, with what was done', async () => {
    const { terminal, gateway, fill } = await begin('en')
    await terminal.until('Enter next')
    await fill('Username', 'root', '8 to 20 characters')
    await fill('Password', 'correct-horse', /Repeat\n/)
    await fill('Repeat', 'correct-horse', 'What is it for?')
    gateways.splice(gateways.indexOf(gateway), 1)
    await gateway.stop()
    await terminal.press('Enter')
    expect(await terminal.exitCode()).toBe(9)
    const screen = (await terminal.screen()).replaceAll('\n', ' ')
    expect(screen).toContain(`Error: cannot reach ${gateway.url}`)
    expect(screen).toContain('nothing was set up')
    expect(screen).toContain('Is the server running?')
  })
})

test('what the server refuses about the account is said where it was typed', async () => {
  const { terminal, fill } = await begin('en')
  await terminal.until('Enter next')
  // The form accepts this character, but the server does not.
  await terminal.type('ro\u200bot')
  await terminal.until(/Username +root/)
  await fill('Username', '', '8 to 20 characters')
  await fill('Password', 'correct-horse', /Repeat\n/)
  await fill('Repeat', 'correct-horse', 'What is it for?')
  await terminal.press('Enter')
  const refused = await terminal.until('Who administers this server?')
  expect(refused).toMatch(/Username +ro.?ot\n +the username must not contain/)
  expect(refused).toMatch(/Password +\*{13}\n/)
})

test('without a terminal, or with every answer as a flag, nothing is asked', async () => {
  const { gateway, env, terminal } = await begin('en', undefined, ['setup', '--yes'])
  expect(await terminal.exitCode()).toBe(2)
  expect(await terminal.screen()).toContain('missing: --username <name>, --password-stdin')
  const piped = await runBin(['setup', '--username', 'root', '--password-stdin', '--json'], {
    env: { ...env, TOLLGATE_URL: gateway.url },
    stdin: 'correct-horse\n',
  })
  expect(piped.code).toBe(0)
  expect(JSON.parse(piped.stdout)).toMatchObject({ result: 'done', username: 'root' })
})
