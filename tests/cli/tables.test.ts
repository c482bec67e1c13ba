import stringWidth from 'string-width'
import { beforeAll, describe, expect, test } from 'vitest'
import { readContract } from '../../openapi/contract.ts'
import { alignPoints } from '../../src/cli/ui/align-points.ts'
import { fitColumns } from '../../src/cli/ui/fit-columns.ts'
import { good, listed, openContractServer, theStatus } from './support/contract-server.ts'
import { openSite, type Site } from './support/open-site.ts'
import { openTerminal } from './support/run-cli.ts'
import { startTerminal } from './support/terminal.ts'

interface Contract {
  readonly components: {
    readonly schemas: Readonly<Record<string, { readonly example?: Readonly<Record<string, unknown>> }>>
  }
}
const contract: unknown = readContract()

/** Every list in the terminal, with the fields that must not be shortened in any terminal. */
const lists: readonly (readonly [line: string, kept: readonly string[]])[] = [
  ['token list', ['id', 'key']],
  ['code list', ['id', 'key']],
  ['channel list', ['id']],
  ['channel types', ['slug']],
  ['channel tag', ['tag']],
  ['user list', ['id', 'username']],
  ['session list', ['id']],
  ['price list', ['model_name']],
  ['group list', ['name', 'ratio_exact']],
  ['option list', ['key']],
  ['context list', ['name']],
  ['trail', ['action', 'target_id']],
  ['logs', ['request_id']],
  ['top --once', ['id']],
]

let site: Site
beforeAll(async () => {
  site = await openSite()
  await site.root.json('context add production --url https://gateway.example.com')
  await site.addChannel({ name: '办公室的 OpenAI 账户 primary', models: 'gpt-4o-mini,gpt-4o', tag: 'openai' })
  await site.root.json(
    'token create --name 报表任务-quarterly-reports --quota 1234567890 --models gpt-4o-mini',
  )
  await site.root.json('token create --name ci --quota 5usd')
  await site.root.json('code create --name welcome-spring-2027 --quota 1234.5usd -n 3')
  await site.root.json('option set ModelRatio {"gpt-4o-mini":0.075,"gpt-4o":1.25}')
  await site.root.json('group set vip --ratio 0.85 --description Discount')
  const { key } = await site.api.root.call<{ key: string }>('POST', '/api/token/', {
    name: 'calls-of-the-nightly-batch',
    unlimited_quota: true,
  })
  await fetch(`${site.api.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer sk-${key}` },
    body: JSON.stringify({ model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'Hello' }] }),
  })
})

const amounts = (text: string): string[] =>
  [...text.matchAll(/\$\d[\d ]*\.\d+(?: +\([\d ]+\))?/g)].map(([found]) => found.replace(/ +/g, ' '))

