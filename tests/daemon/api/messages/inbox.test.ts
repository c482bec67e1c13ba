import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, startTestApi, type TestApi } from '../../../support/test-services.ts'
import { type InboxMessage, type Listed, sendMessage } from './new-message.ts'

let api: TestApi
let ada: Caller
let bob: Caller
beforeAll(async () => {
  api = await startTestApi()
  ada = await api.createUser('ada')
  bob = await api.createUser('bob')
})
afterAll(() => api.close())

const list = (caller: Caller, query = '') =>
  caller.call<Listed<InboxMessage>>('GET', `/api/user/messages${query}`)
const unread = async (caller: Caller) =>
  (await caller.call<{ unread_count: number }>('GET', '/api/user/messages/unread_count')).unread_count

describe('the inbox', () => {
  it('200 is an empty page for who was sent nothing', async () => {
    expect(await list(ada)).toEqual({ items: [], page: 1, page_size: 10, total: 0 })
    expect(await unread(ada)).toBe(0)
  })

  it('C-INBOX-10 200 shows every field of a message, unread at first', async () => {
    const { id } = await sendMessage(api, [ada.id], { title: 'Hello', content: '# Hi', format: 'markdown' })
    const [message] = (await list(ada)).items
    expect(message).toEqual({
      id,
      title: 'Hello',
      content: '# Hi',
      format: 'markdown',
      created_at: message?.created_at,
      read_at: null,
      is_read: false,
    })
    expect(Math.abs(Date.parse(message?.created_at ?? '') - Date.now())).toBeLessThan(60_000)
    expect(await ada.call('GET', `/api/user/messages/${id}`)).toEqual(message)
  })

  it("C-INBOX-01 C-INBOX-07 200 lists the caller's messages only, newest first, in pages; p=0 is the first", async () => {
    const cleo = await api.createUser('cleo')
    const sent: number[] = []
    for (let each = 1; each <= 12; each += 1)
      sent.push((await sendMessage(api, [cleo.id, bob.id], { title: `No. ${each}` })).id)
    await sendMessage(api, [bob.id], { title: 'for bob alone' })
    const newestFirst = sent.toReversed()
    const ids = async (query: string) => (await list(cleo, query)).items.map(({ id }) => id)
    expect(await ids('')).toEqual(newestFirst.slice(0, 10))
    expect(await ids('?p=0')).toEqual(newestFirst.slice(0, 10))
    expect(await ids('?p=2')).toEqual(newestFirst.slice(10))
    expect(await ids('?p=2&page_size=5')).toEqual(newestFirst.slice(5, 10))
    expect(await list(cleo, '?p=9')).toMatchObject({ items: [], page: 9, total: 12 })
    expect(await unread(cleo)).toBe(12)
    expect(await unread(bob)).toBe(13)
  })

  it('200 lists unread messages alone, in pages of their own, and all of them when nothing is said', async () => {
    const olga = await api.createUser('olga')
    const sent: number[] = []
    for (let each = 1; each <= 5; each += 1)
      sent.push((await sendMessage(api, [olga.id, bob.id], { title: `Unread ${each}` })).id)
    await olga.call('PUT', `/api/user/messages/${sent[3]}/read`)
    const unreadFirst = sent.filter((id) => id !== sent[3]).toReversed()
    const ids = async (query: string) => (await list(olga, query)).items.map(({ id }) => id)
    expect(await ids('?unread=true')).toEqual(unreadFirst)
    expect(await list(olga, '?unread=true&page_size=3')).toMatchObject({ total: 4 })
    expect(await ids('?unread=true&page_size=3&p=2')).toEqual(unreadFirst.slice(3))
    for (const query of ['', '?unread=false']) expect(await ids(query)).toEqual(sent.toReversed())
  })

  it('C-INBOX-06 404 for a message of somebody else, which answers as one that never was', async () => {
    const { id } = await sendMessage(api, [ada.id], { title: 'secret' })
    const unknown = await bob.request('GET', '/api/user/messages/999999')
    expect([unknown.status, unknown.body.code, unknown.body.message]).toEqual([
      404,
      'message_not_found',
      'message does not exist',
    ])
    for (const [method, path] of [
      ['GET', `/api/user/messages/${id}`],
      ['PUT', `/api/user/messages/${id}/read`],
      ['PUT', '/api/user/messages/999999/read'],
    ] as const) {
      const answer = await bob.request(method, path)
      expect([path, answer.status, answer.body]).toEqual([path, 404, unknown.body])
    }
    // An administrator's inbox contains messages they received, not those they sent.
    expect((await api.root.request('GET', `/api/user/messages/${id}`)).status).toBe(404)
    expect((await ada.call<InboxMessage>('GET', `/api/user/messages/${id}`)).is_read).toBe(false)
  })

  it('C-INBOX-05 C-MSG-16 200 reading sets the time once, for the reader alone; getting does not read', async () => {
    const dora = await api.createUser('dora')
    const { id } = await sendMessage(api, [dora.id, bob.id])
    const before = await unread(bob)
    const path = `/api/user/messages/${id}`
    expect((await dora.call<InboxMessage>('GET', path)).is_read).toBe(false)
    expect(await unread(dora)).toBe(1)
    const read = await dora.call<InboxMessage>('PUT', `${path}/read`)
    expect(read).toMatchObject({ id, is_read: true })
    expect(Math.abs(Date.parse(read.read_at ?? '') - api.clock.now())).toBeLessThan(60_000)
    api.clock.advance(90_000)
    expect(await dora.call('PUT', `${path}/read`)).toEqual(read)
    expect((await list(dora)).items).toEqual([read])
    expect(await unread(dora)).toBe(0)
    expect(await unread(bob)).toBe(before)
    expect((await bob.call<InboxMessage>('GET', path)).read_at).toBe(null)
  })

  it('200 readings at the same time count once', async () => {
    const emil = await api.createUser('emil')
    const { id } = await sendMessage(api, [emil.id])
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => emil.call<InboxMessage>('PUT', `/api/user/messages/${id}/read`)),
    )
    expect(new Set(answers.map(({ read_at }) => read_at)).size).toBe(1)
    expect(await unread(emil)).toBe(0)
  })

  it('401 without a session, and 403 for an access token without the scope', async () => {
    for (const path of ['/api/user/messages', '/api/user/messages/1', '/api/user/messages/unread_count'])
      expect((await api.anonymous.request('GET', path)).status).toBe(401)
    const { token } = await ada.call<{ token: string }>('POST', '/api/access_token/', {
      name: 'logs only',
      scopes: ['logs:read'],
    })
    const answer = await api.withToken(token).request('GET', '/api/user/messages')
    expect([answer.status, answer.body.code]).toEqual([403, 'insufficient_scope'])
  })

  it('says in both languages that a message does not exist', async () => {
    const say = async (language: string) =>
      (await ada.request('GET', '/api/user/messages/999999', undefined, { 'accept-language': language })).body
        .message
    expect([await say('en'), await say('zh')]).toEqual(['message does not exist', '消息不存在'])
  })
})
