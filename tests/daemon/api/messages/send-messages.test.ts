import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, startTestApi, type TestApi } from '../../../support/test-services.ts'
import { type InboxMessage, type Listed, type Message, sendMessage } from './new-message.ts'

let api: TestApi
let users: Caller[]
beforeAll(async () => {
  api = await startTestApi()
  users = []
  for (let each = 1; each <= 3; each += 1) users.push(await api.createUser(`user-${each}`))
})
afterAll(() => api.close())

const idsOf = (callers: readonly Caller[]) => callers.map(({ id }) => id)
const create = (fields: object) =>
  api.root.request<Message>('POST', '/api/admin/messages', {
    title: 'News',
    content: 'Something is new.',
    user_ids: idsOf(users),
    ...fields,
  })
const total = async () => (await api.root.call<Listed<Message>>('GET', '/api/admin/messages')).total
const titles = async (caller: Caller) =>
  (await caller.call<Listed<InboxMessage>>('GET', '/api/user/messages?page_size=100')).items.map(
    ({ title }) => title,
  )

describe('POST /api/admin/messages', () => {
  it('C-MSG-11 C-MSG-15 200 reaches each recipient and nobody else, trimmed, and tells what was sent', async () => {
    const outsider = await api.createUser('outsider')
    const message = await sendMessage(api, idsOf(users), {
      title: '  For three ',
      content: '\n <b>Hi</b>　',
      format: 'html',
    })
    expect(message).toEqual({
      id: message.id,
      title: 'For three',
      content: '<b>Hi</b>',
      format: 'html',
      created_at: message.created_at,
      updated_at: message.created_at,
      created_by: api.root.id,
      stats: { total_recipients: 3, read_count: 0, unread_count: 3 },
    })
    for (const user of users) expect(await titles(user)).toEqual(['For three'])
    expect(await titles(outsider)).toEqual([])
    expect(await titles(api.root)).toEqual([])
  })

  it('200 sends once to a recipient who is named twice; markdown unless said otherwise', async () => {
    const [first] = users
    const message = await sendMessage(api, [first?.id ?? 0, first?.id ?? 0], { title: 'Twice' })
    expect(message).toMatchObject({ format: 'markdown', stats: { total_recipients: 1 } })
    expect((await titles(first as Caller)).filter((title) => title === 'Twice')).toHaveLength(1)
  })

  it('200 reaches more recipients than one statement takes', async () => {
    const rows = Array.from({ length: 2500 }, (_, index) => ({ username: `crowd-${index}`, created_time: 1 }))
    const { knex } = api.services
    for (let at = 0; at < rows.length; at += 500) await knex('users').insert(rows.slice(at, at + 500))
    const crowd = await knex('users').whereLike('username', 'crowd-%').select<{ id: number }[]>('id')
    const message = await sendMessage(
      api,
      crowd.map(({ id }) => id),
    )
    expect(message.stats.total_recipients).toBe(2500)
    const [stored] = await knex('message_receipts').where({ message_id: message.id }).count({ n: '*' })
    expect(Number(stored?.n)).toBe(2500)
  })

  it('200 takes the longest texts, counted in characters', async () => {
    const fields = { title: '消'.repeat(200), content: '🎁'.repeat(20_000) }
    expect((await create(fields)).body.data).toMatchObject(fields)
  })

  it.each([
    [{ title: '' }, 'message_title_required', 'title'],
    [{ title: ' \n\t　' }, 'message_title_required', 'title'],
    [{ title: undefined }, 'message_title_required', 'title'],
    [{ title: 'x'.repeat(201) }, 'invalid_request', 'title'],
    [{ content: '' }, 'message_content_required', 'content'],
    [{ content: '   ' }, 'message_content_required', 'content'],
    [{ content: undefined }, 'message_content_required', 'content'],
    [{ content: 'x'.repeat(20_001) }, 'invalid_request', 'content'],
    [{ user_ids: [] }, 'message_recipients_required', 'user_ids'],
    [{ user_ids: undefined }, 'message_recipients_required', 'user_ids'],
    [{ user_ids: [999_999] }, 'message_recipient_unknown', 'user_ids'],
    [{ format: 'text' }, 'invalid_request', 'format'],
    [{ created_by: 7 }, 'invalid_request', 'created_by'],
  ])('400 refuses %j', async (fields, code, field) => {
    const before = await total()
    expect((await create(fields)).body).toMatchObject({ success: false, code, field })
    expect(await total()).toBe(before)
  })

  it.each([['1'], [1.5], [0], [-1], [2 ** 53], [null], [{}], [true]])(
    '400 refuses %j as a recipient',
    async (id) => {
      expect((await create({ user_ids: [id] })).body.code).toBe('invalid_request')
    },
  )

  it('400 sends to nobody when one recipient is unknown or deactivated, and names them', async () => {
    const gone = await api.createUser('gone')
    await api.root.call('POST', '/api/user/manage', { id: gone.id, action: 'delete' })
    const before = [await total(), await titles(users[0] as Caller)]
    const { body } = await create({ user_ids: [users[0]?.id, gone.id, 888_888] })
    expect(body.code).toBe('message_recipient_unknown')
    expect(body.message).toBe(
      `there is no active account with the ID ${gone.id}, 888888: choose other recipients`,
    )
    expect([await total(), await titles(users[0] as Caller)]).toEqual(before)
  })

  it('400 refuses more than ten thousand recipients', async () => {
    const { body } = await create({ user_ids: Array.from({ length: 10_001 }, (_, index) => index + 1) })
    expect(body).toMatchObject({ code: 'invalid_request', field: 'user_ids' })
  })

  it('C-MSG-12 says the three refusals in both languages', async () => {
    const say = async (fields: object, language: string) =>
      (
        await api.root.request(
          'POST',
          '/api/admin/messages',
          { title: 'x', content: 'x', user_ids: [1], ...fields },
          { 'accept-language': language },
        )
      ).body.message
    for (const [fields, en, zh] of [
      [{ title: ' ' }, 'please enter a message title', '请输入消息标题'],
      [{ content: ' ' }, 'please enter message content', '请输入消息内容'],
      [{ user_ids: [] }, 'please choose at least one recipient', '请至少选择一个接收者'],
    ] as const)
      expect([await say(fields, 'en'), await say(fields, 'zh')]).toEqual([en, zh])
  })

  it('C-MSG-01 403 on every call of administrators for users', async () => {
    const [user] = users
    for (const [method, path, body] of [
      ['GET', '/api/admin/messages', undefined],
      ['GET', '/api/admin/messages/search', undefined],
      ['GET', '/api/admin/messages/1', undefined],
      ['GET', '/api/admin/messages/1/recipients', undefined],
      ['POST', '/api/admin/messages', {}],
      ['PUT', '/api/admin/messages/1', {}],
      ['DELETE', '/api/admin/messages/1', undefined],
    ] as const) {
      const answer = await user?.request(method, path, body)
      expect([path, answer?.status, answer?.body.code]).toEqual([path, 403, 'insufficient_role'])
    }
  })
})
