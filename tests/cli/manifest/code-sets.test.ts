import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { TestApi } from '../../support/test-services.ts'
import { openAnswerGate } from '../support/answer-gate.ts'
import { openRealServer } from '../support/real-server.ts'
import { openTerminal, type Terminal } from '../support/run-cli.ts'

let api: TestApi
let terminal: Terminal
let directory: string
let env: Readonly<Record<string, string>>
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tollgate-codes-'))
  terminal = await openTerminal({ TOLLGATE_NO_INPUT: '1' })
})
afterAll(() => rm(directory, { recursive: true, force: true }))

beforeEach(async () => {
  const server = await openRealServer()
  api = server.api
  env = server.env
})

/** Runs a command with a manifest that contains one set of codes. */
async function run(line: string, fields: string, more: Readonly<Record<string, string>> = {}) {
  const path = join(directory, 'codes.yaml')
  await writeFile(path, `version: 1\nowner: mine\ncodes:\n  promo: { ${fields} }\n`)
  return terminal.run([...line.split(' '), '-f', path], { env: { ...env, ...more } })
}
const apply = (fields: string, more?: Readonly<Record<string, string>>) => run('apply --yes', fields, more)

const done = (code: number, stdout: string | RegExp) => ({ code, stdout: expect.stringMatching(stdout) })
const isSettled = async (fields: string) =>
  expect(await apply(fields)).toMatchObject({ code: 0, stdout: 'no changes\n' })

const rows = () => api.services.knex('redemptions').orderBy('id')
const columnOf = async (column: string): Promise<unknown[]> => rows().pluck(column)

it('a change of a set that ended in the middle is completed by the next apply', async () => {
  await apply('quota: 5, count: 4')
  const gate = await openAnswerGate(env.TOLLGATE_URL ?? '')
  let changed = 0
  gate.onRequest(async (request) => {
    if (request.path === '/api/redemption/') changed += 1
    if (changed <= 2) return (await request.carryOut())()
    request.answer(400, {}, { success: false, message: 'not now', code: 'invalid_request' })
  })
  const cut = await apply('quota: 6, count: 4', { TOLLGATE_URL: gate.url })
  expect(cut.code).toBe(11)
  const plan = await run('plan', 'quota: 6, count: 4')
  expect(plan).toMatchObject(done(0, /~ code {2}promo {2}quota 5 -> 6\n/))
  expect(new Set(await columnOf('quota'))).toEqual(new Set([5000, 6000]))
  expect(await apply('quota: 6, count: 4')).toMatchObject(done(0, /1 changed/))
  expect(await columnOf('quota')).toEqual([6000, 6000, 6000, 6000])
  await isSettled('quota: 6, count: 4')
})

it('only the codes that differ are changed', async () => {
  await apply('quota: 5, count: 4')
  const [first] = await rows().select('id')
  await api.root.call('PUT', '/api/redemption/', { id: first.id, quota: 6 })
  const gate = await openAnswerGate(env.TOLLGATE_URL ?? '')
  let calls = 0
  gate.onRequest(async (request) => {
    if (request.path === '/api/redemption/') calls += 1
    ;(await request.carryOut())()
  })
  expect((await apply('quota: 6, count: 4', { TOLLGATE_URL: gate.url })).code).toBe(0)
  expect(calls).toBe(3)
})

it('codes that are added to a set with a relative time expire with the others', async () => {
  await apply('quota: 5, count: 2, validUntil: 30d')
  const [first] = await rows().select('valid_until')
  const until = first.valid_until - 86_400
  await rows().update({ valid_until: until })
  expect(await apply('quota: 5, count: 4, validUntil: 30d')).toMatchObject(done(0, /1 changed/))
  expect(await columnOf('valid_until')).toEqual([until, until, until, until])
  await isSettled('quota: 5, count: 4, validUntil: 30d')
})

it('codes with a relative time may have been made at different times', async () => {
  await apply('quota: 5, count: 2, validUntil: 30d')
  const [first] = await rows().select('id', 'valid_until')
  await rows()
    .where({ id: first.id })
    .update({ valid_until: first.valid_until - 86_400 })
  await isSettled('quota: 5, count: 2, validUntil: 30d')
})

it('codes that are added to a set whose others have expired are valid for the whole time', async () => {
  await apply('quota: 5, count: 1, validUntil: 30d')
  const [first] = await rows().select('valid_until')
  await rows().update({ valid_until: 1_700_000_000 })
  expect((await apply('quota: 5, count: 2, validUntil: 30d')).code).toBe(0)
  const [, second] = (await columnOf('valid_until')) as number[]
  expect(second).toBeGreaterThanOrEqual(first.valid_until)
  await isSettled('quota: 5, count: 2, validUntil: 30d')
})

it('codes that are added to a set are like the others in what the file does not say', async () => {
  await apply('quota: 5, count: 1, gift: true, maxUses: 3, validUntil: 2099-01-01')
  expect((await apply('quota: 5, count: 2')).code).toBe(0)
  const [first, second] = await rows().select('is_gift', 'max_uses', 'valid_until')
  expect(second).toEqual(first)
  await isSettled('quota: 5, count: 2')
})

