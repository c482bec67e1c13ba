import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { keyHint } from '../../../../src/daemon/channels/key-hint.ts'
import { runAudit } from '../../../../src/daemon/ledger/audit.ts'
import { changeTask } from '../../../../src/daemon/tasks/change-task.ts'
import type { TaskRow } from '../../../../src/daemon/tasks/task.ts'
import { refuseChanges } from '../../../support/tasks/refuse-changes.ts'
import { type SunoServer, startSunoServer } from '../../../support/tasks/suno-server.ts'
import { MUSIC, type SunoSite, startSunoSite } from '../../../support/tasks/suno-site.ts'

const HOUR_MS = 3_600_000

let site: SunoSite
beforeAll(async () => {
  site = await startSunoSite()
})
afterAll(() => site.close())
afterEach(async () => {
  site.suno.tell(undefined)
  const ended = { is_open: 0, status: 'SUCCESS', finish_ms: 1 }
  await site.relay.api.services.knex('tasks').where({ is_open: 1 }).update(ended)
})

const pass = () => site.relay.api.services.tasks.pass()
const rowOf = async (id: string): Promise<TaskRow | undefined> =>
  site.relay.api.services.knex('tasks').where({ public_id: id }).first()
const music = async (key = site.relay.key): Promise<string> => {
  const { body } = await site.submit({ prompt: 'a song' }, { authorization: `Bearer ${key}` })
  expect(body.code).toBe('success')
  return String(body.data)
}
const stateOf = async () => (await runAudit(site.relay.api.services.knex)).state

/** Adds another channel with its own server, which is tried first. */
async function second(): Promise<{ server: SunoServer; id: number; close(): Promise<void> }> {
  const server = await startSunoServer('second-key')
  const id = await site.relay.addChannel({
    type: 36,
    key: server.key,
    base_url: server.url,
    models: 'suno_music',
    priority: 10,
  })
  return {
    server,
    id,
    close: async () => {
      await site.relay.root.request('DELETE', `/api/channel/${id}`)
      await server.close()
    },
  }
}

describe('one bad part holds up nothing else', () => {
  it('a vendor that takes its time: tasks of other vendors go on meanwhile', async () => {
    const slow = await second()
    await music()
    await site.relay.root.call('PUT', '/api/channel/', { id: slow.id, priority: -10 })
    const id = await music()
    const release = slow.server.holdQuestions()
    site.suno.move(id, { status: 'SUCCESS' })
    const passing = pass()
    await vi.waitFor(async () => expect((await rowOf(id))?.status).toBe('SUCCESS'), 5_000)
    release()
    await passing
    await slow.close()
  })

  it('a task whose news cannot be stored: the others of the same account get theirs', async () => {
    const [stuck, id] = [await music(), await music()]
    for (const each of [stuck, id]) site.suno.move(each, { status: 'IN_PROGRESS' })
    const allow = await refuseChanges(site.relay.api.services, `NEW.public_id = '${stuck}'`)
    await pass().finally(allow)
    expect(await rowOf(id)).toMatchObject({ status: 'IN_PROGRESS' })
    await pass()
    expect(await rowOf(stuck)).toMatchObject({ status: 'IN_PROGRESS' })
  })

  it('a submission that cannot be given up: the others are, and vendors are asked', async () => {
    const { knex } = site.relay.api.services
    const id = await music()
    site.suno.move(id, { status: 'SUCCESS' })
    const bare = { platform: 'suno', action: 'MUSIC', model: 'suno_music', user_id: 1, channel_id: 1 }
    for (const request_id of ['cut-1', 'cut-2'])
      await knex('tasks').insert({ ...bare, request_id, submit_ms: 1, changed_ms: 1 })
    const allow = await refuseChanges(site.relay.api.services, "NEW.request_id = 'cut-1'")
    await pass()
    await pass().finally(allow)
    expect(
      await knex('tasks').whereIn('request_id', ['cut-1', 'cut-2']).orderBy('id').pluck('status'),
    ).toEqual(['', 'FAILURE'])
    expect(await rowOf(id)).toMatchObject({ status: 'SUCCESS' })
  })

  it('a refund that the wallet has no room for waits, the others do not, and it comes when there is room', async () => {
    const { relay, suno } = site
    const rich = await relay.api.createUser('rich')
    const credit = (delta: string) => relay.root.call('POST', '/api/user/credit', { id: rich.id, delta })
    await credit('8000000000000')
    const id = await music(await relay.addToken({}, rich))
    await credit('50000')
    const other = await music()
    const before = await relay.balance()
    for (const each of [id, other]) suno.move(each, { status: 'FAILURE', fail_reason: 'no' })
    await pass()
    expect(await rowOf(id)).toMatchObject({ is_open: 1 })
    expect(await relay.balance()).toBe(before + MUSIC)
    await credit('-1000000')
    await pass()
    expect(await rowOf(id)).toMatchObject({ status: 'FAILURE' })
    expect(await rich.call('GET', '/api/user/self')).toMatchObject({ quota_exact: '7999999050000' })
    await credit('-7999999050000')
    expect(await stateOf()).toBe('clean')
  })
})

