import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestApi } from '../../support/test-services.ts'
import { openRealServer } from '../support/real-server.ts'
import { openTerminal, type Terminal } from '../support/run-cli.ts'

let api: TestApi
let terminal: Terminal
let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tollgate-pruned-'))
  const server = await openRealServer()
  api = server.api
  terminal = await openTerminal({ ...server.env, TOLLGATE_NO_INPUT: '1', SMTP: 'hunter2' })
})
afterAll(() => rm(directory, { recursive: true, force: true }))

async function run(line: string, content: string) {
  const path = join(directory, 'files.yaml')
  await writeFile(path, `version: 1\nowner: mine\n${content}`)
  return terminal.run([...line.split(' '), '-f', path])
}

it('a plan says what applies after a price or an option is pruned', async () => {
  const files = `options:\n  RetryTimes: 7\n  SMTPToken: { env: SMTP }\nprices:\n  gpt-4o: { ratio: "9" }\n  my-own: { ratio: "1" }\n`
  expect((await run('apply --yes', files)).code).toBe(0)
  const { stdout } = await run('plan --prune', '')
  expect(stdout).toMatch(
    /- price +gpt-4o +not in the files: the model then has no price, not even its built-in one/,
  )
  expect(stdout).toMatch(/- price +my-own +not in the files: the model then has no price, and its requests/)
  expect(stdout).toMatch(
    /- option +RetryTimes +not in the files: returns to its built-in value: value 7 -> 0/,
  )
  expect(stdout).not.toContain('hunter2')
  expect((await run('diff --prune', '')).stdout).toContain('    value: 7 -> 0')
  const removed = await run('plan', `prices:\n  gpt-4o: null\n`)
  expect(removed.stdout).toContain(
    'null in the files: the model then has no price, not even its built-in one',
  )

  expect((await run('apply --yes --prune', '')).code).toBe(0)
  const { ModelRatio, RetryTimes, SMTPToken } = api.services.options.current()
  expect([ModelRatio.has('gpt-4o'), ModelRatio.has('my-own'), RetryTimes, SMTPToken]).toEqual([
    false,
    false,
    0,
    '',
  ])
})

it('the super administrator is not demoted, disabled or pruned, which the plan knows', async () => {
  const refused = await run('plan', 'users:\n  root: { role: admin }\n')
  expect(refused.code).toBe(7)
  expect(refused.stderr).toContain(
    'users.root: this is the super administrator, whose role and status cannot be changed',
  )
  expect((await run('validate', 'users:\n  root: { status: disabled }\n')).code).toBe(7)
  expect((await run('apply --yes', 'users:\n  root: { displayName: Boss, status: enabled }\n')).code).toBe(0)
  expect(await run('apply --yes --prune', '')).toMatchObject({ code: 0, stdout: 'no changes\n' })
})

it('a plan refuses a new API token that has expired already; a present one may be made to expire', async () => {
  const files = 'tokens:\n  t: { quota: 1usd, expires: 2020-01-01 }\n'
  const refused = await run('plan', files)
  expect(refused.code).toBe(7)
  expect(refused.stderr).toContain('tokens.t.expires: this is in the past')
  await run('apply --yes', 'tokens:\n  t: { quota: 1usd }\n')
  expect(await run('apply --yes', files)).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('warning: '),
  })
})

it.each([
  ['500000.5', '2usd', 1_000_001],
  ['null', '1usd', 500_000],
])(
  'amounts of files that set QuotaPerUnit to %s are worth what it makes of them',
  async (rate, quota, units) => {
    await api.root.call('PUT', '/api/option/', { key: 'QuotaPerUnit', value: '1000' })
    const name = `at-${units}`
    const files = `options: { QuotaPerUnit: ${rate} }\ntokens:\n  ${name}: { quota: ${quota} }\n`
    expect((await run('apply --yes', files)).code).toBe(0)
    const { items } = await api.root.call<{ items: { name: string; remain_quota: number }[] }>(
      'GET',
      '/api/token/',
    )
    expect(items.find((each) => each.name === name)?.remain_quota).toBe(units)
  },
)