describe.each(lists)('terminal 3: %s', (line, kept) => {
  test.each([
    [80, 'en'],
    [80, 'zh'],
    [120, 'en'],
    [120, 'zh'],
    [200, 'en'],
    [200, 'zh'],
  ] as const)(
    'at %i columns in %s no id, code, key mask or amount is cut, and no line is too wide',
    async (columns, lang) => {
      const rows = (await site.root.json(line)) as Record<string, unknown>[]
      const at = (argv: readonly string[]) =>
        site.root.terminal.run(argv, { terminalColumns: columns, env: { TOLLGATE_LANG: lang } })
      const [narrow, wide] = [await at(line.split(' ')), await at([...line.split(' '), '--wide'])]
      expect(rows.length).toBeGreaterThan(0)
      for (const shown of narrow.stdout.split('\n')) expect(stringWidth(shown)).toBeLessThanOrEqual(columns)
      for (const row of rows)
        for (const field of kept) expect(narrow.stdout).toContain(String(row[field] ?? '-'))
      // A digit, a dollar sign or a parenthesis before an ellipsis would be an amount that was cut.
      expect(narrow.stdout).not.toMatch(/\$[\d .]*…|\([\d ]*…|_[0-9A-Z]+…/)
      const all = amounts(wide.stdout)
      for (const amount of amounts(narrow.stdout)) expect(all).toContain(amount)
    },
  )
})

describe.each([
  ['order list', 'GET /api/user/topup/self', 'TopupOrder', 'trade_no'],
  ['task list', 'GET /api/task/self', 'TaskRow', 'task_id'],
] as const)('terminal 3: %s', (line, route, shape, id) => {
  test.each([80, 120, 200])(
    'at %i columns shows ids and amounts whole in both languages',
    async (columns) => {
      const server = await openContractServer()
      const example = (contract as Contract).components.schemas[shape]?.example ?? {}
      const username = '财务部的采购专员'
      server.on(route, listed([{ ...example, username, quota_exact: '1234567890', quota: 1_234_567_890 }]))
      server.on('GET /api/status', theStatus)
      server.on('GET /api/user/self', good({ role: 100 }))
      const terminal = await openTerminal({ TOLLGATE_URL: server.url, TOLLGATE_TOKEN: 'at_secret' })
      for (const lang of ['en', 'zh']) {
        const env = { TOLLGATE_LANG: lang }
        const { stdout } = await terminal.run(line.split(' '), { terminalColumns: columns, env })
        expect(stdout).toContain(String(example[id]))
        expect(stdout).toContain('$2 469.14 (1 234 567 890)')
        for (const shown of stdout.split('\n')) expect(stringWidth(shown)).toBeLessThanOrEqual(columns)
      }
    },
  )
})

describe('terminal 3: what is in a table', () => {
  const at80 = (line: string, env = {}) =>
    site.root.terminal.run(line.split(' '), { terminalColumns: 80, env })

  test('a call shows time, model, cost and the id that explain takes, at 80 columns', async () => {
    const [heading = '', row = ''] = (await at80('logs --type consume')).stdout.split('\n')
    expect(heading.trim().split(/ {2,}/)).toEqual(['TIME', 'MODEL', 'COST', 'REQUEST'])
    expect(row).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}gpt-4o-m\S* +\$0\.\d{6} {2}req_[0-9A-Z]{26}$/)
    const id = row.split(/ +/).at(-1) ?? ''
    expect((await site.root.terminal.run(['explain', id])).code).toBe(0)
  })

  test('at 60 columns a call is still on one line: its time has no seconds, and its id and cost are whole', async () => {
    const { stdout } = await site.root.terminal.run(['logs', '--type', 'consume'], { terminalColumns: 60 })
    const [heading = '', row = ''] = stdout.split('\n')
    expect(heading.trim().split(/ {2,}/)).toEqual(['TIME', 'COST', 'REQUEST'])
    expect(row).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d {2}\$0\.\d{6} {2}req_[0-9A-Z]{26}$/)
    expect(row.length).toBeLessThanOrEqual(60)
  })

  test.each([60, 80])(
    'at %i columns the status of a failed call stands where others have their cost',
    async (columns) => {
      await site.root.json('option set LogErrorEnabled true')
      await fetch(`${site.api.url}/v1/models`, { headers: { authorization: `Bearer sk-wrong-${columns}` } })
      await expect.poll(() => site.root.json('logs --errors')).not.toEqual([])
      const argv = ['logs', '--errors', '--limit', '1']
      const { stdout } = await site.root.terminal.run(argv, { terminalColumns: columns })
      expect(stdout.split('\n')[1]).toMatch(/ HTTP 401 .*req_\w+$/)
      const csv = await site.root.terminal.run([...argv, '-o', 'csv', '--columns', 'quota'])
      expect(csv.stdout).toBe('quota\r\n0\r\n')
    },
  )

  test.each([80, 120, 200])('a window of %i columns shows a call in one line', async (columns) => {
    const granted = { name: `window of ${columns}`, scopes: ['*'] }
    const { token } = await site.api.root.call<{ token: string }>('POST', '/api/access_token/', granted)
    const env = { TOLLGATE_URL: site.api.url, TOLLGATE_TOKEN: token, TOLLGATE_LANG: 'zh' }
    const terminal = await startTerminal(['logs', '--type', 'consume'], { columns, env })
    expect(await terminal.exitCode()).toBe(0)
    // A line that is wider than the window would throw.
    expect(await terminal.screen()).toMatch(/ \$0\.\d{6} .*req_[0-9A-Z]{26}$/)
  })

  test('--columns chooses and orders them, in tables and CSV; an unknown one is refused with all there are', async () => {
    const { stdout } = await at80('token list --columns name,remain_quota,id')
    expect(stdout.split('\n')[0]?.trim().split(/ {2,}/)).toEqual(['NAME', 'REMAINING', 'ID'])
    expect((await at80('token list -o csv --columns name,id')).stdout.split('\r\n')[0]).toBe('name,id')
    const wrong = await at80('token list --columns name,quotas')
    expect(wrong.code).toBe(2)
    expect(wrong.stderr).toContain('--columns does not accept "quotas"; choose from id, name, key')
    expect((await at80('token list --json --columns name')).code).toBe(2)
  })

  test('--wide shows every column, and so does a pipe', async () => {
    const piped = (await site.root.run('code list')).stdout
    expect((await at80('code list --wide')).stdout).toBe(piped)
    expect(piped.split('\n')[0]?.trim().split(/ {2,}/)).toHaveLength(9)
    expect((await at80('code list')).stdout.split('\n')[0]?.trim().split(/ {2,}/).length).toBeLessThan(9)
  })

  test('amounts and ratios have their decimal points below one another', async () => {
    for (const [line, heading] of [
      ['token list --columns remain_quota', 'REMAINING'],
      ['group list --columns ratio,name', 'RATIO'],
      ['price list --columns input_usd,model_name', 'INPUT $/M'],
    ] as const) {
      const [first = '', ...rows] = (await at80(line)).stdout.trimEnd().split('\n')
      expect(first).toContain(heading)
      const points = rows.map((row) => row.indexOf('.')).filter((found) => found >= 0)
      expect(points.length).toBeGreaterThan(0)
      expect(new Set(points).size).toBe(1)
    }
  })
})

