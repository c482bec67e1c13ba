import type OpenAI from 'openai'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pruneStates } from '../../../../src/daemon/jobs/prune.ts'
import { startTestRelay, type TestRelay } from '../../../support/test-relay.ts'

let relay: TestRelay

/** The models of a Claude, a Gemini, a chat-only and two Responses channels. */
const translated = ['claude-sonnet-4-5', 'gemini-2.5-pro', 'moonshot-v1-8k']
const native = ['gpt-5', 'gpt-5-mini']
const models = [...translated, ...native]

beforeAll(async () => {
  relay = await startTestRelay()
  await relay.setOption('SelfUseModeEnabled', 'true')
  await relay.addChannel({ type: 14, models: 'claude-sonnet-4-5' })
  await relay.addChannel({ type: 24, models: 'gemini-2.5-pro' })
  await relay.addChannel({ type: 25, models: 'moonshot-v1-8k' })
  for (const model of native) await relay.addChannel({ models: model, key: `key-of-${model}` })
})
afterAll(() => relay.close())
beforeEach(() => relay.upstream.reset())

type Items = OpenAI.Responses.ResponseInput

const ask = (
  model: string,
  conversation: string,
  input: string | Items,
  more: Partial<OpenAI.Responses.ResponseCreateParamsNonStreaming> = {},
) => relay.openai.responses.create({ ...more, model, conversation, input, stream: false })

const sent = (): string => JSON.stringify(relay.upstream.requests.at(-1)?.json)
const wordsSent = () => [...sent().matchAll(/(first|second|third) (question|answer)/g)].map(([text]) => text)

