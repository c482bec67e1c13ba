import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chargeCall, holdCall } from '../../../support/charged-call.ts'
import type { EventReader } from '../../../support/event-reader.ts'
import { type Caller, startTestApi, type TestApi } from '../../../support/test-services.ts'
import { connect, follow, writeRows } from './feed.ts'

let api: TestApi
let alice: Caller
let bob: Caller
beforeAll(async () => {
  api = await startTestApi()
  alice = await api.createUser('alice')
  bob = await api.createUser('bob')
  for (const { id } of [alice, bob]) await api.root.call('POST', '/api/user/credit', { id, delta: '1000000' })
})
afterAll(() => api.close())

const isRow = (id: number) => (event: { event: string; data: Record<string, unknown> }) =>
  event.event === 'log' && event.data.id === id
const lastRow = async (who = api.root, path = '/api/log/') =>
  (await who.call<{ items: Record<string, unknown>[] }>('GET', path)).items[0] ?? {}

describe('GET /api/event/', () => {
  it('tells of a charged call with the row that the list of the log gives', async () => {
    const reader = await follow(api, api.root)
    expect(reader.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-request-id': expect.stringMatching(/^req_/),
    })
    await chargeCall(api, { userId: alice.id, username: 'alice', cost: 1800, channelId: 3 })
    const row = await lastRow()
    expect((await reader.until(isRow(Number(row.id)))).data).toEqual(row)
    reader.close()
  })

  it('gives users their own rows alone, without channels', async () => {
    const [reader, all] = [await follow(api, alice, `?username=bob&channel=3`), await follow(api, api.root)]
    await chargeCall(api, { userId: bob.id, username: 'bob', cost: 1000, channelId: 3 })
    await chargeCall(api, { userId: alice.id, username: 'alice', cost: 1000, channelId: 3 })
    const row = await lastRow(alice, '/api/log/self')
    expect((await reader.until(isRow(Number(row.id)))).data).toEqual(row)
    expect(row).not.toHaveProperty('channel')
    expect(JSON.stringify(reader.events)).not.toMatch(/bob|use_channel|channel_name/)
    await all.until(isRow(Number(row.id)))
    expect(all.rowIds).toHaveLength(2)
    for (const each of [reader, all]) each.close()
  })

  it('gives users their own rows alone when they resume, too', async () => {
    const start = (await follow(api, alice)).lastId
    const foreign = await writeRows(api, 3, { user_id: bob.id, username: 'bob' })
    const [own = 0] = await writeRows(api, 1, { user_id: alice.id, username: 'alice' })
    const reader = await connect(api, alice, '', { 'last-event-id': start })
    await reader.until(isRow(own))
    expect(reader.rowIds).toEqual([own])
    expect(reader.rowIds).not.toContain(foreign[0])
    reader.close()
  })

  it.each([
    ['type=6', { type: 6 }],
    ['errors=true', { type: 6 }],
    ['model_name=claude-x', { model: 'claude-x' }],
    ['model_name=claude%25', { model: 'claude-haiku' }],
    ['model_name=%25haiku', { model: 'claude-haiku' }],
    ['model_name=%25ude-h%25', { model: 'claude-haiku' }],
    [`token_name=${encodeURIComponent('报表')}`, { token_name: '报表' }],
    ['group=vip', { group_name: 'vip' }],
    ['channel=77', { channel_id: 77 }],
    ['username=nobody', { username: 'nobody', user_id: 999 }],
    ['username=alice', { username: 'a former name', user_id: 'alice' }],
  ])('%s gives the rows it names, following and resuming alike', async (query, fields) => {
    const wanted = {
      ...fields,
      ...('user_id' in fields && fields.user_id === 'alice' ? { user_id: alice.id } : {}),
    }
    const reader = await follow(api, api.root, `?${query}`)
    const start = reader.lastId
    await writeRows(api, 1, { model: 'CLAUDE-X' })
    const [id = 0] = await writeRows(api, 1, wanted)
    await writeRows(api, 1)
    await reader.until(isRow(id))
    const again = await connect(api, api.root, `?${query}&last_event_id=${encodeURIComponent(start)}`)
    await again.until(isRow(id))
    await again.live()
    expect([reader.rowIds, again.rowIds]).toEqual([[id], [id]])
    for (const each of [reader, again]) each.close()
  })

  it('loses nothing and repeats nothing across reconnects while rows are being written', async () => {
    let lastId = (await follow(api, api.root)).lastId
    const received: number[] = []
    const written: number[] = []
    let isWriting = true
    const writing = (async () => {
      for (let round = 0; round < 40; round += 1) {
        written.push(...(await writeRows(api, 7)))
        await chargeCall(api, { userId: alice.id, username: 'alice', cost: 10 })
        written.push(Number((await lastRow()).id))
      }
      isWriting = false
    })()
    const total = () => (isWriting ? Number.POSITIVE_INFINITY : written.length)
    while (received.length < total()) {
      const reader: EventReader = await connect(api, api.root, '', { 'last-event-id': lastId })
      // Wait for some rows or for the first pulse, whichever comes first.
      await reader.until(
        () => reader.rowIds.length >= 23 || reader.events.some(({ event }) => event === 'pulse'),
      )
      reader.close()
      received.push(...reader.rowIds)
      lastId = reader.lastId
    }
    await writing
    expect(received).toHaveLength(written.length)
    expect([...received].sort((a, b) => a - b)).toEqual(written)
  })

  it('brings back what was missed in pages, and then follows', async () => {
    const start = (await follow(api, api.root)).lastId
    const missed = await writeRows(api, 450)
    const reader = await connect(api, api.root, '', { 'last-event-id': start })
    await reader.until(isRow(missed.at(-1) ?? 0))
    expect(reader.rowIds).toEqual(missed)
    const [next = 0] = await writeRows(api, 1)
    await reader.until(isRow(next))
    expect(reader.rowIds).toEqual([...missed, next])
    reader.close()
  })

  it('moves the id on with every pulse when a filter hides the rows', async () => {
    const reader = await follow(api, api.root, '?model_name=none-of-these')
    const [id = 0] = await writeRows(api, 1)
    await reader.until((each) => each.event === 'pulse' && Number(each.id.split('!')[0]) >= id)
    expect(reader.rowIds).toEqual([])
    reader.close()
  })

  it('looks back the seconds it is asked for when there is no id', async () => {
    const atMs = api.clock.now() + 7_200_000
    api.clock.advance(7_200_000)
    const [old = 0] = await writeRows(api, 1, { at_ms: atMs - 120_000 })
    const recent = await writeRows(api, 2, { at_ms: atMs - 30_000 })
    const reader = await follow(api, api.root, '?back=60')
    await reader.until(isRow(recent.at(-1) ?? 0))
    expect(reader.rowIds).toEqual(recent)
    expect(reader.rowIds).not.toContain(old)
    reader.close()
  })

  it('pulses with the running holds and the commit time for administrators, with the time alone for users', async () => {
    await holdCall(api, { userId: alice.id, cost: 1000 })
    const [reader, own] = [await follow(api, api.root), await follow(api, alice)]
    const pulse = await reader.until(({ data }) => 'open_holds' in data)
    expect(pulse.data).toEqual({
      at_ms: expect.any(Number),
      open_holds: 1,
      commit_p99_ms: expect.any(Number),
    })
    await own.until((each) => each !== own.events[0] && each.event === 'pulse')
    for (const { data } of own.events) expect(Object.keys(data)).toEqual(['at_ms'])
    for (const each of [reader, own]) each.close()
  })

  it.each([
    'x',
    '-1',
    '1!',
    '1!2',
    '10!5-3',
    '10!3-5,4-6',
    '10!0-1',
    '10!10',
    '99999999999999999999',
    '9999999999999999',
    '1;drop',
    '10!3-5,',
  ])('400 refuses %j as a resume id and says what to do', async (id) => {
    for (const reader of [
      await connect(api, api.root, '', { 'last-event-id': id }),
      await connect(api, api.root, `?last_event_id=${encodeURIComponent(id)}`),
    ]) {
      expect(reader.status).toBe(400)
      expect(JSON.parse(await reader.text())).toMatchObject({
        success: false,
        code: 'resume_id_invalid',
        field: 'last_event_id',
        message: expect.stringContaining('the ID of the last event'),
      })
    }
  })

  it('400 refuses what the contract does not allow', async () => {
    const tooLong = `last_event_id=${'1'.repeat(4097)}`
    for (const query of ['back=-1', 'back=3601', 'type=7', 'errors=maybe', tooLong]) {
      const reader = await connect(api, api.root, `?${query}`)
      expect([query, reader.status, JSON.parse(await reader.text()).code]).toEqual([
        query,
        400,
        'invalid_request',
      ])
    }
  })

  it('takes an id from the future for the present', async () => {
    const reader = await connect(api, api.root, '', { 'last-event-id': '9007199254740991' })
    await reader.live()
    const [id = 0] = await writeRows(api, 1)
    await reader.until(isRow(id))
    expect(reader.rowIds).toEqual([id])
    reader.close()
  })

  it('tells administrators, and nobody else, that channels changed', async () => {
    const [reader, own] = [await follow(api, api.root), await follow(api, alice)]
    await api.services.changes.changed('channels', 1)
    expect((await reader.until(({ event }) => event === 'channels')).data).toEqual({})
    const [id = 0] = await writeRows(api, 1, { user_id: alice.id })
    await own.until(isRow(id))
    expect(own.events.some(({ event }) => event === 'channels')).toBe(false)
    const again = await connect(api, api.root, '', { 'last-event-id': reader.lastId })
    // A reader that was disconnected may have missed a change.
    await again.until(({ event }) => event === 'channels')
    for (const each of [reader, own, again]) each.close()
  })
})
