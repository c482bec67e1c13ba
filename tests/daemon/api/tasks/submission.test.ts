import { afterAll, beforeAll, expect, it } from 'vitest'
import { runAudit } from '../../../../src/daemon/ledger/audit.ts'
import type { BodyEdit, TaskDoor } from '../../../../src/daemon/tasks/door.ts'
import { musicDoor } from '../../../../src/daemon/tasks/suno/doors.ts'
import { refuseChanges } from '../../../support/tasks/refuse-changes.ts'
import { MUSIC, type SunoSite, startSunoSite } from '../../../support/tasks/suno-site.ts'

let site: SunoSite
beforeAll(async () => {
  site = await startSunoSite()
})
afterAll(() => site.close())

const rowOf = (id: unknown) =>
  site.relay.api.services
    .knex('tasks')
    .where({ public_id: String(id) })
    .first()
const newest = () => site.relay.api.services.knex('tasks').orderBy('id', 'desc').first()

it('a task that was charged and could not be accepted is given up later, with its charge', async () => {
  const { relay, suno, submit } = site
  const before = await relay.balance()
  const allow = await refuseChanges(relay.api.services, 'NEW.code = 1')
  const { status } = await submit({ prompt: 'x' }).finally(allow)
  expect(status).toBe(503)
  const made = [...suno.tasks.keys()].at(-1)
  expect(await rowOf(made)).toMatchObject({ status: '', is_open: 1 })
  relay.api.clock.advance(121_000)
  await relay.api.services.tasks.pass()
  await relay.api.services.tasks.pass()
  expect(await rowOf(made)).toMatchObject({ status: 'FAILURE', is_open: 0 })
  expect(await relay.balance()).toBe(before)
  expect((await runAudit(relay.api.services.knex)).state).toBe('clean')
})

it('a repeated Idempotency-Key is answered with the same task, charged once, also where the vendor gets a new hook each time', async () => {
  const { relay, suno, submit } = site
  await relay.setOption('ServerAddress', 'https://tollgate.example')
  const door = musicDoor as { -readonly [Name in keyof TaskDoor]: TaskDoor[Name] }
  const { editBody } = door
  Object.assign(door, {
    hookPath: '/mj/notify',
    editBody: (body: object, { hookUrl: hook }: BodyEdit) => ({ ...body, hook }),
  })
  try {
    const before = await relay.balance()
    const headers = { 'idempotency-key': 'once' }
    const first = await submit({ prompt: 'x' }, headers)
    const second = await submit({ prompt: 'x' }, headers)
    expect(first.status).toBe(200)
    expect(suno.calls.at(-1)?.body.hook).toMatch(/^https:\/\/tollgate\.example\/mj\/notify\?task=req_/)
    expect([second.status, second.body]).toEqual([200, first.body])
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    expect(before - (await relay.balance())).toBe(MUSIC)
    expect((await submit({ prompt: 'y' }, headers)).body.code).toBe('idempotency_mismatch')
  } finally {
    delete door.hookPath
    Object.assign(door, { editBody })
  }
})

it('a prompt and a reason with a NUL are kept on both stores, and no task has such a name', async () => {
  const { suno, submit, fetchTask } = site
  const { status, body } = await submit({ prompt: 'a\0b \ud800' })
  expect(status).toBe(200)
  expect(await rowOf(body.data)).toMatchObject({ prompt: expect.stringMatching(/^a\ufffdb /) })
  suno.move(String(body.data), { status: 'FAILURE', fail_reason: 'no\0pe' })
  await site.relay.api.services.tasks.pass()
  expect(await rowOf(body.data)).toMatchObject({ status: 'FAILURE', fail_reason: 'no pe' })
  suno.refuseNext(400, { code: 'invalid', message: 'bad\0word', data: null })
  expect((await submit({ prompt: 'x' })).status).toBe(400)
  expect(await newest()).toMatchObject({
    status: 'FAILURE',
    fail_reason: expect.stringMatching(/^bad.word$/),
  })
  expect((await fetchTask('a\0b')).status).toBe(400)
  const list = await site.relay.post('/suno/fetch', { ids: ['a\0b'] })
  expect(await list.json()).toMatchObject({ code: 'success', data: [] })
  const origin = { prompt: 'x', continue_clip_id: 'clip', task_id: 'a\0b' }
  expect((await submit(origin)).body.code).toBe('task_not_exist')
})

it.each([
  ['with a NUL', 'a\0b'],
  ['of a megabyte', 'x'.repeat(1_000_000)],
])('a name %s from a vendor is no task: nothing is charged', async (_what, name) => {
  const { relay, suno, submit } = site
  const before = await relay.balance()
  suno.refuseNext(200, { code: 'success', message: '', data: name })
  expect((await submit({ prompt: 'x' })).body.code).toBe('upstream_malformed')
  expect(await relay.balance()).toBe(before)
  expect(await newest()).toMatchObject({ status: 'FAILURE', vendor_id: null })
})

it('the vendor names a task that we have: it is charged no second time, and told to its own user alone', async () => {
  const { relay, suno, submit } = site
  const first = await submit({ prompt: 'x' })
  const before = await relay.balance()
  const again = { code: 'success', message: '', data: first.body.data }
  suno.refuseNext(200, again)
  expect((await submit({ prompt: 'x' })).body).toEqual(again)
  expect(await relay.balance()).toBe(before)
  const other = await relay.api.createUser('stranger')
  await relay.root.call('POST', '/api/user/credit', { id: other.id, delta: '1000000' })
  const key = await relay.addToken({}, other)
  suno.refuseNext(200, again)
  const told = await submit({ prompt: 'x' }, { authorization: `Bearer ${key}` })
  expect(told.body.code).toBe('upstream_malformed')
  expect(JSON.stringify(told.body)).not.toContain(String(first.body.data))
})
