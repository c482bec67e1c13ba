import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, startTestApi, type TestApi } from '../../../support/test-services.ts'
import { type InboxMessage, type Listed, type Message, sendMessage } from './new-message.ts'

interface Recipient {
  readonly user_id: number
  readonly username: string
  readonly display_name: string
  readonly read_at: string | null
}
interface AuditEvent {
  readonly action: string
  readonly actor_id: number
  readonly target_id: string
  readonly before: string
  readonly after: string
}

let api: TestApi
let ada: Caller
let bob: Caller
let admin: Caller
beforeAll(async () => {
  api = await startTestApi()
  ada = await api.createUser('ada')
  bob = await api.createUser('bob')
  admin = await api.createUser('helen', 10)
})
afterAll(() => api.close())

const read = (caller: Caller, id: number) => caller.call('PUT', `/api/user/messages/${id}/read`)
const unread = async (caller: Caller) =>
  (await caller.call<{ unread_count: number }>('GET', '/api/user/messages/unread_count')).unread_count
const events = async (id: number) =>
  (
    await api.root.call<Listed<AuditEvent>>('GET', `/api/audit_event/?target_kind=message&target_id=${id}`)
  ).items.toReversed()
const search = async (query: string) =>
  (await api.root.call<Listed<Message>>('GET', `/api/admin/messages/search?${query}`)).items.map(
    ({ title }) => title,
  )

describe('messages as administrators see them', () => {
  it('C-MSG-03 C-MSG-15 200 come newest first, in pages, with how many have read them; p=0 is the first page', async () => {
    const first = await sendMessage(api, [ada.id, bob.id, admin.id], { title: 'First' })
    const second = await sendMessage(api, [bob.id], { title: 'Second' })
    await read(ada, first.id)
    await read(bob, first.id)
    const page = await admin.call<Listed<Message>>('GET', '/api/admin/messages?p=0&page_size=20')
    expect(page).toEqual(await admin.call('GET', '/api/admin/messages?p=1&page_size=20'))
    expect([page.page, page.page_size, page.total]).toEqual([1, 20, 2])
    expect(page.items.map(({ title, stats }) => [title, stats])).toEqual([
      ['Second', { total_recipients: 1, read_count: 0, unread_count: 1 }],
      ['First', { total_recipients: 3, read_count: 2, unread_count: 1 }],
    ])
    expect(await admin.call('GET', `/api/admin/messages/${second.id}`)).toEqual(page.items[0])
    expect((await admin.request('GET', '/api/admin/messages/999999')).body.code).toBe('message_not_found')
  })

  it('C-MSG-10 C-MSG-16 200 the recipients come in pages, with the time of their reading', async () => {
    const crowd: Caller[] = []
    for (let each = 1; each <= 11; each += 1) crowd.push(await api.createUser(`reader-${each}`))
    const { id } = await sendMessage(
      api,
      crowd.map((each) => each.id),
    )
    await read(crowd[10] as Caller, id)
    const path = `/api/admin/messages/${id}/recipients`
    const first = await admin.call<Listed<Recipient>>('GET', path)
    expect([first.items.length, first.total, first.page_size]).toEqual([10, 11, 10])
    expect(first.items[0]).toEqual({
      user_id: crowd[0]?.id,
      username: 'reader-1',
      display_name: 'reader-1',
      read_at: null,
    })
    const second = await admin.call<Listed<Recipient>>('GET', `${path}?p=2`)
    expect(second.items.map(({ username }) => username)).toEqual(['reader-11'])
    expect(Date.parse(second.items[0]?.read_at ?? '')).toBeGreaterThan(0)
    expect((await admin.request('GET', '/api/admin/messages/999999/recipients')).status).toBe(404)
  })
})

describe('GET /api/admin/messages/search', () => {
  it('C-MSG-04 200 finds a word of the title or of the content in any case, and takes signs literally', async () => {
    await sendMessage(api, [ada.id], { title: 'Summer SALE', content: 'all of July' })
    await sendMessage(api, [ada.id], { title: 'Prices', content: 'The summer is over: 100% off_line' })
    expect(await search('keyword=summer')).toEqual(['Prices', 'Summer SALE'])
    expect(await search('keyword=sale')).toEqual(['Summer SALE'])
    expect(await search(`keyword=${encodeURIComponent('100% off_')}`)).toEqual(['Prices'])
    expect(await search(`keyword=${encodeURIComponent('100_ off')}`)).toEqual([])
    expect(await search('keyword=nothing-like-it')).toEqual([])
  })

  it('C-MSG-04 200 a range of dates holds both its days; times are read with their offset', async () => {
    const sentAt = async (title: string, iso: string) => {
      const { id } = await sendMessage(api, [ada.id], { title: `dated ${title}` })
      await api.services
        .knex('messages')
        .where({ id })
        .update({ created_ms: Date.parse(iso) })
    }
    await sentAt('a', '2025-03-01T00:00:00.000Z')
    await sentAt('b', '2025-03-02T23:59:59.999Z')
    await sentAt('c', '2025-03-03T00:00:00.000Z')
    const found = (range: string) => search(`keyword=dated&${range}`)
    expect(await found('start_date=2025-03-01&end_date=2025-03-02')).toEqual(['dated b', 'dated a'])
    expect(await found('start_date=2025-03-02&end_date=2025-03-03')).toEqual(['dated c', 'dated b'])
    expect(await found('end_date=2025-03-01')).toEqual(['dated a'])
    expect(await found('start_date=2025-03-03')).toEqual(['dated c'])
    expect(await found('start_date=2025-03-02T23:59:59.999Z&end_date=2025-03-02T23:59:59.999Z')).toEqual([
      'dated b',
    ])
    expect(await found('end_date=2025-03-01T08:00:00%2B08:00')).toEqual(['dated a'])
    expect(await found('end_date=2025-03-01T08:00:00+08:00')).toEqual(['dated a'])
    expect(await found('end_date=2025-03-01T07:59:59%2B08:00')).toEqual([])
    expect(await found('start_date=2025-03-03T00:00:00&end_date=')).toEqual(['dated c'])
    expect(await found('start_date=2025-03-04&end_date=2025-03-01')).toEqual([])
  })

  it.each([
    'yesterday',
    '2025-02-30',
    '2025-13-01',
    '2025-02-31T00:00:00Z',
    '1735689600',
    '2025-03-01T99:00',
  ])('400 refuses %j as a date and names the field', async (text) => {
    for (const field of ['start_date', 'end_date']) {
      const answer = await api.root.request('GET', `/api/admin/messages/search?${field}=${text}`)
      expect([answer.status, answer.body]).toMatchObject([400, { code: 'message_date_invalid', field }])
    }
  })
})