describe('what a vendor says', () => {
  it.each([
    ['no JSON', '<html>busy</html>'],
    ['a list', '[1, 2]'],
    ['nothing of tasks', '{"code":"success","data":null}'],
    ['tasks that are none', '{"code":"success","data":[null, 7, "x", {}, {"task_id": 7}]}'],
    ['tasks that nobody handed in', '{"code":"success","data":[{"task_id":"invented","status":"SUCCESS"}]}'],
    ['megabytes', JSON.stringify({ code: 'success', data: 'x'.repeat(20_000_000) })],
  ])('%s changes nothing, and the next answer counts', async (_what, body) => {
    const id = await music()
    site.suno.tell(body)
    await pass()
    expect(await rowOf(id)).toMatchObject({ status: 'NOT_START', is_open: 1 })
    site.suno.tell(undefined)
    site.suno.move(id, { status: 'SUCCESS' })
    await pass()
    expect(await rowOf(id)).toMatchObject({ status: 'SUCCESS' })
  })

  it('numbers that cannot be are not stored', async () => {
    const id = await music()
    site.suno.move(id, { status: 'IN_PROGRESS', progress: 'soon', start_time: 1e300, finish_time: -5 })
    await pass()
    expect(await rowOf(id)).toMatchObject({ status: 'IN_PROGRESS', progress: 0, start_ms: 0, finish_ms: 0 })
    // Milliseconds instead of seconds give a time in the future.
    site.suno.move(id, { status: 'SUCCESS', start_time: 1_780_000_010_000, finish_time: 1_780_000_050_000 })
    const nowMs = site.relay.api.clock.now()
    await pass()
    const row = await rowOf(id)
    expect(row).toMatchObject({ status: 'SUCCESS', start_ms: 0 })
    expect(Number(row?.finish_ms)).toBeGreaterThanOrEqual(nowMs)
    expect(Number(row?.finish_ms)).toBeLessThanOrEqual(site.relay.api.clock.now())
  })

  it('news that were overtaken take nothing back, and a task that has ended stays ended', async () => {
    const id = await music()
    site.suno.move(id, { status: 'IN_PROGRESS', progress: '60%', start_time: 1_780_000_010 })
    await pass()
    site.suno.move(id, { status: 'QUEUED', progress: '0%', start_time: 0 })
    await pass()
    expect(await rowOf(id)).toMatchObject({
      status: 'IN_PROGRESS',
      progress: 60,
      start_ms: 1_780_000_010_000,
    })
    site.suno.move(id, { status: 'SUCCESS' })
    await pass()
    const before = await site.relay.balance()
    const { id: row } = (await rowOf(id)) ?? { id: 0 }
    const isOpen = await changeTask(
      Number(row),
      { status: 'FAILURE', failReason: 'late' },
      site.relay.api.services,
    )
    expect(isOpen).toBe(false)
    expect(await site.relay.balance()).toBe(before)
  })

  it('a result that is too large to be kept is a failure, and the charge comes back', async () => {
    const before = await site.relay.balance()
    const id = await music()
    site.suno.move(id, { status: 'SUCCESS', data: [{ video: 'x'.repeat(5_000_000) }] })
    await pass()
    expect(await rowOf(id)).toMatchObject({ status: 'FAILURE', result: '{}' })
    expect(await site.relay.balance()).toBe(before)
  })

  it('of a submission that is not accepted yet is ignored', async () => {
    const { knex } = site.relay.api.services
    const [row] = await knex('tasks')
      .insert({
        request_id: 'early',
        platform: 'suno',
        action: 'MUSIC',
        model: 'suno_music',
        user_id: 1,
        channel_id: site.channelId,
        submit_ms: site.relay.api.clock.now(),
        changed_ms: 1,
      })
      .returning('id')
    expect(await changeTask(Number(row.id), { status: 'IN_PROGRESS' }, site.relay.api.services)).toBe(false)
    expect(await knex('tasks').where({ request_id: 'early' }).first()).toMatchObject({ status: '' })
  })
})

