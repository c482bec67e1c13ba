import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Answer,
  type Method,
  startTestApi,
  type TestApi,
  testPassword,
} from '../../support/test-services.ts'

/* Two people edit the same object at the same time. Tokens have their own tests. */

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())

interface Kind {
  readonly make: () => Promise<number>
  readonly change: (id: number, body: object) => readonly [Method, string, object]
  readonly read: (id: number) => string
  readonly field: string
  /** The values at creation, after the first change, and of the second change. */
  readonly values: readonly [string | number, string | number, string | number]
  readonly other: Readonly<Record<string, string | number>>
}

const kinds: readonly (readonly [string, Kind])[] = [
  [
    'channel',
    {
      make: async () =>
        (
          await api.root.call<{ id: number }>('POST', '/api/channel/', {
            type: 1,
            name: 'first',
            key: 'sk-1',
            models: 'gpt-4o',
            group: 'default',
          })
        ).id,
      change: (id, body) => ['PUT', '/api/channel/', { id, ...body }],
      read: (id) => `/api/channel/${id}`,
      field: 'models',
      values: ['gpt-4o', 'gpt-4o,o3', 'gpt-4o,o1'],
      other: { priority: 7 },
    },
  ],
  [
    'account',
    {
      make: async () =>
        (
          await api.root.call<{ id: number }>('POST', '/api/user/', {
            username: 'first',
            display_name: 'One',
            password: testPassword,
          })
        ).id,
      change: (id, body) => ['PUT', '/api/user/', { id, ...body }],
      read: (id) => `/api/user/${id}`,
      field: 'display_name',
      values: ['One', 'Two', 'Three'],
      other: { username: 'renamed' },
    },
  ],
  [
    'redemption code',
    {
      make: async () => {
        await api.root.call('POST', '/api/redemption/', { name: 'first', quota: 1000, count: 1 })
        const { items } = await api.root.call<{ items: { id: number }[] }>('GET', '/api/redemption/')
        return items[0]?.id ?? 0
      },
      change: (id, body) => ['PUT', '/api/redemption/', { id, ...body }],
      read: (id) => `/api/redemption/${id}`,
      field: 'quota',
      values: [1000, 2000, 3000],
      other: { name: 'renamed' },
    },
  ],
  [
    'message',
    {
      make: async () =>
        (
          await api.root.call<{ id: number }>('POST', '/api/admin/messages', {
            title: 'First',
            content: 'Words',
            format: 'markdown',
            user_ids: [api.root.id],
          })
        ).id,
      change: (id, body) => ['PUT', `/api/admin/messages/${id}`, body],
      read: (id) => `/api/admin/messages/${id}`,
      field: 'content',
      values: ['Words', 'Other words', 'My words'],
      other: { title: 'Renamed' },
    },
  ],
]

const outcome = ({ status, body }: Answer<unknown>) => [status, body.code, body.field]

describe.each(kinds)('a %s that somebody else has changed', (_, kind) => {
  it('is not overwritten by who names what they saw', async () => {
    const { field, values, other } = kind
    const [seen, now, wanted] = values
    const id = await kind.make()
    const put = (body: object) => api.root.request(...kind.change(id, body))
    const stored = () => api.root.call('GET', kind.read(id))
    expect((await put({ [field]: now, before: { [field]: seen } })).status).toBe(200)

    const refused = await put({ ...other, [field]: wanted, before: { [field]: seen } })
    expect(outcome(refused)).toEqual([409, 'revision_moved', field])
    for (const name of Object.keys(other)) expect((await stored())[name]).not.toBe(other[name])
    expect((await stored())[field]).toBe(now)

    // A field that was changed to the same value, or another field, is not a conflict.
    expect((await put({ [field]: now, before: { [field]: seen } })).status).toBe(200)
    expect((await put({ ...other, before: {} })).status).toBe(200)
    expect((await put({ [field]: wanted, before: { [field]: now } })).status).toBe(200)
    expect(await stored()).toMatchObject({ ...other, [field]: wanted })
    // A call without `before` overwrites, as scripts do.
    expect((await put({ [field]: seen })).status).toBe(200)
    expect((await stored())[field]).toBe(seen)
  })
})

it('of two new keys of a channel, the second is refused, although nobody sees keys', async () => {
  const channel = { type: 1, name: 'keyed', key: 'sk-1', models: 'gpt-4o', group: 'default' }
  const { id, key_fingerprint } = await api.root.call('POST', '/api/channel/', channel)
  const put = (key: string) =>
    api.root.request('PUT', '/api/channel/', { id, key, before: { key_fingerprint } })
  expect((await put('sk-2')).status).toBe(200)
  expect(outcome(await put('sk-3'))).toEqual([409, 'revision_moved', 'key_fingerprint'])
  expect((await put('sk-2')).status).toBe(200)
})
