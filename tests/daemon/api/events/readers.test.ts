import type { Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, startTestApi, type TestApi, testPassword } from '../../../support/test-services.ts'
import { connect, follow, writeRows } from './feed.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

/** Resolves with the server's end of the next connection. */
const nextSocket = (): Promise<Socket> =>
  new Promise((resolve) => api.app.server.once('connection', (socket: Socket) => resolve(socket)))

describe('a reader that does not take what is sent', () => {
  it('is dropped with an event, holds little memory, and gets the rest when it resumes', async () => {
    const accepted = nextSocket()
    const slow = await follow(api, api.root)
    const socket = await accepted
    const healthy = await follow(api, api.root, '?model_name=marker')
    slow.pause()
    let held = 0
    const content = 'x'.repeat(20_000)
    const written: number[] = []
    for (let round = 0; round < 24; round += 1) {
      written.push(...(await writeRows(api, 50, { content })))
      held = Math.max(held, socket.writableLength)
    }
    const [marker = 0] = await writeRows(api, 1, { model: 'marker' })
    written.push(marker)
    await healthy.until(({ data }) => data.id === marker)
    held = Math.max(held, socket.writableLength)
    slow.resume()
    const last = await slow.until(({ event }) => event === 'dropped')
    expect(last.data).toEqual({
      code: 'reader_too_slow',
      message: expect.stringContaining('reconnect with the last ID'),
    })
    await slow.ended()
    expect(slow.rowIds.length).toBeLessThan(written.length)
    // 24 MB were written; one page adds up to 2 MB to the bound.
    expect(held).toBeLessThan(3_000_000)
    const again = await connect(api, api.root, '', { 'last-event-id': last.id })
    await again.until(({ data }) => data.id === marker)
    expect([...slow.rowIds, ...again.rowIds]).toEqual(written)
    for (const each of [healthy, again]) each.close()
  })

  it('gets a long past no faster than it takes it', async () => {
    const { lastId } = await follow(api, api.root)
    const written = await writeRows(api, 1000, { content: 'x'.repeat(20_000) })
    const accepted = nextSocket()
    const reader = await connect(api, api.root, '', { 'last-event-id': lastId })
    const socket = await accepted
    reader.pause()
    let held = 0
    // Live rows keep coming meanwhile; they must not pile up for this reader either.
    for (let round = 0; round < 20; round += 1) {
      written.push(...(await writeRows(api, 10, { content: 'y'.repeat(20_000) })))
      held = Math.max(held, socket.writableLength)
    }
    reader.resume()
    await reader.until(({ data }) => data.id === written.at(-1))
    expect(held).toBeLessThan(3_000_000)
    expect(reader.rowIds).toEqual(written)
    expect(reader.events.some(({ event }) => event === 'dropped')).toBe(false)
    reader.close()
  })
})

