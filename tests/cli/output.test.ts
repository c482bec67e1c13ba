import stringWidth from 'string-width'
import { beforeEach, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { csvLine } from '../../src/cli/ui/csv.ts'
import { plainText } from '../../src/cli/ui/plain-text.ts'
import { drawTable } from '../../src/cli/ui/table.ts'
import { withReadableTimes } from '../../src/cli/ui/time.ts'
import {
  aChannel,
  good,
  listed,
  openContractServer,
  refused,
  theStatus,
  theTypes,
} from './support/contract-server.ts'
import { openTerminal } from './support/run-cli.ts'

const server = await openContractServer()
const terminal = await openTerminal({ TOLLGATE_URL: server.url, TOLLGATE_TOKEN: 'at_secret' })
const run = (line: string, options = {}) => terminal.run(line.split(' '), options)

const main = aChannel({ used_quota: 2_500_000, used_quota_exact: '2500000.125', test_time: 0 })
const chinese = aChannel({ id: 2, name: '办公室 ollama', type: 43, status: 3, tag: '=SUM(A1)' })

beforeEach(() => {
  server.reset()
  server.on('GET /api/status', theStatus)
  server.on('GET /api/channel/types', good(theTypes))
  server.on('GET /api/channel/search', listed([main, chinese]))
})

describe('one list in every format', () => {
  test('json is the array itself, times in RFC 3339 UTC, "never" as null, money exact', async () => {
    const { stdout, stderr } = await run('channel list --json')
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toEqual(
      [main, chinese].map((each, at) => ({
        ...each,
        created_time: '2026-11-20T07:33:20Z',
        test_time: null,
        balance_updated_time: null,
        type_slug: ['openai', 'deepseek'][at],
        status_name: ['enabled', 'auto-disabled'][at],
      })),
    )
  })

  test('ndjson has one object a line, yaml and json say the same', async () => {
    const rows = JSON.parse((await run('channel list -o json')).stdout)
    expect(
      (await run('channel list -o ndjson')).stdout
        .trimEnd()
        .split('\n')
        .map((each) => JSON.parse(each)),
    ).toEqual(rows)
    expect(parse((await run('channel list -o yaml')).stdout)).toEqual(rows)
  })

  test('csv has a heading and one line a row', async () => {
    expect((await run('channel list -o csv')).stdout.split('\r\n').slice(0, 2)).toEqual([
      'id,name,type_slug,status,models,group,priority,weight,response_time,used_quota',
      '1,main,openai,1,"gpt-4o,gpt-4o-mini",default,0,0,0,2500000',
    ])
  })

  test('-q prints ids, -o name prints names', async () => {
    expect((await run('channel list -q')).stdout).toBe('1\n2\n')
    expect((await run('channel list -o name')).stdout).toBe('main\n办公室 ollama\n')
  })

  test('the table shows dollars and quota, status as a word, and lines up by display width', async () => {
    const { stdout } = await run('channel list')
    const [heading = '', first = '', second = ''] = stdout.split('\n')
    expect(first).toContain('$5.00 (2 500 000)')
    expect(second).toContain('auto-disabled')
    const at = stringWidth(heading.slice(0, heading.indexOf('TYPE')))
    for (const [line, word] of [
      [first, 'openai'],
      [second, 'deepseek'],
    ] as const)
      expect(stringWidth(line.slice(0, line.indexOf(word)))).toBe(at)
  })

  test('finding relay 19: the list of channels shows the share beside the weight', async () => {
    const thirty = { ...main, weight: 30, share: { lowest: 0.8, highest: 1 } }
    const zero = { ...chinese, weight: 0, share: { lowest: 0.2, highest: 0.2 } }
    server.on('GET /api/channel/search', listed([thirty, zero]))
    const [, first, second] = (await run('channel list')).stdout.split('\n')
    expect([first, second]).toEqual([
      expect.stringMatching(/ 30 \(80-100%\) /),
      expect.stringMatching(/ 0 +\(20%\) /),
    ])
  })

  test('TOLLGATE_OUTPUT sets the format, a flag wins', async () => {
    expect((await run('channel list', { env: { TOLLGATE_OUTPUT: 'name' } })).stdout).toBe(
      'main\n办公室 ollama\n',
    )
    expect((await run('channel list -o csv', { env: { TOLLGATE_OUTPUT: 'name' } })).stdout).toMatch(
      /^id,name/,
    )
  })

  test('an empty list is an empty array for scripts, and a hint on standard error for people', async () => {
    server.on('GET /api/channel/search', listed([]))
    expect(await run('channel list --json')).toMatchObject({ code: 0, stdout: '[]\n', stderr: '' })
    expect(await run('channel list -q')).toMatchObject({ code: 0, stdout: '' })
    const { stdout, stderr } = await run('channel list')
    expect(stdout).toBe('')
    expect(stderr).toContain('tollgate channel create')
  })

  test('only people cost the call for the exchange rate', async () => {
    await run('channel list --json')
    expect(server.calls.map(({ url }) => url)).not.toContain('/api/status')
    await run('channel list')
    expect(server.calls.filter(({ url }) => url === '/api/status')).toHaveLength(1)
  })
})

describe('long lists', () => {
  const many = Array.from({ length: 250 }, (_, at) => aChannel({ id: at + 1, name: `c${at}` }))
  beforeEach(() => {
    server.on('GET /api/channel/search', ({ url }) => {
      const { searchParams } = new URL(url, server.url)
      const [page, size] = [Number(searchParams.get('p')), Number(searchParams.get('page_size'))]
      return good({
        items: many.slice((page - 1) * size, page * size),
        page,
        page_size: size,
        total: many.length,
      })
    })
  })
  const lists = () => server.calls.filter(({ url }) => url.startsWith('/api/channel/search')).length

  test('are cut at 100, which is said on standard error', async () => {
    const { stdout, stderr } = await run('channel list -o name')
    expect(stdout.split('\n')).toHaveLength(101)
    expect(stderr).toContain('showing 100 of 250')
    expect(lists()).toBe(1)
  })

  test('--limit takes as many as it says, --all takes all of them', async () => {
    expect((await run('channel list -o name --limit 7')).stdout.split('\n')).toHaveLength(8)
    expect((await run('channel list -o name --limit 120')).stdout.split('\n')).toHaveLength(121)
    const { stdout, stderr } = await run('channel list -o name --all')
    expect(stdout.trimEnd().split('\n')).toEqual(many.map(({ name }) => name))
    expect(stderr).toBe('')
  })
})

describe('tables', () => {
  const table = {
    headings: ['NAME', 'N'],
    rows: [
      ['办公室', '1'],
      ['ab', '22'],
    ],
    rightAligned: new Set([1]),
  }

  test('count Chinese letters as two columns', async () => {
    expect(await drawTable(table)).toBe('NAME     N\n办公室   1\nab      22\n')
  })

  test('never draw wider than the terminal, however wide the letters are', async () => {
    const wide = {
      headings: ['A', 'B', 'C'],
      rows: [['中文'.repeat(40), 'x'.repeat(90), '1']],
      rightAligned: new Set<number>(),
      room: [{ room: 'name' }, { room: 'shorten' }, { room: 'keep' }] as const,
    }
    for (const width of [40, 41, 60, 79]) {
      const lines = (await drawTable(wide, width)).trimEnd().split('\n')
      for (const each of lines) expect(stringWidth(each)).toBeLessThanOrEqual(width)
      expect(lines[1]).toContain('…')
    }
  })

  test('a pipe gets everything uncut', async () => {
    server.on('GET /api/channel/search', listed([aChannel({ models: 'm'.repeat(500) })]))
    expect((await run('channel list')).stdout).toContain('m'.repeat(500))
    expect((await run('channel list', { terminalColumns: 100 })).stdout).not.toContain('m'.repeat(100))
  })

  test('text from the server cannot move the cursor or start a new line', async () => {
    const drawn = await drawTable({
      headings: ['A'],
      rows: [['a\u001b[2Jb\nc\u0007\u009b1m']],
      rightAligned: new Set(),
    })
    expect(drawn).toBe('A\na[2Jb c1m\n')
  })
})

test('csv cells that a spreadsheet would run are shielded, numbers are not', () => {
  expect(csvLine(['=SUM(A1)', '-1.5', '@x', 'a"b', 'a,b', 'a\nb', -2, null, true])).toBe(
    '\'=SUM(A1),-1.5,\'@x,"a""b","a,b","a\nb",-2,,true\r\n',
  )
})

test('Low: csv cells carry no control characters, and no formula behind blanks or a control character', () => {
  expect(
    csvLine([
      '\u001b[2Ja',
      '\u0007=1+1',
      ' =1+1',
      '\t@x',
      '＝1+1',
      '\u202e=gnp',
      'a\r\nb',
      { a: '\u009b1m' },
    ]),
  ).toBe('[2Ja,\'=1+1,\' =1+1,\'\t@x,\'＝1+1,\'=gnp,"a\nb","{""a"":""1m""}"\r\n')
})

test('Low: what is drawn and said has no marks that turn the order of letters', async () => {
  const drawn = await drawTable({
    headings: ['A'],
    rows: [['invoice\u202egpj.exe\u2066x']],
    rightAligned: new Set(),
  })
  expect(drawn).toBe('A\ninvoicegpj.exex\n')
})

test('Low: JSON escapes what would draw on the terminal, and means the same', async () => {
  const name = 'a\u009b2Jb\u202ec\u001bd'
  server.on('GET /api/channel/search', listed([aChannel({ name })]))
  for (const format of ['json', 'ndjson']) {
    const { stdout } = await run(`channel list -o ${format}`)
    const [row] = [JSON.parse(stdout)].flat()
    expect([plainText(stdout), row.name]).toEqual([stdout, name])
  }
})

describe('Low: what a server says cannot steer the terminal, and a pipe gets it as it is', () => {
  const nasty = 'a\u001b[2Jb\nc\u009b1m\u202ed\u0007'
  const onTerminal = { terminalColumns: 200 }

  test('yaml is written with escapes and means the same', async () => {
    server.on('GET /api/channel/search', listed([aChannel({ name: nasty })]))
    const shown = (await run('channel list -o yaml', onTerminal)).stdout
    expect(shown).toBe(plainText(shown))
    const piped = (await run('channel list -o yaml')).stdout
    for (const text of [shown, piped]) expect(parse(text)).toMatchObject([{ name: nasty }])
  })

  test.each([
    ['a document', good({ note: nasty })],
    ['a refusal', refused(404, 'route_not_found', nasty)],
    ['a page', { body: `<p>${nasty}` }],
  ])('tollgate api: %s', async (_, answer) => {
    server.on('GET /api/about', answer)
    const shown = (await run('api GET /api/about', onTerminal)).stdout
    expect(shown).toBe(plainText(shown))
    expect(shown).toContain('1md')
    expect((await run('api GET /api/about')).stdout).toContain('\u009b1m\u202ed')
  })

  test('a setting', async () => {
    server.on('GET /api/option/', good([{ key: 'Footer', value: nasty, is_secret: false, is_set: true }]))
    expect((await run('option get Footer', onTerminal)).stdout).toBe(`${plainText(nasty)}\n`)
    expect((await run('option get Footer')).stdout).toBe(`${nasty}\n`)
  })
})

test('durations are not mistaken for points in time', () => {
  expect(
    withReadableTimes({
      response_time: 1200,
      use_time: 3,
      created_at: 1_795_160_000,
      expired_time: -1,
      list: [{ valid_from: 0 }],
    }),
  ).toEqual({
    response_time: 1200,
    use_time: 3,
    created_at: '2026-11-20T07:33:20Z',
    expired_time: null,
    list: [{ valid_from: null }],
  })
})
