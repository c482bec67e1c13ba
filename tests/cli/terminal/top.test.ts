import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import stringWidth from 'string-width'
import { beforeAll, describe, expect, test } from 'vitest'
import { whenDone } from '../../support/when-done.ts'
import { type BusyGateway, openBusyGateway } from '../support/busy-gateway.ts'
import { launcher } from '../support/run-bin.ts'
import { startTerminal, type TerminalOptions, type TerminalWindow } from '../support/terminal.ts'

let gateway: BusyGateway
beforeAll(async () => {
  gateway = await openBusyGateway({
    'openai-main': 'gpt-4o-mini,gpt-4o',
    '办公室 ollama': 'o3',
    'vertex-us': 'gpt-4',
    // Called by one test only. The calls of other tests could drop out of the last minute while that test runs.
    'azure-eu': 'gpt-4.1',
  })
})

const open = (argv: readonly string[] = [], options: TerminalOptions = {}): Promise<TerminalWindow> =>
  startTerminal(['top', ...argv], { ...options, env: { ...gateway.env, ...options.env } })

/** Returns the line of the screen that begins with a name. */
const lineOf = (screen: string, name: string): string =>
  screen.split('\n').find((line) => line.slice(1).startsWith(name)) ?? ''
/** Returns the column at which a text ends. */
const endOf = (line: string, text: string): number => {
  expect(line).toContain(text)
  return stringWidth(line.slice(0, line.indexOf(text) + text.length))
}
/** Returns the number of calls in a row, the first number after its name. */
const callsOf = (screen: string, name: string): number =>
  Number(/ (\d+) /.exec(lineOf(screen, name).slice(name.length + 1))?.[1] ?? Number.NaN)

describe('the last minute, by channel', () => {
  test.each([
    { columns: 80, rows: 24 },
    { columns: 120, rows: 40 },
  ])('at $columns x $rows: every channel on one line, in columns, Chinese names too', async (size) => {
    const before = await snapshotCalls()
    await gateway.call('ci-pipeline', 'gpt-4o-mini')
    await gateway.call('报表任务', 'o3', { tokens: { input: 900, output: 300 } })
    const terminal = await open([], size)
    const screen = await terminal.until(
      (text) =>
        callsOf(text, '办公室 ollama') === (before.get('办公室 ollama') ?? 0) + 1 &&
        text.includes('holds 0') &&
        /[▁▂▃▄▅▆▇█] *last/.test(text),
    )
    const lines = screen.split('\n')
    expect(lines).toHaveLength(size.rows)
    expect(screen).toContain(`tollgate top  default  ${gateway.url}`)
    expect(screen).toMatch(/ live/)
    expect(screen).toMatch(/\d+ req\/min {3}[\d. k]+ tok\/min {3}<?\$[\d.]+\/min {3}err [\d.]+ %/)
    expect(screen).toMatch(/[▁▂▃▄▅▆▇█] *last 60 s +holds 0 {3}commit p99 \d+ ms/)
    const heading = lineOf(screen, 'CHANNEL')
    const wanted =
      size.columns === 80
        ? /^ CHANNEL +STATUS +REQ\/M {2}TOK\/M +FIRST p50\/p95 +ERR +\$\/MIN$/
        : /^ CHANNEL +STATUS +REQ\/M {2}TOK\/M {2}FIRST BYTE p50 \/ p95 +ERR +\$\/MIN +BALANCE$/
    expect(heading).toMatch(wanted)
    for (const name of ['openai-main', '办公室 ollama']) {
      const line = lineOf(screen, name)
      expect(line).toMatch(
        /^ \S.* +enabled +\d+ +[\d.]+( k)? +[\d.]+ m?s [ ▏▎▍▌▋▊▉█]* *[\d.]+ m?s +0\.0 % +<?[\d.]+( +-)?$/,
      )
      expect(endOf(line, '0.0 %')).toBe(endOf(heading, 'ERR'))
      expect(stringWidth(line.slice(0, line.indexOf('enabled')))).toBe(
        stringWidth(heading.slice(0, heading.indexOf('STATUS'))),
      )
    }
    expect(lineOf(screen, 'vertex-us')).toMatch(/ enabled +0 +0 +- /)
    expect(lines.at(-1)).toContain('[q]uit')
    await terminal.press('q')
    expect(await terminal.exitCode()).toBe(0)
  })

  /** Returns the calls of the last minute that this test file has made so far. */
  const snapshotCalls = async (): Promise<ReadonlyMap<string, number>> => {
    const terminal = await open()
    const screen = await terminal.until(/ live/).then(() => terminal.until(/办公室 ollama +enabled/))
    await terminal.press('q')
    await terminal.exitCode()
    return new Map([...Object.keys(gateway.channels)].map((name) => [name, callsOf(screen, name)]))
  }

  test('a window that changes its size is drawn again: columns come and go in their order, nothing wraps', async () => {
    const terminal = await open([], { columns: 80, rows: 24 })
    await terminal.until(/ERR +\$\/MIN\n/)
    await terminal.resize(120, 40)
    const large = await terminal.until('BALANCE')
    expect(large.split('\n')).toHaveLength(40)
    await terminal.resize(60, 10)
    const small = await terminal.until((text) => !text.includes('BALANCE') && text.includes('STATUS'))
    expect(small.split('\n')).toHaveLength(10)
    expect(small).toMatch(/ CHANNEL +STATUS +REQ\/M +ERR +\$\/MIN\n/)
    expect(small).not.toContain('last 60 s')
    await terminal.resize(30, 5)
    expect((await terminal.until(/CHANNEL +REQ\/M +\$\/MIN\n/)).split('\n')).toHaveLength(5)
    await terminal.resize(80, 24)
    expect((await terminal.until('FIRST p50/p95')).split('\n')).toHaveLength(24)
  })

  test.each([
    ['en', /[▁▂▃▄▅▆▇█] *last 60 s +holds \d+\n/],
    ['zh', /[▁▂▃▄▅▆▇█] *最近 60 秒 +预扣中 \d+\n/],
  ])('at 60 columns the line of the chart leaves out what has no room (%s)', async (language, line) => {
    await gateway.call('ci-pipeline', 'gpt-4o-mini')
    const terminal = await open([], { columns: 60, rows: 24, env: { TOLLGATE_LANG: language } })
    expect(await terminal.until(line)).not.toContain('…')
  })

  test('more rows than lines: the selection scrolls, and the line says where it is', async () => {
    const terminal = await open([], { columns: 80, rows: 7 })
    // The selection stays with its row, so the test waits until the last row is the one that nobody calls.
    await terminal.until(
      (text) =>
        text.includes('1–2 of 4') &&
        ['openai-main', '办公室 ollama'].every((name) => callsOf(text, name) > 0),
    )
    await terminal.press('End')
    const screen = await terminal.until('3–4 of 4')
    expect(screen).toMatch(/\n›\S/)
  })
})

