import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
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
  const inUse = 'groups.gold: it cannot be deleted while it is in use: 1 accounts, 2 channels (move them to'
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