const call = (path: string, method = 'GET', body?: unknown, key = relay.key) =>
  fetch(`${relay.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })

const texts = async (id: string): Promise<readonly string[]> => {
  const found: string[] = []
  for await (const item of relay.openai.conversations.items.list(id, { order: 'asc', limit: 2 }))
    if (item.type === 'message') for (const part of item.content) if ('text' in part) found.push(part.text)
  return found
}

describe.each(models)('finding relay 7: a conversation with %s', (model) => {
  it('goes on, streamed and not, on whatever channel answers next', async () => {
    relay.upstream.next({ text: 'first answer' }, { text: 'second answer' })
    const { id } = await relay.openai.conversations.create()
    const first = await ask(model, id, 'first question', { instructions: 'not inherited' })
    expect(first.conversation).toEqual({ id })
    const stream = await relay.openai.responses.create({
      model,
      conversation: { id },
      input: [{ role: 'user', content: 'second question' }],
      stream: true,
    })
    const told: unknown[] = []
    for await (const event of stream)
      if (event.type === 'response.created' || event.type === 'response.completed')
        told.push(event.response.conversation)
    expect(told).toEqual([{ id }, { id }])
    for (const other of models) {
      await ask(other, id, 'third question', { store: false })
      expect(wordsSent()).toEqual([
        'first question',
        'first answer',
        'second question',
        'second answer',
        'third question',
      ])
      expect(sent()).not.toContain('not inherited')
      expect(sent()).not.toContain(id)
    }
    expect(await texts(id)).toEqual(['first question', 'first answer', 'second question', 'second answer'])
  })

  it('keeps calls and reasoning: a loop of tools that begins here ends on every other channel', async () => {
    const tools: OpenAI.Responses.Tool[] = [
      { type: 'function', name: 'look', parameters: { type: 'object', properties: {} }, strict: false },
    ]
    for (const other of models) {
      relay.upstream.reset()
      relay.upstream.next({ toolCalls: [{ name: 'look', arguments: {} }], reasoning: 'I should look.' })
      const { id } = await relay.openai.conversations.create()
      const begun = await ask(model, id, 'look around', { tools })
      const made = begun.output.find((item) => item.type === 'function_call')
      relay.upstream.next({ text: 'all seen' })
      const output = { type: 'function_call_output', call_id: made?.call_id ?? '', output: 'a door' } as const
      const ended = await ask(other, id, [output], { tools })
      expect(ended.output_text).toBe('all seen')
      expect(sent()).toContain('a door')
      const kept = await relay.openai.conversations.items.list(id, { order: 'asc' })
      const types = kept.data.map(({ type }) => type).filter((type) => type !== 'reasoning')
      expect(types).toEqual(['message', 'function_call', 'function_call_output', 'message'])
    }
  })
})

describe('finding relay 7: reasoning in a conversation', () => {
  it('goes back to the account that made it, and to no other', async () => {
    relay.upstream.next({ text: 'first answer', reasoning: 'Let me think.' })
    const { id } = await relay.openai.conversations.create()
    await ask('gpt-5', id, 'first question')
    await ask('gpt-5', id, 'second question', { store: false })
    expect(sent()).toContain('"encrypted_content"')
    await ask('gpt-5-mini', id, 'second question', { store: false })
    expect(sent()).not.toContain('"encrypted_content"')
    expect(sent()).toContain('first answer')
  })
})

describe('finding relay 7: conversations by their id', () => {
  it('are created with items, shown, given other metadata and deleted', async () => {
    const { conversations } = relay.openai
    const made = await conversations.create({
      metadata: { topic: 'trees' },
      items: [{ type: 'message', role: 'user', content: 'remember the tree' }],
    })
    expect(made).toMatchObject({ object: 'conversation', metadata: { topic: 'trees' } })
    expect(await conversations.retrieve(made.id)).toEqual(made)
    const changed = { ...made, metadata: { topic: 'woods' } }
    expect(await conversations.update(made.id, { metadata: { topic: 'woods' } })).toEqual(changed)
    expect(await conversations.retrieve(made.id)).toEqual(changed)
    await ask('gpt-5', made.id, 'which?')
    expect(sent()).toContain('remember the tree')
    expect(await conversations.delete(made.id)).toEqual({
      id: made.id,
      object: 'conversation.deleted',
      deleted: true,
    })
    await expect(conversations.retrieve(made.id)).rejects.toMatchObject({
      status: 404,
      code: 'conversation_not_found',
    })
    await expect(ask('gpt-5', made.id, 'more')).rejects.toMatchObject({ code: 'conversation_not_found' })
    expect(await relay.api.services.knex('conversation_items').where({ conversation_id: made.id })).toEqual(
      [],
    )
  })

  it('have items that are added, listed page by page, read and deleted', async () => {
    const { items } = relay.openai.conversations
    const { id } = await relay.openai.conversations.create()
    const numbers = Array.from({ length: 20 }, (_, index) => index)
    const added = await items.create(id, {
      items: numbers.map((n) => ({ role: 'user', content: `text ${n}` })),
    })
    expect(added.data).toHaveLength(20)
    const more = await items.create(id, {
      items: [{ type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' }],
    })
    expect(more.data).toMatchObject([
      { type: 'function_call', call_id: 'c', id: expect.stringMatching(/^fc_/) },
    ])
    const page = await items.list(id, { limit: 3, order: 'asc', after: added.data[1]?.id ?? '' })
    expect(page.data).toEqual(added.data.slice(2, 5))
    expect(page.has_more).toBe(true)
    const newest = await items.list(id)
    expect(newest.data).toEqual([...more.data, ...added.data.slice(1).toReversed()])
    expect(newest.has_more).toBe(true)
    const one = added.data[7]?.id ?? ''
    expect(await items.retrieve(one, { conversation_id: id })).toEqual(added.data[7])
    expect(await items.delete(one, { conversation_id: id })).toMatchObject({ id, object: 'conversation' })
    await expect(items.retrieve(one, { conversation_id: id })).rejects.toMatchObject({
      status: 404,
      code: 'conversation_item_not_found',
    })
    expect(await texts(id)).toEqual(numbers.filter((n) => n !== 7).map((n) => `text ${n}`))
  })

  it.each([
    ['POST', '', { items: Array.from({ length: 21 }, () => ({ role: 'user', content: 'x' })) }, 'items'],
    ['POST', '', { items: [{ nothing: 1 }] }, 'items[0]'],
    [
      'POST',
      '',
      { metadata: Object.fromEntries(Array.from({ length: 17 }, (_, i) => [i, 'x'])) },
      'metadata',
    ],
    ['POST', '', { metadata: { topic: 'x'.repeat(513) } }, 'metadata.topic'],
    ['POST', '/ID/items', { items: [] }, 'items'],
    ['POST', '/ID/items', { items: [{ type: 'item_reference', id: 'msg_1' }] }, 'items[0].type'],
    ['GET', '/ID/items?limit=101', undefined, 'limit'],
    ['GET', '/ID/items?order=up', undefined, 'order'],
  ])('refuse what is too much or no item: %s %s %o', async (method, path, body, param) => {
    const { id } = await relay.openai.conversations.create()
    const answer = await call(`/v1/conversations${path.replace('ID', id)}`, method, body)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ error: { type: 'invalid_request_error', param } })
  })

  it('belong to their user alone, and exclude previous_response_id', async () => {
    const { id } = await relay.openai.conversations.create({ items: [{ role: 'user', content: 'mine' }] })
    const [item] = (await relay.openai.conversations.items.list(id)).data
    const stranger = await relay.api.createUser('stranger')
    const key = await relay.addToken({}, stranger)
    for (const [method, path, body] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '', { metadata: {} }],
      ['GET', '/items'],
      ['POST', '/items', { items: [{ role: 'user', content: 'x' }] }],
      ['GET', `/items/${item?.id}`],
      ['DELETE', `/items/${item?.id}`],
    ] as const)
      expect((await call(`/v1/conversations/${id}${path}`, method, body, key)).status).toBe(404)
    const asked = { model: 'gpt-5', conversation: id, input: 'x' }
    expect((await call('/v1/responses', 'POST', asked, key)).status).toBe(404)
    expect(relay.upstream.hits).toBe(0)
    expect(await texts(id)).toEqual(['mine'])
    const both = await call('/v1/responses', 'POST', { ...asked, previous_response_id: 'resp_1' })
    expect(await both.json()).toMatchObject({ error: { param: 'previous_response_id' } })
  })

  it('that are not ours are left to a vendor that speaks Responses, and no other can be asked', async () => {
    expect((await ask('gpt-5', 'conv_of_the_vendor', 'x')).status).toBe('completed')
    expect(relay.upstream.requests.at(-1)?.json).toMatchObject({ conversation: 'conv_of_the_vendor' })
    relay.upstream.reset()
    await expect(ask('claude-sonnet-4-5', 'conv_of_the_vendor', 'x')).rejects.toMatchObject({ status: 400 })
    expect(relay.upstream.hits).toBe(0)
  })

  it('are sealed in the store, not added to with store: false, and not kept where the site keeps none', async () => {
    const { knex } = relay.api.services
    const { id } = await relay.openai.conversations.create({ metadata: { topic: 'very secret' } })
    await ask('claude-sonnet-4-5', id, 'a very secret question')
    await ask('claude-sonnet-4-5', id, 'another', { store: false })
    expect(await texts(id)).toHaveLength(2)
    const rows = [await knex('conversations'), await knex('conversation_items')]
    expect(JSON.stringify(rows)).not.toContain('secret')
    await relay.setOption('general_setting.response_keep_days', '0')
    const refused = await call('/v1/conversations', 'POST', {})
    await ask('claude-sonnet-4-5', id, 'another')
    await relay.setOption('general_setting.response_keep_days', '30')
    expect(refused.status).toBe(404)
    expect(await refused.json()).toMatchObject({ error: { code: 'conversations_off' } })
    expect(await texts(id)).toHaveLength(2)
  })

  it('have all items of two responses that are made at once, each side by side', async () => {
    const { id } = await relay.openai.conversations.create()
    await Promise.all(
      ['first', 'second', 'third'].map(async (word) => {
        await ask('moonshot-v1-8k', id, [
          { role: 'user', content: `${word} one` },
          { role: 'user', content: `${word} two` },
        ])
      }),
    )
    const kept = (await texts(id)).filter((text) => / (one|two)$/.test(text))
    expect(kept).toHaveLength(6)
    for (const word of ['first', 'second', 'third'])
      expect(kept.indexOf(`${word} two`)).toBe(kept.indexOf(`${word} one`) + 1)
  })

  it('take what runs in the background when it is complete', async () => {
    for (const model of ['claude-sonnet-4-5', 'gpt-5']) {
      relay.upstream.next({ text: 'a long thought' })
      const { id } = await relay.openai.conversations.create()
      const begun = await ask(model, id, 'think', { background: true })
      await expect
        .poll(async () => (await relay.openai.responses.retrieve(begun.id)).status)
        .toBe('completed')
      expect((await relay.openai.responses.retrieve(begun.id)).conversation).toEqual({ id })
      expect(await texts(id)).toEqual(['think', 'a long thought'])
    }
  })

  it('an account without quota keeps nothing, and reads what it has', async () => {
    const poor = await relay.api.createUser('penniless')
    const { id: userId } = await poor.call<{ id: number }>('GET', '/api/user/self')
    const client = relay.clientWith(await relay.addToken({}, poor))
    const refusal = { status: 403, code: 'conversation_without_credit' }
    await expect(client.conversations.create()).rejects.toMatchObject(refusal)
    await relay.root.call('POST', '/api/user/credit', { id: userId, delta: '1000' })
    const { id } = await client.conversations.create()
    await relay.root.call('POST', '/api/user/credit', { id: userId, delta: '-1000' })
    const items = [{ type: 'message' as const, role: 'user' as const, content: 'Hello' }]
    await expect(client.conversations.items.create(id, { items })).rejects.toMatchObject(refusal)
    expect(await client.conversations.retrieve(id)).toMatchObject({ id })
    expect(await client.conversations.delete(id)).toMatchObject({ deleted: true })
  })

  it('are free, so one account may keep only so many: then what is there can be read, added to by responses and deleted', async () => {
    const { knex } = relay.api.services
    const collector = await relay.api.createUser('collector')
    const client = relay.clientWith(await relay.addToken({ unlimited_quota: true }, collector))
    const { id: userId } = await collector.call<{ id: number }>('GET', '/api/user/self')
    await relay.root.call('POST', '/api/user/credit', { id: userId, delta: '1000000' })
    const { id } = await client.conversations.create()
    const sizeOf = (chars: number) => knex('conversations').where({ id }).update({ chars })
    await sizeOf(30_000_000)
    const others = await Promise.all(Array.from({ length: 8 }, () => client.conversations.create()))
    for (const other of others)
      await knex('conversations').where({ id: other.id }).update({ chars: 30_000_000 })
    const items: Items = [{ role: 'user', content: 'x' }]
    for (const refused of [
      () => client.conversations.create(),
      () => client.conversations.items.create(id, { items }),
    ])
      await expect(refused()).rejects.toMatchObject({ status: 400, code: 'conversations_no_room' })
    await client.responses.create({ model: 'claude-sonnet-4-5', conversation: id, input: 'x' })
    await client.conversations.delete(others[0]?.id ?? '')
    await client.conversations.items.create(id, { items })
  })

  it('are deleted with their user, and so are responses', async () => {
    const { knex } = relay.api.services
    const leaving = await relay.api.createUser('leaver')
    const client = relay.clientWith(await relay.addToken({ unlimited_quota: true }, leaving))
    const { id: userId } = await leaving.call<{ id: number }>('GET', '/api/user/self')
    await relay.root.call('POST', '/api/user/credit', { id: userId, delta: '1000000' })
    const { id } = await client.conversations.create({ items: [{ role: 'user', content: 'x' }] })
    await client.responses.create({ model: 'claude-sonnet-4-5', input: 'x' })
    expect(await knex('responses').where({ user_id: userId })).toHaveLength(1)
    await relay.root.call('POST', '/api/user/manage', { id: userId, action: 'delete' })
    for (const table of ['conversations', 'responses'])
      expect(await knex(table).where({ user_id: userId })).toEqual([])
    expect(await knex('conversation_items').where({ conversation_id: id })).toEqual([])
  })

  it('are kept as long as the site says after they were last added to, and removed then', async () => {
    const { id } = await relay.openai.conversations.create()
    const day = 86_400_000
    relay.api.clock.advance(29 * day)
    await relay.openai.conversations.items.create(id, { items: [{ role: 'user', content: 'x' }] })
    relay.api.clock.advance(29 * day)
    expect((await call(`/v1/conversations/${id}`)).status).toBe(200)
    relay.api.clock.advance(day + 1)
    expect((await call(`/v1/conversations/${id}`)).status).toBe(404)
    await pruneStates(relay.api.services)
    expect(await relay.api.services.knex('conversations').where({ id })).toEqual([])
    expect(await relay.api.services.knex('conversation_items').where({ conversation_id: id })).toEqual([])
  })
})
