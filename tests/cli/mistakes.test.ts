import { describe, expect, test } from 'vitest'
import { openSite } from './support/open-site.ts'

const site = await openSite()
const { root } = site
const failing = async (line: string) => {
  const { code, stderr } = await root.run(line)
  expect(code).not.toBe(0)
  return { code, stderr }
}

describe('terminal 9: help after a mistake is the command’s own', () => {
  test.each([
    ['channel get', 'See: tollgate channel get --help', '  <channel>  Id or name\n'],
    ['code create --name a', 'See: tollgate code create --help', '  --quota <amount>  Quota it credits'],
    ['user list --group', 'See: tollgate user list --help', 'Example: tollgate user list'],
    ['token edit 1', 'See: tollgate token edit --help', 'Example: tollgate token edit '],
    ['channel', 'See: tollgate channel --help', ''],
  ])('tollgate %s', async (line, page, help) => {
    const { code, stderr } = await failing(line)
    expect(code).toBe(2)
    expect(stderr).toContain(page)
    expect(stderr).toContain(help)
  })

  test('an unknown option is told before a missing one, with the one that was meant', async () => {
    const { stderr } = await failing('channel create --nmae main --models gpt-4o')
    expect(stderr).toContain('unknown option --nmae')
    expect(stderr).toContain('Did you mean --name?')
    // Applies even if the last option lacks its value, which is the first mistake found.
    expect((await failing('channel create --nmae main --type')).stderr).toContain('unknown option --nmae')
  })

  test('the value of an option is never taken for an unknown option', async () => {
    const { stderr } = await failing('channel create --name --models')
    expect(stderr).not.toContain('unknown option --models')
    const cut = await failing('channel create --name --strange --type')
    expect(cut.stderr).not.toContain('unknown option')
    expect(cut.stderr).toContain('--type')
  })
})

describe('terminal 9: suggestions go by meaning', () => {
  test.each([
    ['channel update 1', 'Did you mean tollgate channel edit?'],
    ['channel remove 1', 'Did you mean tollgate channel delete?'],
    ['group update vip', 'Did you mean tollgate group set?'],
    ['token describe ci', 'Did you mean tollgate token get?'],
    ['model', 'Did you mean tollgate price list or tollgate channel models?'],
    ['models list', 'Did you mean tollgate price list or tollgate channel models?'],
    ['channels list', 'Did you mean tollgate channel?'],
    ['tokne list', 'Did you mean tollgate token?'],
    ['channel lsit', 'Did you mean tollgate channel list?'],
    ['option get RetryTime', 'Did you mean RetryTimes?'],
    ['option set RetryTime 3', 'Did you mean RetryTimes?'],
    ['option unset RetryTime', 'Did you mean RetryTimes?'],
    ['channel create --type opnai --name a --models b --key-env KEY', 'Did you mean openai?'],
  ])('tollgate %s', async (line, suggestion) => {
    expect((await failing(line)).stderr).toContain(suggestion)
  })

  test('a word that is nothing leads to the first page', async () => {
    const { stderr } = await failing('zzzzzz')
    expect(stderr).toContain('unknown command "zzzzzz"')
    expect(stderr).toContain('See: tollgate --help')
  })

  test('ls, show, add and rm are aliases, and verbs that a noun has itself stay its own', async () => {
    await root.json('token add --name made-by-add --quota 5usd')
    expect(await root.json('token show made-by-add')).toMatchObject({ name: 'made-by-add' })
    expect(await root.json('token ls')).toEqual(await root.json('token list'))
    expect(await root.json('token rm made-by-add --yes')).toMatchObject({ result: 'deleted' })
    await root.json('context add kept --url https://gateway.example.com')
    expect(await root.json('context rm kept')).toMatchObject({ result: 'deleted' })
    expect((await root.run('channel ls --help')).stdout).toContain('Usage: tollgate channel list')
  })
})

