import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestApi } from '../../support/test-services.ts'
import { openAnswerGate } from '../support/answer-gate.ts'
import { openRealServer } from '../support/real-server.ts'
import { openTerminal, type Terminal } from '../support/run-cli.ts'

let api: TestApi
let terminal: Terminal
let directory: string
let env: Readonly<Record<string, string>>
/** The last call that reaches the server, as if the process had been killed after it. */
let lastCall: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tollgate-killed-'))
  terminal = await openTerminal({ TOLLGATE_NO_INPUT: '1', KEY: 'sk-upstream', PASSWORD: 'correct-horse' })
})
afterAll(() => rm(directory, { recursive: true, force: true }))

beforeEach(async () => {
  const server = await openRealServer()
  api = server.api
  const gate = await openAnswerGate(server.url)
  env = { ...server.env, TOLLGATE_URL: gate.url }
  lastCall = ''
  let isGone = false
  gate.onRequest(async (request) => {
    if (isGone && lastCall !== '')
      return request.answer(403, {}, { success: false, message: 'gone', code: 'demo_site' })
    const reply = await request.carryOut()
    isGone = `${request.method} ${request.path}` === lastCall
    reply()
  })
})

const run = (line: string) => terminal.run(line.split(' '), { env })
const manifest = (owner: string) => `version: 1
${owner}groups:
  gold: { ratio: "0.8", usable: true }
options: { RetryTimes: 3 }
prices:
  my-model: { ratio: "2" }
channels:
  main: { type: openai, keys: [ { env: KEY } ], models: [ gpt-4o ], groups: [ gold ] }
users:
  alice: { password: { env: PASSWORD }, displayName: Alice, group: gold, role: admin }
  bob: { password: { env: PASSWORD } }
tokens:
  ci: { quota: 5usd, status: disabled }
codes:
  welcome: { quota: 1usd, count: 1200, validUntil: 30d }
`
async function stored(owner = 'owner: mine\n'): Promise<{ readonly path: string; readonly plan: string }> {
  const [path, plan] = [join(directory, 'all.yaml'), join(directory, 'plan.json')]
  await writeFile(path, manifest(owner))
  expect((await run(`plan -f ${path} --out ${plan}`)).code).toBe(0)
  return { path, plan }
}
const account = (username: string) =>
  api.services.knex('users').where({ username }).first('role', 'group_name', 'display_name')

describe.each([
  'PUT /api/option/entries',
  'PUT /api/owner/',
  'PUT /api/option/',
  'POST /api/channel/bulk',
  'POST /api/user/',
  'POST /api/user/manage',
  'POST /api/token/bulk',
  'POST /api/redemption/bulk',
])('a stored plan whose apply was killed after %s', (call) => {
  it.each([
    ['a label', 'owner: mine\n'],
    ['no label', ''],
  ])('is completed by applying it again, with %s', async (_, owner) => {
    if (call === 'PUT /api/owner/' && owner === '') return
    const { path, plan } = await stored(owner)
    lastCall = call
    expect((await run(`apply ${plan} --yes --parallelism 1`)).code).toBe(11)
    lastCall = ''
    const rest = await run(`apply ${plan} --yes`)
    expect([rest.code, rest.stderr.match(/Error.*|failed: .*/)]).toEqual([0, null])
    expect(await account('alice')).toEqual({ role: 10, group_name: 'gold', display_name: 'Alice' })
    expect(await api.services.knex('redemptions').pluck('id')).toHaveLength(1200)
    expect((await run(`plan -f ${path}`)).stdout).toContain('no changes\n')
    expect((await run(`apply ${plan} --yes`)).stdout).toBe('no changes\n')
  })
})

it('a stored plan does not take over an account that somebody else has made since', async () => {
  const { plan } = await stored()
  await api.root.call('POST', '/api/user/', {
    username: 'alice',
    password: 'not-the-same',
    display_name: 'Alice',
  })
  const { code, stdout, stderr } = await run(`apply ${plan} --yes`)
  expect([code, stdout + stderr]).toEqual([
    11,
    expect.stringContaining('users.alice has changed since the plan was made'),
  ])
  expect(await account('alice')).toMatchObject({ role: 1, group_name: 'default' })
  const labelled = await api.services.knex('owners').where({ kind: 'user' }).pluck('ref')
  const bob = await api.services.knex('users').where({ username: 'bob' }).pluck('id')
  expect(labelled).toEqual(bob.map(String))
})

it('a stored plan is refused where somebody else has made an object of that name, other than planned', async () => {
  const { plan } = await stored()
  const channel = { type: 1, name: 'main', key: 'k', models: 'gpt-4o' }
  await api.root.call('POST', '/api/channel/', channel)
  const { code, stderr } = await run(`apply ${plan} --yes`)
  expect([code, stderr]).toEqual([6, expect.stringContaining('channels.main has changed since')])
})