it('codes that differ in what the file does not say are refused with that field and a few ids', async () => {
  await apply('quota: 5, count: 40')
  const ids = (await columnOf('id')) as number[]
  await api.root.call('PUT', '/api/redemption/', { id: ids[0], valid_until: 4_000_000_000 })
  const { code, stderr } = await run('plan', 'quota: 5, count: 40')
  const newest = ids.toReversed().slice(0, 10).join(', ')
  expect([code, stderr]).toEqual([
    7,
    expect.stringContaining(`the codes with this name differ in validUntil: ${newest}, … (+30)`),
  ])
  expect(stderr).toContain('set validUntil to make them alike, or use another name')
  expect(await apply('quota: 5, count: 40, validUntil: never')).toMatchObject(done(0, /1 changed/))
  await isSettled('quota: 5, count: 40')
})

it('codes that differ in what cannot be changed are refused', async () => {
  await apply('quota: 5, count: 2, gift: true, maxUses: 3')
  const [first] = await rows().select('id')
  await rows().where({ id: first.id }).update({ max_uses: 4 })
  const { code, stderr } = await run('plan', 'quota: 5, count: 2, gift: true, maxUses: 3')
  expect([code, stderr]).toEqual([7, expect.stringContaining('the codes with this name differ from each')])
})

/** Redeems a code once for each name. */
async function redeem(id: number, ...names: string[]): Promise<void> {
  const { key } = await api.root.call<{ key: string }>('GET', `/api/redemption/${id}`)
  for (const name of names) {
    await api.root.call('POST', '/api/user/', { username: name, password: 'correct-horse' })
    await (await api.signIn(name, 'correct-horse')).call('POST', '/api/user/topup', { key })
  }
}

it('of codes that are all used, only the number can change', async () => {
  await apply('quota: 5, count: 1')
  const [{ id }] = await rows().select('id')
  await redeem(id, 'ann')
  await isSettled('quota: 6, count: 1, gift: true, validUntil: 2099-01-01')
  expect(await apply('quota: 6, count: 2, validUntil: 2099-01-01')).toMatchObject(done(0, /1 changed/))
  expect(await rows().select('quota', 'valid_until')).toEqual([
    { quota: 5000, valid_until: 0 },
    { quota: 6000, valid_until: Date.UTC(2099, 0, 1) / 1000 },
  ])
  await isSettled('quota: 6, count: 2, validUntil: 2099-01-01')
})

it('a gift code with uses left gets another period', async () => {
  await apply('quota: 5, gift: true, maxUses: 3')
  const [{ id }] = await rows().select('id')
  await redeem(id, 'ann')
  const fields = 'quota: 5, gift: true, maxUses: 3, validUntil: 2099-01-01'
  expect(await apply(fields)).toMatchObject(done(0, /1 changed/))
  expect(await columnOf('valid_until')).toEqual([Date.UTC(2099, 0, 1) / 1000])
  await isSettled(fields)
})

it('another quota for a gift code that was redeemed is refused until that code is disabled', async () => {
  await apply('quota: 5, count: 2, gift: true, maxUses: 3')
  const [{ id }] = await rows().select('id')
  await redeem(id, 'ann', 'bob')
  const fields = 'quota: 6, count: 2, gift: true, maxUses: 3'
  const { code, stderr } = await apply(fields)
  expect([code, stderr]).toEqual([7, expect.stringContaining(`so their quota cannot be changed: ${id} (use`)])
  expect(await columnOf('quota')).toEqual([5000, 5000])
  await api.root.call('PUT', '/api/redemption/batch-disable', { ids: [id] })
  expect(await apply(fields)).toMatchObject(done(0, /1 changed/))
  expect(await columnOf('quota')).toEqual([5000, 6000])
  await isSettled(fields)
})

it('a gift code that was redeemed while its set was half changed keeps its quota', async () => {
  await apply('quota: 5, count: 3, gift: true, maxUses: 3')
  const [first, second] = await rows().select('id')
  await api.root.call('PUT', '/api/redemption/', { id: first.id, quota: 6 })
  await redeem(second.id, 'ann')
  const fields = 'quota: 6, count: 3, gift: true, maxUses: 3'
  expect(await apply(fields)).toMatchObject(done(0, /1 changed/))
  expect(await columnOf('quota')).toEqual([6000, 5000, 6000])
  await isSettled(fields)
})

it('a plan foresees a call for each code that differs', async () => {
  await apply('quota: 5, count: 40')
  const callsOf = async (fields: string) =>
    JSON.parse((await run('plan --json', fields)).stdout).forecast.calls as number
  const all = await callsOf('quota: 6, count: 40')
  expect(all).toBeGreaterThan(40)
  const ids = (await columnOf('id')) as number[]
  await rows().whereIn('id', ids.slice(0, 30)).update({ quota: 6000 })
  expect(all - (await callsOf('quota: 6, count: 40'))).toBe(30)
  expect((await callsOf('quota: 6, count: 1040')) - (await callsOf('quota: 6, count: 40'))).toBe(2)
})