describe('terminal 11: refusals are told in the words of the terminal', () => {
  test('another address of a channel needs the key, by its flag', async () => {
    await site.addChannel({ name: 'moving' })
    const { code, stderr } = await failing('channel edit moving --base-url https://other.example.com')
    expect(code).toBe(7)
    expect(stderr).not.toContain('enter the key again')
    expect(stderr).toContain('so the key has to be given with it')
    expect(stderr).toContain('Add --key-stdin, --key-file <path> or --key-env <variable>.')
  })

  test('roles have names and no numbers', async () => {
    const shell = await site.shellOf(await site.api.createUser('nobody'))
    const { code, stderr } = await shell.run('channel list')
    expect(code).toBe(4)
    expect(stderr).toContain('only administrators may do this')
    expect(stderr).toContain('tollgate whoami shows your role')
    expect(stderr).not.toMatch(/role \d/)
    const administrator = await site.shellOf(await site.api.createUser('an-admin', 10))
    const refused = await administrator.run('option set SMTPServer mail.example.com')
    expect(refused.code).toBe(4)
    expect(refused.stderr).toContain('only the super administrator may do this')
  })

  test('a token that is no longer valid leads to the login', async () => {
    const { code, stderr } = await root.terminal.run(['token', 'list'], {
      env: { TOLLGATE_TOKEN: 'wrong' },
    })
    expect(code).toBe(3)
    expect(stderr).toContain('not signed in, or the access token is no longer valid')
    expect(stderr).toContain('tollgate login <address>')
  })
})

describe('terminal 10: natural use works', () => {
  test('chat takes its message as words', async () => {
    await root.json('option set ModelRatio {"gpt-4o-mini":1}')
    await site.addChannel({ name: 'talks' })
    await root.json('token create --name talker --quota 5usd')
    site.upstream.next({ text: 'Hello to you' })
    const answer = await root.terminal.run(['--json', 'chat', 'gpt-4o-mini', 'hello', 'there'])
    expect(JSON.parse(answer.stdout)).toMatchObject({ text: 'Hello to you', token: 'talker' })
    const sent = await site.upstream.received(1)
    expect(String(sent.body)).toContain('hello there')
    expect((await root.run('chat gpt-4o-mini hello -m hello')).code).toBe(2)
  })

  test.each([
    'channel list',
    'channel types',
    'channel tag',
    'token list',
    'code list',
    'user list',
    'group list',
    'price list',
    'option list',
    'order list',
    'task list',
    'session list',
    'context list',
    'logs',
    'trail',
  ])('%s takes -n', async (line) => {
    expect(((await root.json(`${line} -n 1`)) as unknown[]).length).toBeLessThanOrEqual(1)
  })

  test('--lang sets the language of one run, wherever it is typed', async () => {
    expect((await root.run('token list --lang zh')).stdout).toContain('剩余额度')
    expect((await root.run('--lang=zh token list')).stdout).toContain('剩余额度')
    expect(
      (await root.terminal.run(['--lang', 'en', '--help'], { env: { TOLLGATE_LANG: 'zh' } })).stdout,
    ).toContain('Usage:')
    expect((await root.run('token list --lang fr')).stderr).toContain(
      '--lang does not accept "fr"; choose from en, zh',
    )
  })

  test('JSON has names beside the numbers of states, types and roles', async () => {
    await root.json('code create --name gift --quota 5usd')
    const first = async (line: string) => ((await root.json(line)) as Record<string, unknown>[])[0]
    expect(await first('channel list')).toMatchObject({ status: 1, status_name: 'enabled' })
    expect(await first('token list')).toMatchObject({ status: 1, status_name: 'enabled' })
    expect(await first('code list')).toMatchObject({ status: 1, status_name: 'unused' })
    expect(await first('user list --search root')).toMatchObject({
      role: 100,
      role_name: 'root',
      status_name: 'enabled',
    })
    expect(await root.json('whoami')).toMatchObject({ role: 100, role_name: 'root' })
    const row = await first('logs --type consume')
    expect(row).toMatchObject({ type: 2, type_name: 'consume', other: { model_ratio: 1 } })
    const { stdout } = await root.run('logs --type consume -n 1 -o ndjson')
    expect(JSON.parse(stdout)).toEqual(row)
  })
})

