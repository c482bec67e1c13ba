import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestApi } from '../../support/test-services.ts'
import { openAnswerGate } from '../support/answer-gate.ts'
import { openRealServer } from '../support/real-server.ts'
import { type CliRun, openTerminal, type Terminal } from '../support/run-cli.ts'

let api: TestApi
let terminal: Terminal
let directory: string
let env: Readonly<Record<string, string>>
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tollgate-groups-'))
  terminal = await openTerminal({ TOLLGATE_NO_INPUT: '1', KEY: 'sk-upstream', PASSWORD: 'correct-horse' })
})
afterAll(() => rm(directory, { recursive: true, force: true }))

beforeEach(async () => {
  const server = await openRealServer()
  api = server.api
  env = server.env
})

async function run(line: string, content: string, url = env.TOLLGATE_URL ?? '') {
  const path = join(directory, 'groups.yaml')
  await writeFile(path, `version: 1\nowner: mine\n${content}`)
  return terminal.run([...line.split(' '), '-f', path], { env: { ...env, TOLLGATE_URL: url } })
}
const groups = () => [...api.services.options.current().GroupRatio.keys()]
const isRefused = ({ code, stderr }: CliRun, ...texts: string[]): void => {
  expect(code).toBe(7)
  for (const each of texts) expect(stderr).toContain(each)
}

const channel = (name: string, group: string) =>
  `  ${name}: { type: openai, keys: [ { env: KEY } ], models: [ gpt-4o ], groups: [ ${group} ] }\n`
const user = (group: string) => `users:\n  alice: { password: { env: PASSWORD }, group: ${group} }\n`
const gold = 'groups:\n  gold: { ratio: "0.5", usable: true }\n'

it('the default group is never deleted', async () => {
  const text = 'the group default cannot be deleted: accounts and channels without a group belong to it'
  for (const line of ['plan', 'apply --yes --take-over'])
    isRefused(await run(line, 'groups:\n  default: null\n'), `groups.yaml:4:3: groups.default: ${text}`)
  await run('apply --yes', 'groups:\n  default: { ratio: "1" }\n')
  isRefused(
    await run('apply --yes --prune', 'options: { RetryTimes: 1 }\n'),
    `groups.yaml:1:1: groups.default: ${text} (define it under groups)`,
  )
  expect(groups()).toContain('default')
})

it('a group that accounts and channels are in is not deleted', async () => {
  await run('apply --yes', `${gold}channels:\n${channel('a', 'gold')}${channel('b', 'gold')}${user('gold')}`)
  await api.services.knex('owners').del()
  const inUse =
    'groups.gold: it cannot be deleted while it is in use (accounts: 1, channels: 2, API tokens: 0) (move them to'
  for (const line of ['plan', 'apply --yes'])
    isRefused(await run(line, 'groups:\n  gold: null\n'), `groups.yaml:4:3: ${inUse}`)
  expect((await run('validate', 'groups:\n  gold: null\n')).stdout).toContain(inUse)
  await api.services.knex('owners').insert({ kind: 'group', ref: 'gold', owner: 'mine', updated_time: 0 })
  isRefused(await run('apply --yes --prune', ''), inUse)
  expect(groups()).toContain('gold')
})

it('a group that the same files name is not pruned', async () => {
  await run('apply --yes', gold)
  const files = `channels:\n${channel('a', 'gold')}${user('gold')}tokens:\n  t: { quota: 1usd, group: gold }\n`
  const text = '--prune would delete the group gold, which is not in the files (define it under groups)'
  isRefused(
    await run('apply --yes --prune', files),
    `channels.a.groups: ${text}`,
    `users.alice.group: ${text}`,
    `tokens.t.group: ${text}`,
  )
  expect(groups()).toContain('gold')
})

it('a group is deleted after the same files have moved or deleted what was in it', async () => {
  const members = (group: string) =>
    `channels:\n${channel('a', group)}${channel('b', `${group}, default`)}${user(group)}`
  await run('apply --yes', gold + members('gold'))
  const moved = await run('apply --yes --prune', `channels:\n${channel('a', 'default')}${user('vip')}`)
  expect(moved).toMatchObject({ code: 0, stdout: expect.stringContaining('2 changed, 2 deleted') })
  expect(groups()).not.toContain('gold')

  await run('apply --yes', gold + members('gold'))
  const gate = await openAnswerGate(env.TOLLGATE_URL ?? '')
  const paths: string[] = []
  gate.onRequest(async (request) => {
    paths.push(request.path)
    ;(await request.carryOut())()
  })
  const removed = await run('apply --yes', `groups:\n  gold: null\n${members('default')}`, gate.url)
  expect(removed).toMatchObject({ code: 0, stdout: expect.stringContaining('3 changed, 1 deleted') })
  expect(paths.at(-1)).toBe('/api/option/entries')
  expect(paths).toContain('/api/channel/')
  expect(groups()).not.toContain('gold')
})