describe('PUT /api/admin/messages/{id}', () => {
  it('C-MSG-09 200 changes title, content and format, trimmed; who has read it has still read it', async () => {
    const { id, created_at } = await sendMessage(api, [ada.id, bob.id], { title: 'Draft' })
    await read(ada, id)
    const before = await ada.call<InboxMessage>('GET', `/api/user/messages/${id}`)
    api.clock.advance(5_000)
    const changed = await admin.call<Message>('PUT', `/api/admin/messages/${id}`, {
      title: '  Final ',
      content: ' <p>done</p>\n',
      format: 'html',
    })
    expect(changed).toMatchObject({ title: 'Final', content: '<p>done</p>', format: 'html', created_at })
    expect(Date.parse(changed.updated_at)).toBeGreaterThan(Date.parse(created_at))
    expect(changed.stats).toEqual({ total_recipients: 2, read_count: 1, unread_count: 1 })
    expect(await ada.call('GET', `/api/user/messages/${id}`)).toEqual({
      ...before,
      title: 'Final',
      content: '<p>done</p>',
      format: 'html',
    })
  })

  it('200 leaves what is absent, and takes a whole answer back', async () => {
    const sent = await sendMessage(api, [ada.id], { format: 'html' })
    const path = `/api/admin/messages/${sent.id}`
    expect(await admin.call('PUT', path, { title: 'Other' })).toMatchObject({
      ...sent,
      title: 'Other',
      updated_at: expect.anything(),
    })
    expect(await admin.call('PUT', path, { ...sent, created_by: 99, stats: {} })).toMatchObject({
      title: sent.title,
      created_by: api.root.id,
      stats: { total_recipients: 1 },
    })
  })

  it('400 refuses blanks and foreign fields, 404 what does not exist; nothing changes', async () => {
    const sent = await sendMessage(api, [ada.id])
    const path = `/api/admin/messages/${sent.id}`
    for (const [body, code] of [
      [{ title: ' ' }, 'message_title_required'],
      [{ content: '\t' }, 'message_content_required'],
      [{ title: 'x'.repeat(201) }, 'invalid_request'],
      [{ user_ids: [bob.id] }, 'invalid_request'],
      [{ format: 'text' }, 'invalid_request'],
    ] as const)
      expect((await admin.request('PUT', path, body)).body.code).toBe(code)
    expect(await admin.call('GET', path)).toEqual(sent)
    expect((await admin.request('PUT', '/api/admin/messages/999999', { title: 'x' })).status).toBe(404)
  })
})

describe('DELETE /api/admin/messages/{id}', () => {
  it('C-MSG-06 200 takes it and its receipts away from everybody; 404 the second time', async () => {
    const { id } = await sendMessage(api, [ada.id, bob.id])
    const before = await unread(ada)
    await read(bob, id)
    await admin.call('DELETE', `/api/admin/messages/${id}`)
    expect(await unread(ada)).toBe(before - 1)
    for (const caller of [ada, bob])
      expect((await caller.request('GET', `/api/user/messages/${id}`)).body.code).toBe('message_not_found')
    expect(await api.services.knex('message_receipts').where({ message_id: id })).toEqual([])
    expect((await admin.request('DELETE', `/api/admin/messages/${id}`)).status).toBe(404)
  })
})

describe('the record of changes', () => {
  it('holds who sent, changed and deleted a message, and what it was', async () => {
    const { id } = await admin.call<Message>('POST', '/api/admin/messages', {
      title: 'Recorded',
      content: 'one',
      user_ids: [ada.id, bob.id],
    })
    await api.root.call('PUT', `/api/admin/messages/${id}`, { content: 'two' })
    await api.root.call('PUT', `/api/admin/messages/${id}`, { content: 'two' })
    await read(ada, id)
    await admin.call('DELETE', `/api/admin/messages/${id}`)
    const recorded = (await events(id)).map((each) => [
      each.action,
      each.actor_id,
      each.before && JSON.parse(each.before),
      each.after && JSON.parse(each.after),
    ])
    const facts = { title: 'Recorded', content: 'one', format: 'markdown', total_recipients: 2 }
    expect(recorded).toEqual([
      ['message.create', admin.id, '', facts],
      ['message.update', api.root.id, { content: 'one' }, { content: 'two' }],
      ['message.delete', admin.id, { ...facts, content: 'two' }, ''],
    ])
  })
})