describe('keys', () => {
  test('c m u t switch the view; the names of tokens say whose they are', async () => {
    await gateway.call('报表任务', 'gpt-4o')
    const terminal = await open()
    await terminal.until(/openai-main +enabled/)
    await terminal.press('m')
    expect(lineOf(await terminal.until(/ gpt-4o +\d/), 'MODEL')).not.toContain('STATUS')
    await terminal.press('t')
    await terminal.until(/ 报表任务 \(root\) +\d/)
    await terminal.press('u')
    await terminal.until(/ root +\d/)
    await terminal.press('c')
    await terminal.until(/ openai-main +enabled/)
  })

  test('e disables and enables the selected channel on the server, after a yes only', async () => {
    const statusNow = async () =>
      (await gateway.admin.call<{ status: number }>('GET', `/api/channel/${gateway.channels['vertex-us']}`))
        .status
    const terminal = await open(['--filter', 'vertex'])
    await terminal.until(/vertex-us +enabled/)
    await terminal.press('e')
    await terminal.until('Select a channel first')
    await terminal.press('j')
    await terminal.until('›vertex-us')
    await terminal.press('e')
    await terminal.until('Disable channel "vertex-us"?')
    await terminal.press('n')
    await terminal.until((text) => !text.includes('Disable channel'))
    expect(await statusNow()).toBe(1)
    await terminal.press('e')
    await terminal.until('Disable channel "vertex-us"?')
    await terminal.press('y')
    await terminal.until('Channel "vertex-us" is disabled.')
    expect(lineOf(await terminal.screen(), 'vertex-us')).toMatch(/vertex-us +disabled/)
    expect(await statusNow()).toBe(2)
    await terminal.press('e')
    await terminal.until('Enable channel "vertex-us"?')
    await terminal.press('y')
    await terminal.until(/vertex-us +enabled/)
    expect(await statusNow()).toBe(1)
  })

  test('a question is not answered by what was typed or pasted before it was seen', async () => {
    const terminal = await open(['--filter', 'vertex'])
    await terminal.until(/vertex-us +enabled/)
    await terminal.type('jey')
    await terminal.until('Disable channel "vertex-us"?')
    await terminal.press('n')
    await terminal.until((text) => !text.includes('Disable channel'))
    await terminal.paste('eyey')
    await terminal.press('m')
    await terminal.until(/MODEL +REQ/)
    const { status } = await gateway.admin.call<{ status: number }>(
      'GET',
      `/api/channel/${gateway.channels['vertex-us']}`,
    )
    expect(status).toBe(1)
  })

  test('a channel that somebody else switches is shown so without asking', async () => {
    const id = gateway.channels['vertex-us']
    const terminal = await open()
    await terminal.until(/vertex-us +enabled/)
    await gateway.admin.call('PUT', '/api/channel/', { id, status: 2 })
    await terminal.until(/vertex-us +disabled/)
    await gateway.admin.call('PUT', '/api/channel/', { id, status: 1 })
    await terminal.until(/vertex-us +enabled/)
  })

  test('Enter explains the last call of the selected row, Esc leads back', async () => {
    const requestId = await gateway.call('报表任务', 'o3')
    const terminal = await open(['--filter', '办公室'])
    await terminal.until(/办公室 ollama +enabled +[1-9]/)
    await terminal.press('j', 'Enter')
    const screen = await terminal.until(/routing +1 {2}办公室 ollama/)
    expect(screen).toContain(`办公室 ollama  ${requestId}`)
    expect(screen).toContain('token 报表任务')
    expect(screen).toMatch(/price .*\n/)
    await terminal.press('Escape')
    await terminal.until(/›办公室 ollama +enabled/)
  })

  test('/ shows the names that contain a text; letters typed there are no commands', async () => {
    const terminal = await open()
    await terminal.until('vertex-us')
    await terminal.press('/')
    await terminal.type('办公')
    await terminal.until((text) => text.includes('办公室 ollama') && !text.includes('vertex-us'))
    await terminal.type('q')
    await terminal.until('No name contains "办公q".')
    await terminal.press('BSpace', 'Enter')
    await terminal.until('filter: 办公')
    await terminal.press('Escape')
    await terminal.until('vertex-us')
  })

  test('p holds the numbers still and says so, the feed goes on', async () => {
    const terminal = await open()
    await terminal.until(/azure-eu +enabled/)
    const before = callsOf(await terminal.until(/ live/), 'azure-eu')
    await terminal.press('p')
    await terminal.until(/paused at \d\d:\d\d:\d\d/)
    await gateway.call('ci-pipeline', 'gpt-4.1')
    // The call is in the log by now, so the feed has reported it before this change of a channel.
    await gateway.admin.call('PUT', '/api/channel/', { id: gateway.channels['vertex-us'], priority: 1 })
    expect(callsOf(await terminal.screen(), 'azure-eu')).toBe(before)
    await terminal.press('p')
    const after = await terminal.until(
      (text) => !text.includes('paused') && callsOf(text, 'azure-eu') > before,
    )
    expect(after).toMatch(/ live/)
  })

  test('? says what the keys do and what the numbers mean', async () => {
    const terminal = await open([], { columns: 120, rows: 40 })
    await terminal.until(' live')
    await terminal.press('?')
    const help = await terminal.until('All figures cover the last 60 seconds')
    expect(help).toContain('enable or disable the selected channel')
    await terminal.press('q')
    await terminal.until(/openai-main +enabled/)
  })
})

