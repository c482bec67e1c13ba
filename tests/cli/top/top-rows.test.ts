import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ChannelState, readChannel } from '../../../src/cli/top/channel-state.ts'
import { arrangeRows, collectRows, type Sorting, sortings } from '../../../src/cli/top/top-rows.ts'
import { createTraffic } from '../../../src/cli/top/traffic.ts'
import { aChannel } from '../support/contract-server.ts'
import { aRow } from './a-row.ts'

const now = 1_795_160_000_000
type WireChannel = Parameters<typeof readChannel>[0]
const channel = (fields: Readonly<Record<string, unknown>>): ChannelState =>
  readChannel(aChannel(fields) as unknown as WireChannel)

const channels = [
  channel({ id: 1, name: 'quiet' }),
  channel({ id: 2, name: 'off', status: 2 }),
  channel({
    id: 3,
    name: 'vertex-us',
    status: 3,
    other_info: '{"status_reason":"401 invalid key","status_time":1795159000}',
  }),
  channel({ id: 4, name: '办公室 ollama', balance: 12.5, balance_currency: 'USD', balance_updated_time: 5 }),
]

const traffic = () => {
  const made = createTraffic()
  const add = (fields: Parameters<typeof aRow>[0]) => made.add(aRow({ created_at_ms: now, ...fields }), now)
  add({
    channel: 4,
    channel_name: 'old name',
    quota_exact: '5',
    model_name: 'b',
    token_name: '报表任务',
    token_id: 1,
  })
  add({
    channel: 9,
    channel_name: 'deleted',
    quota_exact: '7',
    model_name: 'a',
    token_id: 2,
    username: 'bob',
    user_id: 2,
  })
  add({
    channel: 9,
    channel_name: '',
    quota_exact: '1',
    model_name: 'A',
    token_id: 2,
    username: 'bob',
    user_id: 2,
    type: 6,
  })
  return made
}
const shown = (by: 'channel' | 'model' | 'user' | 'token', sorting: Sorting, filter = '') =>
  arrangeRows(collectRows(traffic(), by, channels, now), { sorting, filter }).map(({ name }) => name)

describe('rows', () => {
  test('every channel is there, the dearest first, then those that need attention, then quiet and disabled ones', () => {
    expect(shown('channel', 'cost')).toEqual(['deleted', '办公室 ollama', 'vertex-us', 'quiet', 'off'])
  })

  test('other views show what had calls', () => {
    expect(shown('model', 'cost')).toEqual(['a', 'b', 'A'])
    expect(shown('user', 'cost')).toEqual(['bob', 'root'])
    expect(shown('token', 'cost')).toEqual(['ci (bob)', '报表任务 (root)'])
  })

  test('the filter looks for its text in the name, whatever the case', () => {
    expect(shown('model', 'name', ' A')).toEqual(['A', 'a'])
    expect(shown('channel', 'name', '办公')).toEqual(['办公室 ollama'])
    expect(shown('channel', 'name', 'nothing like it')).toEqual([])
  })

  test.each([
    ['errors', 'deleted'],
    ['calls', 'deleted'],
    ['tokens', 'deleted'],
    ['name', 'deleted'],
  ] as const)('sorted by %s', (sorting, first) => {
    expect(shown('channel', sorting)[0]).toBe(first)
  })

  test('sorting is a total order: the same rows stand in the same order whatever order they came in', () => {
    const rows = collectRows(traffic(), 'channel', channels, now)
    fc.assert(
      fc.property(
        fc.shuffledSubarray([...rows], { minLength: rows.length }),
        fc.constantFrom(...sortings),
        (list, sorting) => {
          expect(arrangeRows(list, { sorting, filter: '' })).toEqual(
            arrangeRows(rows, { sorting, filter: '' }),
          )
        },
      ),
    )
  })
})

describe('a channel', () => {
  test('says why and since when it was switched off automatically', () => {
    expect(channels[2]).toMatchObject({
      status: 'auto-disabled',
      reason: '401 invalid key',
      since: 1_795_159_000,
    })
  })

  test('has a balance only when somebody asked for it', () => {
    expect(channels[0]?.balance).toBeUndefined()
    expect(channels[3]?.balance).toEqual({ amount: 12.5, currency: 'USD' })
  })

  test.each(['', 'not json', '[]', '"x"', '{"status_reason":5}'])(
    'with other_info %j is shown all the same',
    (text) => {
      expect(channel({ status: 3, other_info: text })).toMatchObject({ status: 'auto-disabled', since: 0 })
    },
  )
})