describe('what is gone', () => {
  it('a key that was exchanged: nobody is asked with another; it is asked again when it is back', async () => {
    const { relay, suno, channelId } = site
    const id = await music()
    suno.move(id, { status: 'SUCCESS' })
    await relay.root.call('PUT', '/api/channel/', { id: channelId, key: 'another' })
    suno.calls.length = 0
    await pass()
    expect(suno.calls).toEqual([])
    expect(await rowOf(id)).toMatchObject({ is_open: 1 })
    await relay.root.call('PUT', '/api/channel/', { id: channelId, key: suno.key })
    await pass()
    expect(await rowOf(id)).toMatchObject({ status: 'SUCCESS' })
  })

  it('a channel that was deleted: its tasks fail when they are too old, and the charge comes back', async () => {
    const gone = await second()
    const before = await site.relay.balance()
    const id = await music()
    await gone.close()
    await pass()
    expect(await rowOf(id)).toMatchObject({ is_open: 1 })
    site.relay.api.clock.advance(2 * HOUR_MS + 1000)
    await pass()
    expect(await rowOf(id)).toMatchObject({ status: 'FAILURE', fail_reason: 'upstream timeout' })
    expect(await site.relay.balance()).toBe(before)
    const reasonIn = async (language: string) => {
      const headers = { 'accept-language': language }
      type Page = { items: { task_id: string; fail_reason: string }[] }
      const { body } = await site.relay.root.request<Page>('GET', '/api/task/', undefined, headers)
      return body.data.items.find(({ task_id }) => task_id === id)?.fail_reason
    }
    expect([await reasonIn('en'), await reasonIn('zh')]).toEqual(['upstream timeout', '上游超时'])
  })

  it('a token and an account that were deleted: the charge comes back all the same', async () => {
    const { relay, suno } = site
    const user = await relay.api.createUser('leaver')
    await relay.root.call('POST', '/api/user/credit', { id: user.id, delta: '100000' })
    const id = await music(await relay.addToken({ name: 'short' }, user))
    const { items } = await user.call<{ items: { id: number }[] }>('GET', '/api/token/?page_size=10')
    await user.call('DELETE', `/api/token/${items[0]?.id}`)
    await relay.root.call('DELETE', `/api/user/${user.id}`)
    suno.move(id, { status: 'FAILURE', fail_reason: 'no' })
    await pass()
    expect(await rowOf(id)).toMatchObject({ status: 'FAILURE' })
    const wallet = await relay.api.services.knex('wallets').where({ user_id: user.id, kind: 1 }).first()
    expect(String(wallet.balance)).toBe('100000000')
    expect(await stateOf()).toBe('clean')
  })
})