test('terminal 3: decimal points are aligned whatever is around them', () => {
  expect(alignPoints(['$4.20 (2 100 000)', '$1 204.50 (5)', 'unlimited', '-$0.125', '3'])).toEqual([
    `$4.20  (2 100 000)`,
    `$1 204.50 ${'(5)'.padStart(12)}`,
    'unlimited',
    `-$0.125${' '.repeat(12)}`,
    `3${' '.repeat(16)}`,
  ])
})

test('terminal 3: columns leave whole, least important first; names are shortened only when nothing else is left', () => {
  const column = (width: number, more = {}) => ({ width, isEmpty: false, ...more })
  const columns = [
    column(10, { room: 'keep' }),
    column(30, { room: 'name' }),
    column(12),
    column(50, { room: 'shorten', rank: 2 }),
    column(8, { rank: 1 }),
  ]
  expect(fitColumns(columns, 200)).toEqual([10, 30, 12, 50, 8])
  expect(fitColumns(columns, 90)).toEqual([10, 30, 12, 22, 8])
  expect(fitColumns(columns, 70)).toEqual([10, 30, undefined, 16, 8])
  expect(fitColumns(columns, 62)).toEqual([10, 30, undefined, 18, undefined])
  expect(fitColumns(columns, 42)).toEqual([10, 30, undefined, undefined, undefined])
  expect(fitColumns(columns, 30)).toEqual([10, 18, undefined, undefined, undefined])
  // Identifying columns are never cut, however narrow the terminal is.
  expect(fitColumns(columns, 5)).toEqual([10, 8, undefined, undefined, undefined])
})
