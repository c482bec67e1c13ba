import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import type { Caller } from '../support/test-services.ts'
import { openRealServer } from './support/real-server.ts'
import { type CliRun, openTerminal, type Terminal } from './support/run-cli.ts'

const { api, url } = await openRealServer()
const ann = await api.createUser('ann')

let terminal: Terminal
/** The file to which the fake browser writes the URL it was given. */
let opened: string
let browser: string
beforeEach(async () => {
  const directory = await mkdtemp(join(tmpdir(), 'tollgate-browser-'))
  opened = join(directory, 'address')
  browser = join(directory, 'browser')
  await writeFile(browser, `#!/bin/sh\nprintf %s "$1" > '${opened}.new' && mv '${opened}.new' '${opened}'\n`)
  await chmod(browser, 0o755)
  terminal = await openTerminal({ BROWSER: browser, PATH: process.env.PATH ?? '' })
  return () => rm(directory, { recursive: true, force: true })
})

/** Starts the sign-in. @returns the query of the page, the URL of the waiting terminal, and the running command */
async function begin(): Promise<{ query: URLSearchParams; door: string; run: Promise<CliRun> }> {
  const run = terminal.run(['login', url, '--browser', '--json'])
  const address = new URL(
    await expect
      .poll(() => readFile(opened, 'utf8').catch(() => undefined))
      .toBeTruthy()
      .then(() => readFile(opened, 'utf8')),
  )
  expect(address.origin + address.pathname).toBe(`${url}/app/terminal`)
  return { query: address.searchParams, door: `http://127.0.0.1:${address.searchParams.get('port')}/`, run }
}
/** Allows the sign-in as the console page would. @returns the code for the terminal */
const allow = async (query: URLSearchParams, owner: Caller = ann) =>
  (
    await owner.call<{ code: string }>('POST', '/api/access_token/terminal', {
      challenge: query.get('challenge'),
      name: query.get('name'),
    })
  ).code
const bring = (door: string, answer: Record<string, string>) =>
  fetch(`${door}?${new URLSearchParams(answer)}`)
const tokens = async () =>
  (await ann.call<{ items: { name: string }[] }>('GET', '/api/access_token/')).items.map(({ name }) => name)

test('the terminal signs in as the person who allowed it, and nothing secret was in the address', async () => {
  const { query, door, run } = await begin()
  expect([...query.keys()].sort()).toEqual(['challenge', 'name', 'port', 'state'])
  const page = await bring(door, { code: await allow(query), state: String(query.get('state')) })
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('signed in to')])
  const { code, stdout } = await run
  expect([code, JSON.parse(stdout)]).toEqual([
    0,
    { context: 'default', url, id: ann.id, username: 'ann', role: 1, role_name: 'user' },
  ])
  const saved = await readFile(join(terminal.configDirectory, 'contexts.json'), 'utf8')
  expect(JSON.parse(saved).contexts.default.token).toMatch(/^at_/)
  for (const value of query.values()) if (value.length > 20) expect(saved).not.toContain(value)
  expect(await tokens()).toContain(query.get('name'))
  expect(JSON.parse((await terminal.run(['whoami', '--json'])).stdout)).toMatchObject({ username: 'ann' })
})

test('a wrong state, another path and another host are turned away, and the door stays open', async () => {
  const { query, door, run } = await begin()
  const code = await allow(query)
  const state = String(query.get('state'))
  for (const answer of [
    await bring(door, { code, state: 'guessed-guessed-guess' }),
    await bring(door, { code }),
    await fetch(`${door}other?${new URLSearchParams({ code, state })}`),
    await fetch(`${door}?${new URLSearchParams({ code, state })}`, { method: 'POST' }),
    await fetch(`${door.replace('127.0.0.1', 'localhost')}?${new URLSearchParams({ code, state })}`),
  ])
    expect(answer.status).toBe(404)
  expect((await bring(door, { code, state })).status).toBe(200)
  expect((await run).code).toBe(0)
})

test('a code that was made for another terminal does not sign this one in', async () => {
  const first = await begin()
  const stolen = await allow(first.query)
  await rm(opened)
  const second = await begin()
  const page = await bring(second.door, { code: stolen, state: String(second.query.get('state')) })
  expect(await page.text()).toContain('the terminal says why')
  const { code, stderr } = await second.run
  expect([code, stderr]).toEqual([4, expect.stringContaining('this code is wrong')])
  await bring(first.door, { state: String(first.query.get('state')) })
  expect((await first.run).code).toBe(3)
})

test('a refusal in the browser ends with 3', async () => {
  const { query, door, run } = await begin()
  await bring(door, { refused: 'true', state: String(query.get('state')) })
  const { code, stderr } = await run
  expect([code, stderr]).toEqual([3, expect.stringContaining('refused in the browser')])
})

test('--no-listen prints the address without a port and takes the code from standard input', async () => {
  const none = await terminal.run(['login', url, '--browser', '--no-listen'], { stdin: '' })
  expect([none.code, none.stderr]).toEqual([3, expect.stringContaining('no code was given')])
  const address = new URL(/http\S+/.exec(none.stderr)?.[0] ?? '')
  expect([...address.searchParams.keys()].sort()).toEqual(['challenge', 'name'])
  const wrong = await terminal.run(['login', url, '--browser', '--no-listen'], { stdin: 'guessed\n' })
  expect([wrong.code, wrong.stderr]).toEqual([4, expect.stringContaining('this code is wrong')])
})

test('--no-listen without --browser is refused before anything is sent or read', async () => {
  for (const options of [['--username', 'ann', '--password-stdin'], ['--with-token']]) {
    const { code, stdout, stderr } = await terminal.run(['login', url, '--no-listen', ...options], {
      stdin: 'correct-horse\n',
    })
    expect([code, stdout, stderr]).toEqual([
      2,
      '',
      expect.stringContaining('--no-listen only works together with --browser'),
    ])
  }
  expect((await terminal.run(['whoami'])).code).not.toBe(0)
})