describe('errors', () => {
  test('failed calls show as a share of the channel and of all', async () => {
    await gateway.call('ci-pipeline', 'gpt-4', { status: 500 })
    const terminal = await open()
    const screen = await terminal.until(/vertex-us +enabled +1 .* 100 %/)
    expect(screen).toMatch(/err (?!0\.0)[\d.]+ %/)
  })

  test('where failed calls are not logged, no share is claimed, and why is said', async () => {
    await gateway.admin.setOption('LogErrorEnabled', 'false')
    try {
      const terminal = await open()
      const screen = await terminal.until('LogErrorEnabled is off')
      expect(lineOf(screen, '办公室 ollama')).not.toContain('0.0 %')
    } finally {
      await gateway.admin.setOption('LogErrorEnabled', 'true')
    }
  })
})

describe('colours', () => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control sequences
  const colour = /\u001b\[[0-9;]*\b3[0-7]m/

  test('status is said by word and by colour, by word alone under NO_COLOR', async () => {
    const coloured = await open()
    await coloured.until(/openai-main +enabled/)
    expect(await coloured.colours()).toMatch(colour)
    const plain = await open([], { env: { NO_COLOR: '1' } })
    await plain.until(/openai-main +enabled/)
    await plain.press('j')
    await plain.until(/\n›/)
    expect(await plain.colours()).not.toMatch(colour)
  })
})

