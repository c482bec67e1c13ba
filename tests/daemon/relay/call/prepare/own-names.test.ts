import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestRelay, type TestRelay } from '../../../../support/test-relay.ts'

let relay: TestRelay
/** Two tokens of one user, and one of another. */
let anna: readonly string[]
let bert: string

beforeAll(async () => {
  relay = await startTestRelay()
  await relay.addChannel({ type: 22, models: 'app' })
  await relay.addChannel({ type: 22, models: 'passing', setting: '{"pass_through_body_enabled":true}' })
  await relay.setOption('ModelRatio', '{"app":1,"passing":1}')
  const other = await relay.api.createUser('bert')
  const { id } = await other.call<{ id: number }>('GET', '/api/user/self')
  await relay.root.call('POST', '/api/user/credit', { id, delta: '1000000' })
  anna = [relay.key, await relay.addToken()]
  bert = await relay.addToken({}, other)
})
afterAll(() => relay.close())
beforeEach(() => relay.upstream.reset())

/** Returns the name that the vendor receives. */
async function nameSent(key: string | undefined, chatId: unknown, model = 'app'): Promise<unknown> {
  const answer = await relay.post(
    '/v1/chat/completions',
    { model, chatId, messages: [{ role: 'user', content: 'What did I tell you?' }] },
    { authorization: `Bearer ${key}` },
  )
  expect(answer.status, await answer.text()).toBe(200)
  return Object(relay.upstream.requests.at(-1)?.json).chatId
}

describe('a conversation that FastGPT keeps under a name of the client', () => {
  it.each(['app', 'passing'])('is out of reach for other users of the channel (%s)', async (model) => {
    const mine = await nameSent(anna[0], 'chat-1', model)
    expect(mine).toMatch(/^[0-9a-f]{32}$/)
    const tried = [await nameSent(bert, 'chat-1', model), await nameSent(bert, mine, model)]
    expect(tried).not.toContain(mine)
  })

  it('goes on with every token of its user', async () => {
    expect(await nameSent(anna[1], 'chat-1')).toBe(await nameSent(anna[0], 'chat-1'))
    expect(await nameSent(anna[0], 'chat-2')).not.toBe(await nameSent(anna[0], 'chat-1'))
  })

  it('is of the application that the channel has, whatever the client names', async () => {
    const messages = [{ role: 'user', content: 'hello' }]
    const answer = await relay.post('/v1/chat/completions', { model: 'app', appId: '6'.repeat(24), messages })
    expect([answer.status, answer.headers.get('tollgate-translation')]).toEqual([200, 'lossy; appId'])
    expect(relay.upstream.requests.at(-1)?.json).not.toHaveProperty('appId')
  })

  it('cannot be found by a condition in place of its name', async () => {
    expect(await nameSent(bert, { $gt: '' })).toMatch(/^[0-9a-f]{32}$/)
  })

  it.each(['', undefined])('is not begun without a name (%j)', async (none) => {
    expect(await nameSent(bert, none)).toBe(none)
  })
})
