import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { parse } from 'yaml'
import { startTestApi, type TestApi } from '../../support/test-services.ts'
import { openTerminal, type Terminal } from '../support/run-cli.ts'

let api: TestApi
let terminal: Terminal
let directory: string
beforeAll(async () => {
  terminal = await openTerminal()
})
beforeEach(async () => {
  api = await startTestApi()
  directory = await mkdtemp(join(tmpdir(), 'tollgate-export-'))
  return async () => {
    await api.close()
    await rm(directory, { recursive: true, force: true })
  }
})

async function run(line: string, env: Readonly<Record<string, string>> = {}, on = api) {
  const { token } = await on.root.call<{ token: string }>('POST', '/api/access_token/', {
    name: `t${Math.random()}`,
    scopes: ['*'],
  })
  const { port } = on.app.server.address() as AddressInfo
  const server = { TOLLGATE_URL: `http://127.0.0.1:${port}`, TOLLGATE_TOKEN: token, TOLLGATE_NO_INPUT: '1' }
  return terminal.run(line.split(' '), { env: { ...server, ...env } })
}

const read = async (name: string, from = directory): Promise<string> => readFile(join(from, name), 'utf8')
const entries = (list: readonly object[]) => api.root.call('PUT', '/api/option/entries', { entries: list })

/** Creates objects with names and values that a file format can get wrong. */
async function fill(): Promise<void> {
  const channel = { type: 1, models: 'gpt-4o,o3', key: 'sk-one,sk-two' }
  await api.root.call('POST', '/api/channel/', {
    ...channel,
    name: '办公室: "a" #1',
    setting: '{"proxy":"http://u:proxy-secret@proxy.example:8080","thinking_to_content":true}',
    system_prompt: 'Be brief.\n  Be kind: - always\n',
    model_mapping: '{"a": "b"}',
  })
  await api.root.call('POST', '/api/channel/', { ...channel, name: 'a-b', key: 'sk-three' })
  await api.root.call('POST', '/api/channel/', { ...channel, name: 'a_b', key: 'sk-four', status: 2 })
  await api.root.call('POST', '/api/token/', { name: 'true', unlimited_quota: true, allow_ips: '10.0.0.0/8' })
  await api.root.call('POST', '/api/token/', { name: '007', remain_quota: 700, expired_time: 1_900_000_000 })
  await api.root.call('POST', '/api/redemption/', {
    name: 'gift',
    quota: 5,
    is_gift: true,
    max_uses: 3,
    count: 2,
  })
  await api.root.call('POST', '/api/user/', { username: 'alice', password: 'correct-horse' })
  for (const [key, value] of [
    ['Notice', '{ env: HOME }'],
    ['SystemName', 'yes'],
    ['SMTPToken', 'mail-secret'],
    ['RegisterEnabled', 'false'],
    ['GroupGroupRatio', '{"vip": {"default": 0.90}}'],
    ['Price', '6.95'],
  ])
    await api.root.call('PUT', '/api/option/', { key, value })
  await entries([
    { key: 'GroupRatio', name: 'svip', value: null },
    { key: 'GroupRatio', name: '3', value: '0.10' },
    { key: 'UserUsableGroups', name: '3', value: 'null' },
    { key: 'UserUsableGroups', name: 'vip', value: null },
    { key: 'ModelRatio', name: 'gpt-4o', value: null },
    { key: 'CompletionRatio', name: 'mine', value: '2.5e-7' },
  ])
}