test('in Chinese, everything stands in columns as well', async () => {
  await gateway.call('报表任务', 'o3')
  const terminal = await open([], { columns: 120, rows: 30, env: { TOLLGATE_LANG: 'zh' } })
  const screen = await terminal.until(/办公室 ollama +已启用 +[1-9]/)
  const heading = lineOf(screen, '渠道')
  expect(heading).toMatch(/^ 渠道 +状态 +请求 +TOKEN +首字节 p50 \/ p95 +错误 +\$\/分 +余额$/)
  expect(endOf(lineOf(screen, '办公室 ollama'), '0.0 %')).toBe(endOf(heading, '错误'))
  expect(screen).toContain('[q] 退出')
})

describe('an ordinary user', () => {
  test('sees their own calls by model and token, and is told what is for administrators', async () => {
    await gateway.call('alice', 'gpt-4o')
    const terminal = await open([], { env: gateway.aliceEnv })
    const screen = await terminal.until(/ gpt-4o +1 /)
    expect(screen).not.toContain('openai-main')
    expect(screen).not.toContain('holds')
    expect(screen).not.toContain('[c]hannel')
    await terminal.press('c')
    await terminal.until('Only administrators see channels and users')
    await terminal.press('t')
    await terminal.until(/ notebook \(alice\) +1 /)
    await terminal.press('e')
    await terminal.until('Only administrators see channels and users')
  })

  test('who asks for channels is refused with 4 before a screen opens', async () => {
    const terminal = await open(['--by', 'channel'], { env: gateway.aliceEnv, columns: 120 })
    expect(await terminal.exitCode()).toBe(4)
    expect(await terminal.screen()).toContain('Only administrators see channels and users')
  })
})

describe('the end', () => {
  test('Ctrl-C: 130, the old window is back and keys are echoed again', async () => {
    const scratch = await mkdtemp(join(tmpdir(), 'tollgate-top-'))
    whenDone(() => rm(scratch, { recursive: true, force: true }))
    const script = join(scratch, 'session.sh')
    await writeFile(
      script,
      `echo before\nmodes=$(stty -g)\n"${process.execPath}" "${launcher}" top\necho "exit=$?"\n` +
        `[ "$modes" = "$(stty -g)" ] && echo "modes restored"\nread answer\necho "got $answer"\n`,
    )
    const terminal = await startTerminal([], { env: gateway.env, program: ['/bin/sh', script] })
    expect(await terminal.until(/openai-main +enabled/)).not.toContain('before')
    await terminal.press('C-c')
    const screen = await terminal.until('modes restored')
    expect(screen).toMatch(/^before\n(interrupted\n)?exit=130\nmodes restored/)
    expect(await terminal.cursor()).toMatchObject({ isVisible: true, x: 0 })
    await terminal.type('ls')
    await terminal.press('Enter')
    await terminal.until('got ls')
  })
})

describe('a lost connection', () => {
  test('is said, the numbers stay as they were, and are of now when it is back', async () => {
    await gateway.call('ci-pipeline', 'gpt-4o-mini')
    const terminal = await open()
    const before = callsOf(await terminal.until(/openai-main +enabled +[1-9]/), 'openai-main')
    await gateway.stop()
    const lost = await terminal.until(/reconnecting… figures from \d\d:\d\d:\d\d/)
    expect(callsOf(lost, 'openai-main')).toBe(before)
    expect(lost).not.toMatch(/ live/)
    await terminal.press('j', 'e')
    await terminal.until('Disable channel')
    await terminal.press('y')
    await terminal.until('Error: cannot reach')
    await gateway.start()
    const back = await terminal.until(/ live/, 40_000)
    expect(back).not.toContain('reconnecting')
    await gateway.call('报表任务', 'gpt-4o')
    await terminal.press('m')
    await terminal.until(/ gpt-4o +[1-9]/)
  })

  test('a server that is not there at the start is an error like any other: 9', async () => {
    const terminal = await open([], { env: { TOLLGATE_URL: 'http://127.0.0.1:9' }, columns: 120 })
    expect(await terminal.exitCode()).toBe(9)
    expect(await terminal.screen()).toContain('cannot reach http://127.0.0.1:9')
  })
})