describe('what does not exist or does not work is told as such', () => {
  test.each([
    ['session end nope --yes', 5, 'session_not_found', 'there is no session "nope"'],
    ['explain --model gpt-4o --group nope', 5, 'group_not_found', 'there is no group "nope"'],
    [
      'code create --name c --quota 1usd --gift --max-uses 0',
      2,
      'usage',
      '--max-uses must be at least 1, or -1',
    ],
    ['checkin', 4, 'check_in_disabled', 'check-in is switched off on this site'],
    [
      'option set QuotaPerUnit 0',
      7,
      'option_above',
      'QuotaPerUnit must be greater than 0 and at most 999999999',
    ],
  ])('tollgate %s', async (line, exit, code, message) => {
    expect(await root.refusal(line)).toEqual([exit, code])
    expect((await failing(line)).stderr).toContain(message)
  })

  test('explain says that a group without a ratio is charged at ratio 1', async () => {
    await site.addChannel({ models: 'gpt-4o' })
    await root.json('group set gone --ratio 2 --description Gone')
    await root.json('token create --name of-gone --group gone')
    await root.json('group delete gone --force --yes')
    const { stdout } = await root.run('explain --model gpt-4o --token of-gone')
    expect(stdout).toContain('x 1, because the group gone has no ratio')
  })

  test('credentials that cannot be sent are told as such; a line break around them does no harm', async () => {
    const run = (line: string, env: Readonly<Record<string, string>>) =>
      root.terminal.run(line.split(' '), { env })
    const broken = await run('channel list', { TOLLGATE_TOKEN: 'two\nlines' })
    expect([broken.code, broken.stderr]).toEqual([
      3,
      expect.stringContaining('the access token or key has a character'),
    ])
    expect(broken.stderr).not.toContain('lines')
    expect((await run('chat gpt-4o hi --token-key-env KEY', { KEY: '密钥' })).code).toBe(3)
    expect(await root.refusal('token create --name a --quota 1usd --idempotency-key 键')).toEqual([
      2,
      'usage',
    ])
    const { token } = await site.api.root.call<{ token: string }>('POST', '/api/access_token/', {
      name: 'a',
      scopes: ['*'],
    })
    expect((await run('whoami', { TOLLGATE_TOKEN: `${token}\r\n` })).code).toBe(0)
  })

  test('chat takes a token that has not expired', async () => {
    await site.addChannel({ models: 'gpt-4o-mini' })
    const models = { model_limits_enabled: true, model_limits: 'gpt-4o-mini', unlimited_quota: true }
    for (const name of ['expired', 'good'])
      await site.api.root.call('POST', '/api/token/', { name, ...models })
    await site.api.services.knex('tokens').whereNot({ name: 'good' }).update({ expired_time: 1_600_000_000 })
    expect(await root.json('chat gpt-4o-mini hello')).toMatchObject({ token: 'good' })
  })

  test('a name of digits that is no id is a name', async () => {
    for (const name of ['0', '007']) await root.json(`token create --name ${name} --quota 1usd`)
    for (let more = 0; more < 7; more += 1) await root.json(`token create --name more-${more} --quota 1usd`)
    expect(await root.json('token get 007')).toMatchObject({ name: '007' })
    expect(await root.json('token delete 0 --yes')).toMatchObject({ name: '0' })
    expect(await root.refusal('token get 00')).toEqual([5, 'token_not_found'])
    expect(await root.json('token get 7')).toMatchObject({ id: 7 })
  })

  test('a list without a match does not say that there is nothing at all', async () => {
    for (const line of [
      'channel list --search nothing',
      'token list --search nothing',
      'code list --search nothing',
    ]) {
      const { stdout, stderr } = await root.run(line)
      expect(stdout + stderr).toMatch(/^No .* found\./)
    }
  })

  test('amounts in dollars work at any rate', async () => {
    await root.json('option set QuotaPerUnit 500000.5')
    expect(await root.json('token create --name dear --quota 2usd')).toMatchObject([
      { remain_quota: 1_000_001 },
    ])
    expect((await root.run('wallet')).code).toBe(0)
    await root.json('option set QuotaPerUnit 500000')
  })
})