describe('a reader whose rights end', () => {
  const ends: readonly (readonly [string, (caller: Caller) => Promise<unknown>])[] = [
    ['signs out', (caller) => caller.call('GET', '/api/user/logout')],
    ['is banned', ({ id }) => api.root.call('POST', '/api/user/manage', { id, action: 'disable' })],
    ['is deleted', ({ id }) => api.root.call('POST', '/api/user/manage', { id, action: 'delete' })],
    ['is promoted', ({ id }) => api.root.call('POST', '/api/user/manage', { id, action: 'promote' })],
  ]
  it.each(ends)('is sent nothing more once it %s', async (what, act) => {
    const caller = await api.createUser(
      what
        .replace(/^(is )?/, 'u-')
        .replace(' ', '')
        .slice(0, 12),
    )
    const reader = await follow(api, caller)
    await act(caller)
    await reader.ended()
    await writeRows(api, 1, { user_id: caller.id })
    expect(reader.rowIds).toEqual([])
  })

  it('is sent nothing more once it is demoted, and then gets its own rows alone', async () => {
    const admin = await api.createUser('adam', 10)
    const reader = await follow(api, admin)
    await api.root.call('POST', '/api/user/manage', { id: admin.id, action: 'demote' })
    await reader.ended()
    await writeRows(api, 1)
    const [own = 0] = await writeRows(api, 1, { user_id: admin.id })
    const again = await connect(api, admin, '', { 'last-event-id': reader.lastId })
    await again.until(({ data }) => data.id === own)
    expect(again.rowIds).toEqual([own])
    again.close()
  })

  it('is sent nothing more once its access token is deleted or ends', async () => {
    const make = (name: string, expires_time = -1) =>
      api.root.call<{ id: number; token: string }>('POST', '/api/access_token/', {
        name,
        scopes: ['logs:read'],
        expires_time,
      })
    const soon = Math.floor(api.clock.now() / 1000) + 60
    const [deleted, ending] = [await make('deleted'), await make('ending', soon)]
    const first = await follow(api, api.withToken(deleted.token))
    const second = await follow(api, api.withToken(ending.token))
    await api.root.call('DELETE', `/api/access_token/${deleted.id}`)
    await first.ended()
    expect(second.events.some(({ event }) => event === 'bye')).toBe(false)
    api.clock.advance(61_000)
    await second.ended()
    const third = await connect(api, api.withToken(ending.token))
    expect(third.status).toBe(401)
  })

  it('403 needs the scope of the log', async () => {
    const { token } = await api.root.call<{ token: string }>('POST', '/api/access_token/', {
      name: 'narrow',
      scopes: ['channels:read'],
    })
    const reader = await connect(api, api.withToken(token))
    expect([reader.status, JSON.parse(await reader.text()).code]).toEqual([403, 'insufficient_scope'])
  })

  it('of others is not ended by it', async () => {
    const [alice, bob] = [await api.createUser('alice'), await api.createUser('bob')]
    const reader = await follow(api, bob)
    await api.root.call('POST', '/api/user/manage', { id: alice.id, action: 'disable' })
    const [id = 0] = await writeRows(api, 1, { user_id: bob.id })
    await reader.until(({ data }) => data.id === id)
    reader.close()
  })
})

describe('very many readers', () => {
  it('429 of one user are refused, until one of them leaves', async () => {
    const caller = await api.createUser('many')
    const readers = []
    for (let i = 0; i < 20; i += 1) readers.push(await connect(api, caller))
    const refused = await connect(api, caller)
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '10'])
    expect(JSON.parse(await refused.text())).toMatchObject({
      code: 'too_many_readers',
      message: expect.stringContaining('at most 20'),
    })
    const other = await follow(api, await api.createUser('other'))
    readers[0]?.close()
    // The server notices the disconnect a moment later.
    let status = 429
    for (const deadline = Date.now() + 60_000; status === 429 && Date.now() < deadline; ) {
      const next = await connect(api, caller)
      status = next.status
      readers.push(next)
    }
    expect(status).toBe(200)
    for (const each of [...readers, other]) each.close()
  })
})

describe('a daemon that stops', () => {
  it('says goodbye to its readers, also to one that takes nothing, and stops without waiting for them', async () => {
    const own = await startTestApi()
    const [reader, deaf] = [await follow(own, own.root), await follow(own, own.root)]
    deaf.pause()
    await writeRows(own, 10, { content: 'x'.repeat(20_000) })
    await reader.until(() => reader.rowIds.length === 10)
    const closing = own.close()
    expect((await reader.until(({ event }) => event === 'bye')).data).toEqual({})
    await reader.ended()
    await closing
    deaf.resume()
    await deaf.ended()
  })

  it('is signed in to as before by who comes back, and the next daemon resumes', async () => {
    const caller = await api.signIn('root', testPassword)
    const first = await follow(api, caller)
    const { lastId } = first
    first.close()
    const [id = 0] = await writeRows(api, 1)
    const again = await connect(api, caller, '', { 'last-event-id': lastId })
    await again.until(({ data }) => data.id === id)
    again.close()
  })
})
