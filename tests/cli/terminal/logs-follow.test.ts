import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import stringWidth from 'string-width'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BusyGateway, openBusyGateway } from '../support/busy-gateway.ts'
import { launcher } from '../support/run-bin.ts'
import { startTerminal, type TerminalOptions, type TerminalWindow } from '../support/terminal.ts'

let gateway: BusyGateway
beforeAll(async () => {
  gateway = await openBusyGateway({ 'openai-main': 'gpt-4o-mini', '办公室 ollama': 'o3' })
})

const open = (argv: readonly string[] = [], options: TerminalOptions = {}): Promise<TerminalWindow> =>
  startTerminal(['logs', '-f', ...argv], { ...options, env: { ...gateway.env, ...options.env } })

const lineOf = (screen: string, text: string): string =>
  screen
    .split('\n')
    .filter((line) => line.includes(text))
    .at(-1) ?? ''

describe('lines scroll by above one line of state', () => {
  test.each([
    { columns: 80, rows: 24 },
    { columns: 120, rows: 40 },
  ])('at $columns x $rows, Chinese names in their columns', async (size) => {
    const terminal = await open(['--limit', '1'], size)
    await terminal.until(/ live +\d+ rows/)
    const [input, inputInChinese] = [size.columns * 10 + 1, size.columns * 10 + 2].map(String)
    await gateway.call('ci-pipeline', 'gpt-4o-mini', { tokens: { input: Number(input) } })
    await gateway.call('报表任务', 'o3', { tokens: { input: Number(inputInChinese) } })
    const inText = (digits = '') => `${digits.replace(/(?=\d{3}$)/, digits.length > 3 ? ' ' : '')} in`
    // Lines and bar may reach the terminal in two writes.
    const bar = /^ live {2}\d+ rows +\[p\]ause \[e\]rrors \[\/\] filter \[q\]uit$/
    const screen = await terminal.until(
      (text) => text.includes(inText(inputInChinese)) && bar.test(text.split('\n').at(-1) ?? ''),
    )
    const [plain, chinese] = [lineOf(screen, inText(input)), lineOf(screen, inText(inputInChinese))]
    expect(plain).toMatch(/^\d\d:\d\d:\d\d {2}gpt-4.* open.* in .* out .* s {2}\$[\d.]+…?$/)
    const columnOf = (line: string): number => stringWidth(line.slice(0, line.indexOf(' in ')))
    expect(columnOf(chinese)).toBe(columnOf(plain))
    await terminal.press('q')
    expect(await terminal.exitCode()).toBe(0)
    // The printed rows stay in the scrollback, without the bar.
    expect(await terminal.screen()).toContain(plain)
    expect(await terminal.screen()).not.toContain('[q]uit')
  })

  test('e leaves only failed calls, / only lines with a text', async () => {
    const terminal = await open(['--limit', '1'], { columns: 120 })
    await terminal.until(/ live +\d+ rows/)
    await terminal.press('e')
    await terminal.until('errors only')
    await gateway.call('报表任务', 'o3')
    await gateway.call('ci-pipeline', 'gpt-4o-mini', { status: 500 })
    const screen = await terminal.until(/gpt-4o-mini .*failed: /)
    expect(screen.split('\n').filter((line) => / o3 .*\$/.test(line)).length).toBeLessThanOrEqual(1)
    await terminal.press('e')
    await terminal.press('/')
    await terminal.type('报表')
    await terminal.press('Enter')
    await terminal.until('filter: 报表')
    await gateway.call('ci-pipeline', 'gpt-4o-mini', { text: 'never shown', tokens: { input: 4321 } })
    await gateway.call('报表任务', 'o3', { tokens: { input: 1234 } })
    expect(await terminal.until('1 234 in')).not.toContain('4 321 in')
  })
})

