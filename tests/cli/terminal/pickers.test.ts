import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { commandIndex } from '../../../src/cli/command-index.ts'
import {
  aChannel,
  aToken,
  good,
  listed,
  openContractServer,
  refused,
  theTypes,
} from '../support/contract-server.ts'
import { launcher, runBin } from '../support/run-bin.ts'
import { startTerminal } from '../support/terminal.ts'

const server = await openContractServer()
const scratch = await mkdtemp(join(tmpdir(), 'tollgate-pickers-'))
afterAll(() => rm(scratch, { recursive: true, force: true }))

const env = { TOLLGATE_URL: server.url, TOLLGATE_TOKEN: 'at_token', TOLLGATE_CONFIG_DIR: scratch }
const names = ['openai-main', '办公室 ollama', 'azure-eu', 'a\x1b[31mred\nname']
const many = Array.from({ length: 30 }, (_, at) => `pool-${String(at + 1).padStart(2, '0')}`)

function serveChannels(all: readonly string[]): void {
  const channels = all.map((name, at) => aChannel({ id: at + 1, name }))
  server.on('GET /api/channel/types', good(theTypes))
  server.on('GET /api/channel/search', listed(channels))
  for (const each of channels) server.on(`GET /api/channel/${each.id}`, good(each))
}

beforeEach(() => {
  server.reset()
  serveChannels(names)
  server.on('GET /api/status', good({ quota_per_unit: 500_000 }))
})

describe('what a command line leaves out is chosen from a list', () => {
  test('the list shows names and what tells them apart, aligned whatever the letters', async () => {
    const terminal = await startTerminal(['channel', 'get'], { env })
    const screen = await terminal.until('of 4')
    expect(screen.split('\n')).toEqual([
      expect.stringMatching(/^Which channel\? {2}type to search +4 of 4$/),
      '> openai-main    openai  enabled  gpt-4o,gpt-4o-mini',
      '  办公室 ollama  openai  enabled  gpt-4o,gpt-4o-mini',
      '  azure-eu       openai  enabled  gpt-4o,gpt-4o-mini',
      '  a[31mred name  openai  enabled  gpt-4o,gpt-4o-mini',
      '  ↑↓ choose  Enter select  Esc cancel',
    ])
    await expect.poll(() => terminal.cursor()).toEqual({ x: 16, y: 0, isVisible: true })
    await terminal.press('Down', 'Down', 'Up', 'Enter')
    expect(await terminal.exitCode()).toBe(0)
    expect(await terminal.screen()).toMatch(/^Which channel\? {2}办公室 ollama\nid +2\nname +办公室 ollama\n/)
  })

  test('in a narrow window columns are left out whole, and never touch', async () => {
    serveChannels(['a-channel-of-the-eastern-region'])
    const terminal = await startTerminal(['channel', 'get'], { env, columns: 44 })
    const screen = await terminal.until('of 1')
    expect(screen.split('\n')[1]).toBe('> a-channel-of-the-eastern-region  openai')
  })

  test('typing narrows it, in Chinese too, and Enter takes what is left', async () => {
    const terminal = await startTerminal(['channel', 'get', '-q'], { env: { ...env, TOLLGATE_LANG: 'zh' } })
    await terminal.until('4 / 4')
    await terminal.type('办公')
    const screen = await terminal.until('1 / 4')
    expect(screen.split('\n')[1]).toBe('> 办公室 ollama  openai  已启用  gpt-4o,gpt-4o-mini')
    await expect.poll(() => terminal.cursor()).toEqual({ x: 14, y: 0, isVisible: true })
    await terminal.press('Enter')
    expect(await terminal.exitCode()).toBe(0)
    expect((await terminal.screen()).split('\n').at(-1)).toBe('2')
  })

  test('what is typed while the list is on its way counts', async () => {
    const { promise: asked, resolve: hear } = Promise.withResolvers<void>()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    server.on('GET /api/channel/types', async () => {
      hear()
      await released
      return good(theTypes)
    })
    const terminal = await startTerminal(['channel', 'get', '-q'], { env })
    await asked
    await terminal.type('azure')
    await terminal.until('Which channel?  azure')
    release()
    await terminal.until('> azure-eu')
    await terminal.press('Enter')
    expect(await terminal.exitCode()).toBe(0)
    expect((await terminal.screen()).split('\n').at(-1)).toBe('3')
  })

  test('nothing found says so, and Enter waits for something to take', async () => {
    const terminal = await startTerminal(['channel', 'get'], { env })
    await terminal.until('of 4')
    await terminal.type('zzz')
    await terminal.until('no matches')
    await terminal.press('Enter')
    await terminal.press('C-u')
    await terminal.until('4 of 4')
    await terminal.press('Escape')
    expect(await terminal.exitCode()).toBe(130)
    expect(await terminal.screen()).toContain('interrupted')
  })

  test('a long list scrolls inside a low window', async () => {
    serveChannels(many)
    const terminal = await startTerminal(['channel', 'get', '-q'], { env, columns: 60, rows: 9 })
    const first = await terminal.until('30 of 30')
    expect(first.split('\n').filter((line) => line.includes('pool-'))).toHaveLength(5)
    await terminal.press('PageDown', 'PageDown')
    await terminal.until('> pool-11')
    await terminal.resize(50, 14)
    await terminal.until(
      (screen) => screen.split('\n').filter((line) => line.includes('pool-')).length === 10,
    )
    await terminal.press('Enter')
    expect(await terminal.exitCode()).toBe(0)
    expect((await terminal.screen()).split('\n').at(-1)).toBe('11')
  })

  test('a list that is too long to fetch is searched on the server', async () => {
    server.on('GET /api/channel/search', ({ url }) => {
      const keyword = new URL(url, server.url).searchParams.get('keyword')
      const page = Array.from({ length: 100 }, (_, at) => aChannel({ id: at + 1, name: `pool-${at + 1}` }))
      return keyword === 'far'
        ? listed([aChannel({ id: 2, name: 'far-away' })])
        : good({ items: page, page: 1, page_size: 100, total: 250 })
    })
    const terminal = await startTerminal(['channel', 'get', '-q'], { env })
    await terminal.until('100 of 250')
    await terminal.type('far')
    await terminal.until('> far-away')
    await terminal.press('Enter')
    expect(await terminal.exitCode()).toBe(0)
  })

  test('standard output may be redirected meanwhile', async () => {
    const line = `"${process.execPath}" "${launcher}" channel get -q > "${scratch}/chosen" && cat "${scratch}/chosen"`
    const terminal = await startTerminal([], { env, program: ['/bin/sh', '-c', line] })
    await terminal.until('of 4')
    await terminal.press('Enter')
    expect(await terminal.exitCode()).toBe(0)
    expect((await terminal.screen()).split('\n').at(-1)).toBe('1')
  })

  test('what the server refuses is explained as ever, and nothing is left on the screen of the list', async () => {
    server.on('GET /api/channel/search', refused(403, 'insufficient_role', 'administrators only'))
    const terminal = await startTerminal(['channel', 'get'], { env })
    expect(await terminal.exitCode()).toBe(4)
    expect((await terminal.screen()).trimStart()).toMatch(/^Error: only administrators may do this\n/)
    server.on('GET /api/channel/search', listed([]))
    const empty = await startTerminal(['channel', 'get'], { env })
    expect(await empty.exitCode()).toBe(5)
    expect((await empty.screen()).trimStart()).toMatch(/^Error: there is no channel to choose from yet/)
  })

  test('contexts and tokens', async () => {
    await writeFile(
      join(scratch, 'contexts.json'),
      JSON.stringify({
        current: 'prod',
        contexts: {
          prod: { url: 'http://p' },
          测试: { url: 'http://t', user: { id: 1, username: 'root', role: 100 } },
        },
      }),
      { mode: 0o600 },
    )
    const context = await startTerminal(['context', 'use'], { env: { TOLLGATE_CONFIG_DIR: scratch } })
    const screen = await context.until('of 2')
    expect(screen).toMatch(/\n> prod {2}http:\/\/p .*\*\n {2}测试 {2}http:\/\/t {2}root\n/)
    await context.press('Down', 'Enter')
    expect(await context.exitCode()).toBe(0)

    server.on('GET /api/token/search', listed([aToken({ name: '报表任务' })]))
    server.on('GET /api/token/7', good(aToken({ name: '报表任务' })))
    const token = await startTerminal(['token', 'get', '-q'], { env })
    await token.until('> 报表任务  enabled')
    await token.press('Enter')
    expect(await token.exitCode()).toBe(0)
  })
})