it('an account that was deactivated does not keep its group', async () => {
  await run('apply --yes', gold + user('gold'))
  await run('apply --yes --prune', gold)
  expect((await run('apply --yes --prune', '')).code).toBe(0)
  expect(groups()).not.toContain('gold')
})

it('a group that an API token of another account names is not deleted', async () => {
  await run('apply --yes', gold)
  const alice = await api.createUser('alice')
  await alice.call('POST', '/api/token/', { name: 'hers', group: 'gold', unlimited_quota: true })
  const inUse =
    'groups.gold: it cannot be deleted while it is in use (accounts: 0, channels: 0, API tokens: 1)'
  isRefused(await run('plan', 'groups:\n  gold: null\n'), inUse)
  const byHand = await terminal.run(['group', 'delete', 'gold', '--yes'], { env })
  expect(byHand).toMatchObject({ code: 6, stderr: expect.stringContaining('API tokens: 1') })
  expect(groups()).toContain('gold')
})

it('a group is deleted after the same files have moved the API tokens that named it', async () => {
  const token = (group: string) => `tokens:\n  t: { quota: 1usd, group: ${group} }\n`
  await run('apply --yes', gold + token('gold'))
  expect(await run('apply --yes', `groups:\n  gold: null\n${token('default')}`)).toMatchObject({ code: 0 })
  expect(groups()).not.toContain('gold')
})

describe('a group that something is left in stays, whatever the plan expected', () => {
  /** Applies files that empty and delete the group, while the server refuses to move the member. */
  async function applyRefusing(method: string, path: string, members: (group: string) => string) {
    await run('apply --yes', gold + members('gold'))
    const gate = await openAnswerGate(env.TOLLGATE_URL ?? '')
    gate.onRequest(async (request) => {
      if (request.method === method && request.path.split('?')[0] === path)
        request.answer(400, {}, { success: false, message: 'no', code: 'user_level' })
      else (await request.carryOut())()
    })
    return run('apply --yes', `groups:\n  gold: null\n${members('default')}`, gate.url)
  }

  it.each([
    ['account', '/api/user/', user, 'accounts: 1, channels: 0, API tokens: 0'],
    ['channel', '/api/channel/', (group: string) => `channels:\n${channel('a', group)}`, 'channels: 1'],
    [
      'API token',
      '/api/token/',
      (group: string) => `tokens:\n  t: { quota: 1usd, group: ${group} }\n`,
      'tokens: 1',
    ],
  ])('when moving the %s fails', async (_, path, members, use) => {
    const { code, stdout, stderr } = await applyRefusing('PUT', path, members)
    expect(code).not.toBe(0)
    expect(stdout + stderr).toContain(`the group gold was not deleted because it is in use (`)
    expect(stdout + stderr).toContain(use)
    expect(groups()).toContain('gold')
  })

  it('when somebody moves in after the plan was made, and the others are deleted', async () => {
    await run('apply --yes', 'groups:\n  gold: { ratio: "0.5" }\n  silver: { ratio: "0.7" }\n')
    const alice = await api.createUser('alice')
    const gate = await openAnswerGate(env.TOLLGATE_URL ?? '')
    let asked = 0
    gate.onRequest(async (request) => {
      // The plan asks once about each group, and the run asks again.
      if (request.path.startsWith('/api/group/use')) asked += 1
      if (asked === 3) await api.root.call('PUT', '/api/user/', { id: alice.id, group: 'gold' })
      ;(await request.carryOut())()
    })
    const both = await run('apply --yes', 'groups:\n  gold: null\n  silver: null\n', gate.url)
    expect(both).toMatchObject({ code: 11, stdout: expect.stringContaining('only 1 of 2 changes were made') })
    expect(both.stdout).toContain('the group gold was not deleted')
    expect(groups()).toContain('gold')
    expect(groups()).not.toContain('silver')
  })
})