it('a token with a budget per day may spend a refund again that day, and the period never goes below zero', async () => {
  const { relay, suno } = site
  const key = await relay.addToken({ name: 'daily', budget_period: 'day', budget_quota: 60_000 })
  const id = await music(key)
  expect((await site.submit({ prompt: 'x' }, { authorization: `Bearer ${key}` })).status).not.toBe(200)
  suno.move(id, { status: 'FAILURE', fail_reason: 'no' })
  await pass()
  const next = await music(key)
  relay.api.clock.advance(25 * HOUR_MS)
  const today = await music(key)
  suno.move(next, { status: 'FAILURE', fail_reason: 'no' })
  await pass()
  expect((await rowOf(next))?.status).toBe('FAILURE')
  expect((await site.submit({ prompt: 'x' }, { authorization: `Bearer ${key}` })).status).not.toBe(200)
  suno.move(today, { status: 'FAILURE', fail_reason: 'no' })
  await pass()
  expect(await stateOf()).toBe('clean')
})

it('a token that its tasks exhausted is enabled again when a charge comes back', async () => {
  const { relay, suno } = site
  const key = await relay.addToken({ name: 'small', unlimited_quota: false, remain_quota: 50_000 })
  const id = await music(key)
  const refused = async () =>
    (await site.submit({ prompt: 'x' }, { authorization: `Bearer ${key}` })).body.code
  expect(await refused()).not.toBe('success')
  const status = async () => {
    const { token_id } = (await rowOf(id)) ?? {}
    return (await relay.api.services.knex('tokens').where({ id: token_id }).first('status')).status
  }
  await vi.waitFor(async () => expect(await status()).toBe(4), 5_000)
  suno.move(id, { status: 'FAILURE', fail_reason: 'no' })
  await pass()
  expect(await status()).toBe(1)
  await music(key)
})

it('two servers that give the same name: each task of a user has a name of its own', async () => {
  const id = await music()
  const other = await second()
  other.server.refuseNext(200, { code: 'success', message: '', data: id })
  const told = await music()
  expect(told).not.toBe(id)
  expect((await site.fetchTask(told)).body.data).toMatchObject({ task_id: told })
  expect((await site.fetchTask(id)).body.data).toMatchObject({ task_id: id })
  await other.close()
})

it.each([
  ['continues', { continue_clip_id: 'clip-1', continue_at: 30 }],
  ['sings with the voice of', { persona_id: 'persona-1', artist_clip_id: 'clip-1' }],
])('what %s a song whose name is ours: its vendor reads its own name of that song', async (_what, own) => {
  const id = await music()
  const other = await second()
  other.server.refuseNext(200, { code: 'success', message: '', data: id })
  const told = await music()
  // New songs would go to the first channel; this one goes to the channel of the song it is based on.
  await site.relay.root.call('PUT', '/api/channel/', { id: other.id, priority: -10 })
  other.server.calls.length = 0
  expect((await site.submit({ prompt: 'more', task_id: told, ...own })).body.code).toBe('success')
  expect(other.server.calls[0]?.body).toEqual({ prompt: 'more', mv: 'chirp-v3-0', task_id: id, ...own })
  await other.close()
})

it('five thousand open tasks are asked for in ten calls, from the first to the last', async () => {
  const { relay, suno, channelId } = site
  const { knex } = relay.api.services
  const rows = Array.from({ length: 5_000 }, (_, index) => ({
    request_id: `many-${index}`,
    platform: 'suno',
    action: 'MUSIC',
    model: 'suno_music',
    public_id: `many-${index}`,
    vendor_id: `many-${index}`,
    user_id: 1,
    channel_id: channelId,
    key_hint: keyHint(channelId, suno.key),
    status: 'SUBMITTED',
    submit_ms: relay.api.clock.now(),
    changed_ms: 1,
  }))
  await knex.batchInsert('tasks', rows, 500)
  const told = rows.filter((_, index) => index % 100 === 99)
  const data = told.map(({ vendor_id }) => ({ task_id: vendor_id, status: 'IN_PROGRESS', progress: '5%' }))
  suno.tell(JSON.stringify({ code: 'success', data }))
  suno.calls.length = 0
  await pass()
  expect(suno.calls).toHaveLength(10)
  const moved = await knex('tasks').where({ status: 'IN_PROGRESS', progress: 5 }).pluck('id')
  expect(moved).toHaveLength(50)
})