it('holds everything but secrets, changes nothing where it came from, and makes an empty server the same', async () => {
  await fill()
  expect((await run(`export -o ${directory}`)).code).toBe(0)
  const texts = await Promise.all((await readdir(directory)).map((name) => read(name)))
  for (const secret of ['sk-one', 'sk-three', 'proxy-secret', 'mail-secret', 'correct-horse'])
    expect(texts.join('')).not.toContain(secret)
  const again = await run(`apply -f ${directory} --yes`)
  expect([again.code, again.stdout]).toEqual([0, 'no changes\n'])

  const names = new Set(texts.join('').match(/TOLLGATE_[A-Z0-9_]+/g))
  expect(names).toContain('TOLLGATE_USER_ALICE_PASSWORD')
  expect([...names].filter((name) => name.startsWith('TOLLGATE_CHANNEL_A_B_'))).toHaveLength(2)
  const secretOf = (name: string): string => {
    if (name.endsWith('PROXY')) return 'http://u:other@p'
    return name.endsWith('PASSWORD') ? 'correct-horse' : `sk-${name}`
  }
  const secrets = Object.fromEntries([...names].map((name) => [name, secretOf(name)]))
  const empty = await startTestApi()
  const copy = await mkdtemp(join(tmpdir(), 'tollgate-export-'))
  try {
    const applied = await run(`apply -f ${directory} --yes`, secrets, empty)
    expect([applied.code, applied.stderr.match(/Error.*/)]).toEqual([0, null])
    expect((await run(`export -o ${copy}`, {}, empty)).code).toBe(0)
    for (const name of await readdir(directory)) expect(await read(name, copy)).toBe(await read(name))
  } finally {
    await empty.close()
    await rm(copy, { recursive: true, force: true })
  }
})

it('is accepted by the schema beside it, which refuses what apply refuses', async () => {
  await fill()
  await run(`export -o ${directory}`)
  const validate = new Ajv2020({ strict: false }).compile(JSON.parse(await read('manifest.schema.json')))
  for (const name of await readdir(directory))
    if (name.endsWith('.yaml')) {
      validate(parse(await read(name)))
      expect([name, validate.errors]).toEqual([name, null])
    }
  for (const wrong of [
    { groups: {} },
    { version: 1, chanels: {} },
    { version: 1, channels: { a: { wieght: 1 } } },
    { version: 1, channels: { a: { keys: ['sk-plain'] } } },
    { version: 1, prices: { m: { ratio: 0.1 } } },
    { version: 1, options: { RetryTims: 1 } },
  ])
    expect([wrong, validate(wrong)]).toEqual([wrong, false])
})

it('leaves files alone that no export wrote, exit 6, unless it is told to', async () => {
  await writeFile(join(directory, 'tokens.yaml'), 'mine\n')
  const refused = await run(`export -o ${directory}`)
  expect([refused.code, refused.stderr]).toEqual([
    6,
    expect.stringContaining('tokens.yaml was not written by an export'),
  ])
  expect(await readdir(directory)).toEqual(['tokens.yaml'])
  expect((await run(`export -o ${directory} --force`)).code).toBe(0)
  expect((await run(`export -o ${directory}`)).code).toBe(0)
  expect(await read('tokens.yaml')).toContain('tokens: {}')
})

it.each(['-', 'json'])('makes no folder called %s', async (name) => {
  const refused = await run(`export -o ${name}`)
  expect([refused.code, refused.stderr]).toEqual([
    2,
    expect.stringContaining(`-o takes a directory here, not ${name}`),
  ])
  expect(existsSync(name)).toBe(false)
})

it('leaves a manifest.schema.json alone that no export wrote, and writes nothing then', async () => {
  await writeFile(join(directory, 'manifest.schema.json'), '{"title":"ours"}\n')
  const refused = await run(`export -o ${directory}`)
  expect(refused.code).toBe(6)
  expect(refused.stderr).toContain('manifest.schema.json was not written by an export')
  expect(await readdir(directory)).toEqual(['manifest.schema.json'])
  expect(await read('manifest.schema.json')).toBe('{"title":"ours"}\n')
  expect((await run(`export -o ${directory} --force`)).code).toBe(0)
  expect((await run(`export -o ${directory}`)).code).toBe(0)
})