describe('without a terminal a missing argument is what it always was', () => {
  let withPick: (readonly [path: string, name: string])[] = []
  beforeAll(async () => {
    const commands = await Promise.all(commandIndex.map(({ load }) => load()))
    withPick = commands.flatMap(({ path, args }) =>
      Object.values(args)
        .filter(({ name, pick }) => pick !== undefined && name.startsWith('<'))
        .map(({ name }) => [path, name] as const),
    )
  })

  test('exit 2, naming the argument', async () => {
    expect(withPick.length).toBeGreaterThan(15)
    const [path = '', name = ''] = withPick[0] ?? []
    const { code, stderr } = await runBin(path.split(' '), { env })
    expect(code).toBe(2)
    expect(stderr).toContain(`missing argument ${name}`)
  })

  test.each([{ CI: '1' }, { TOLLGATE_NO_INPUT: '1' }])('also on a terminal with %j', async (more) => {
    const terminal = await startTerminal(['channel', 'get'], { env: { ...env, ...more } })
    expect(await terminal.exitCode()).toBe(2)
    expect(await terminal.screen()).toContain('missing argument <channel>')
    expect(server.calls).toEqual([])
  })

  test('every positional that names something can be chosen', async () => {
    const commands = await Promise.all(commandIndex.map(({ load }) => load()))
    const without = commands.flatMap(({ path, args }) =>
      Object.values(args)
        .filter(
          ({ name, pick }) =>
            /^<(channel|token|user|context|model|request.*)>$/.test(name) && pick === undefined,
        )
        .map(({ name }) => `${path} ${name}`),
    )
    expect(without).toEqual([])
  })
})