describe('paused', () => {
  test('a line that fills the window is shown whole beside the mark, to the last digit of its amount', async () => {
    const terminal = await open(['--limit', '1'], { columns: 60, rows: 24 })
    await terminal.until(/ live +\d+ rows/)
    const alice = { id: 2, delta: '1234567', note: 'a note that is longer than the room for it' }
    await gateway.admin.call('POST', '/api/user/credit', alice)
    const live = lineOf(await terminal.until('$2.469134'), '$2.469134')
    await terminal.press('p')
    expect(await terminal.until(/\n?›.*\$2\.469/)).toContain(`›${live}`)
    await terminal.press('q')
    expect(await terminal.exitCode()).toBe(0)
  })

  test('a line is selected and its call explained, while rows go on coming and none is missing afterwards', async () => {
    const requestId = await gateway.call('报表任务', 'o3', { tokens: { input: 777 } })
    await gateway.call('ci-pipeline', 'gpt-4o-mini', { tokens: { input: 778 } })
    const terminal = await open(['--limit', '5'])
    await terminal.until('778 in')
    await terminal.press('p')
    await terminal.until((text) => /paused/.test(text) && /\n?›.*778 in/.test(text))
    await terminal.press('Up')
    await terminal.until(/›.*777 in/)
    await terminal.press('Enter')
    const explained = await terminal.until(/routing +1 {2}办公室 ollama/)
    expect(explained).toContain(requestId)
    await gateway.call('ci-pipeline', 'gpt-4o-mini', { tokens: { input: 779 } })
    await terminal.press('Escape')
    await terminal.until(/paused · 1 new/)
    expect(await terminal.screen()).not.toContain('779 in')
    await terminal.resize(60, 12)
    await terminal.until((text) => text.split('\n').length === 12 && text.includes('paused'))
    await terminal.resize(120, 40)
    await terminal.until((text) => text.split('\n').length === 40 && text.includes('paused'))
    await terminal.press('p')
    await terminal.until(/779 in.*\n(.*\n)* live/)
  })
})

describe('the end', () => {
  let scratch: string
  beforeAll(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'tollgate-logs-'))
  })
  afterAll(() => rm(scratch, { recursive: true, force: true }))

  test('Ctrl-C: 130, keys are echoed again', async () => {
    const script = join(scratch, 'session.sh')
    await writeFile(
      script,
      `modes=$(stty -g)\n"${process.execPath}" "${launcher}" logs -f\necho "exit=$?"\n` +
        `[ "$modes" = "$(stty -g)" ] && echo "modes restored"\n`,
    )
    const terminal = await startTerminal([], { env: gateway.env, program: ['/bin/sh', script], columns: 120 })
    await terminal.until(/ live +\d+ rows/)
    await terminal.press('C-c')
    expect(await terminal.until('modes restored')).toContain('exit=130\nmodes restored')
    expect(await terminal.cursor()).toMatchObject({ isVisible: true, x: 0 })
  })

  test('a pipe and --plain never meet the screen; a reader that has enough ends it quietly', async () => {
    const line = `"${process.execPath}" "${launcher}" logs -f 2>err.txt | head -1; echo "err=$(wc -c < err.txt)"`
    const terminal = await startTerminal([], {
      env: gateway.env,
      columns: 120,
      program: ['/bin/sh', '-c', `cd '${scratch}' && ${line}`],
    })
    await terminal.until(/\$[\d.]+/)
    // The pipe breaks when the next line is written.
    await gateway.call('ci-pipeline', 'gpt-4o-mini')
    await gateway.call('ci-pipeline', 'gpt-4o-mini')
    expect(await terminal.until('err=')).toContain('err=0')
    const plain = await open(['--plain', '--limit', '1'], { columns: 120 })
    expect(await plain.until(/\$[\d.]+/)).not.toContain('[q]uit')
  })
})

describe('a lost connection', () => {
  test('is said, and once it is back every row has come', async () => {
    const terminal = await open(['--limit', '1'], { columns: 120 })
    await terminal.until(/ live +\d+ rows/)
    await gateway.stop()
    await terminal.until('reconnecting…')
    await gateway.start()
    for (const input of [5001, 5002, 5003]) await gateway.call('报表任务', 'o3', { tokens: { input } })
    await terminal.until((text) => / live/.test(text) && /5 001 in/.test(text), 40_000)
    const screen = await terminal.until('5 003 in')
    for (const text of ['5 001 in', '5 002 in', '5 003 in'])
      expect(screen.split('\n').filter((line) => line.includes(text))).toHaveLength(1)
  })
})