it('ends where nothing can be written, and says so', async () => {
  const { code, stderr } = await run('export groups -o /proc/tollgate/infra')
  expect([code, stderr]).toEqual([2, expect.stringContaining('/proc/tollgate/infra')])
})

it('a table of texts whose only entry is called env, file or stdin is that table', async () => {
  const settings = { 'gemini.version_settings': '{"env":"v1"}', 'gemini.safety_settings': '{"file":"OFF"}' }
  for (const [key, value] of Object.entries(settings))
    await api.root.call('PUT', '/api/option/', { key, value })
  await run(`export options -o ${directory}`)
  expect(await run(`plan -f ${directory} --detailed-exitcode`)).toMatchObject({ code: 0 })
  const empty = await startTestApi()
  try {
    expect(await run(`apply -f ${directory} --yes`, {}, empty)).toMatchObject({ code: 0 })
    const options = empty.services.options.current()
    expect([...options['gemini.version_settings']]).toEqual([['env', 'v1']])
    expect([...options['gemini.safety_settings']]).toEqual([['file', 'OFF']])
  } finally {
    await empty.close()
  }
})

it('names with blanks around them, as tables may have, come back as they are', async () => {
  await entries([
    { key: 'GroupRatio', name: ' vip ', value: '0.5' },
    { key: 'UserUsableGroups', name: ' vip ', value: ' A ' },
    { key: 'ModelRatio', name: ' gpt-4o', value: '0.5' },
  ])
  const { id } = await api.createUser('alice')
  await api.root.call('PUT', '/api/user/', { id, group: ' vip ' })
  await run(`export -o ${directory}`)
  expect(await run(`plan -f ${directory}`)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('no changes'),
  })
})

it('leaves out API tokens that have expired, which no server would create', async () => {
  const ends = Math.floor(api.clock.now() / 1000) + 60
  await api.root.call('POST', '/api/token/', { name: 'old', unlimited_quota: true, expired_time: ends })
  await api.root.call('POST', '/api/token/', { name: 'young', unlimited_quota: true })
  await api.services.knex('tokens').where({ name: 'old' }).update({ expired_time: 1_600_000_000 })
  const { code, stderr } = await run(`export tokens -o ${directory}`)
  expect([code, stderr]).toEqual([0, expect.stringContaining('not exported: token old: it has expired')])
  expect(parse(await read('tokens.yaml')).tokens).toEqual({ young: { quota: 'unlimited' } })
  expect(await read('tokens.yaml')).toContain('# Left out: "old" (expired')
})

it('says what has no name of its own, and ends with 11', async () => {
  for (const models of ['a', 'b'])
    await api.root.call('POST', '/api/channel/', { type: 1, name: 'twice', key: 'k', models })
  const { code, stderr } = await run(`export channels -o ${directory}`)
  expect([code, stderr]).toEqual([
    11,
    expect.stringMatching(/not exported: channel twice: several objects have this name: \d, \d/),
  ])
  expect(await read('channels.yaml')).toContain('# Left out: "twice"')
})

it('a label that looks like a number is written so that the files can be applied', async () => {
  expect((await run(`export channels --owner 2026 -o ${directory}`)).code).toBe(0)
  expect(await read('channels.yaml')).toContain('\nowner: "2026"\n')
})

it('writes only the kinds and the label that were asked for', async () => {
  await fill()
  await api.root.call('PUT', '/api/owner/', { owner: 'x', objects: [{ kind: 'group', ref: 'vip' }] })
  expect((await run(`export group --owner x -o ${directory}`)).code).toBe(0)
  expect((await readdir(directory)).sort()).toEqual(['groups.yaml', 'manifest.schema.json'])
  expect(parse(await read('groups.yaml'))).toEqual({
    version: 1,
    owner: 'x',
    groups: { vip: { ratio: '1', usable: false } },
  })
  expect((await run(`export tokns -o ${directory}`)).stderr).toContain('did you mean tokens?')
})
