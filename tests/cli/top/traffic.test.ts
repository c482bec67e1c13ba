import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { LogRow } from '../../../src/cli/top/call-row.ts'
import type { Sums } from '../../../src/cli/top/series.ts'
import {
  createTraffic,
  type Dimension,
  dimensions,
  entriesMax,
  overflowKey,
  type Traffic,
} from '../../../src/cli/top/traffic.ts'
import { thousandthsOf } from '../../../src/cli/ui/money.ts'
import { aRow } from './a-row.ts'

const start = 1_795_160_000_000
const second = (ms: number) => Math.floor(ms / 1000)

const sumsOf = (traffic: Traffic, by: Dimension, nowMs: number): Map<string, Sums> =>
  new Map([...traffic.entries(by)].map(({ key, series }) => [key, series.sums(second(nowMs))]))

const row = fc
  .record({
    agoMs: fc.integer({ min: 0, max: 150_000 }),
    type: fc.constantFrom(2, 2, 2, 6, 1, 4),
    channel: fc.integer({ min: 0, max: 4 }),
    user_id: fc.integer({ min: 1, max: 4 }),
    token_id: fc.integer({ min: 0, max: 6 }),
    model_name: fc.constantFrom('gpt-4o', 'claude', '通义'),
    prompt_tokens: fc.integer({ min: 0, max: 1_000_000 }),
    completion_tokens: fc.integer({ min: 0, max: 1_000_000 }),
    thousandths: fc.bigInt({ min: 0n, max: 10n ** 15n }),
    other: fc.constantFrom('{}', '', 'not json', '{"frt":120}', '{"frt":-1000}', '{"frt":9.5e3}'),
  })
  .map(({ agoMs, thousandths, ...fields }) =>
    aRow({
      ...fields,
      created_at_ms: start - agoMs,
      quota_exact: `${thousandths / 1000n}.${String(thousandths % 1000n).padStart(3, '0')}`,
    }),
  )
const rows = fc.array(row, { maxLength: 60 })

const inWindow = (each: LogRow, nowMs: number) =>
  (each.type === 2 || each.type === 6) && second(each.created_at_ms) > second(nowMs) - 60

const added = (list: readonly LogRow[], nowMs: number | undefined): Traffic => {
  const traffic = createTraffic()
  for (const each of list) traffic.add(each, nowMs)
  return traffic
}

describe('the last minute of calls', () => {
  test('every dimension adds up to the totals, and the totals to the rows of the window, exactly', () => {
    fc.assert(
      fc.property(rows, fc.boolean(), fc.integer({ min: 0, max: 90_000 }), (list, knowsTime, laterMs) => {
        const nowMs = start + laterMs
        const traffic = added(list, knowsTime ? nowMs : undefined)
        traffic.forget(nowMs)
        const wanted = list.filter((each) => inWindow(each, nowMs))
        const totals = traffic.totals(nowMs)
        expect(totals.calls).toBe(wanted.length)
        expect(totals.errors).toBe(wanted.filter(({ type }) => type === 6).length)
        const good = wanted.filter(({ type }) => type === 2)
        expect(totals.cost).toBe(good.reduce((sum, each) => sum + thousandthsOf(each.quota_exact), 0n))
        expect(totals.tokens).toBe(
          good.reduce((sum, each) => sum + each.prompt_tokens + each.completion_tokens, 0),
        )
        for (const by of dimensions) {
          const parts = [...sumsOf(traffic, by, nowMs).values()]
          for (const field of ['calls', 'errors', 'tokens'] as const)
            expect(parts.reduce((sum, each) => sum + each[field], 0)).toBe(totals[field])
          expect(parts.reduce((sum, each) => sum + each.cost, 0n)).toBe(totals.cost)
        }
      }),
    )
  })

  test('nothing is negative, and no more calls fail than were made', () => {
    const anything = fc.record({
      prompt_tokens: fc.integer(),
      completion_tokens: fc.integer(),
      quota_exact: fc.constantFrom('-5', '-0.001', '0', '12.345'),
      created_at_ms: fc.integer({ min: start - 70_000, max: start + 70_000 }),
      type: fc.constantFrom(2, 6),
      other: fc.constantFrom(
        '{"frt":-5}',
        '{"frt":1e300}',
        '{"admin_info":{"use_channel":["1","x",2,3]}}',
        '[]',
      ),
    })
    fc.assert(
      fc.property(fc.array(anything), (list) => {
        const traffic = added(list.map(aRow), start)
        for (const by of dimensions)
          for (const sums of sumsOf(traffic, by, start).values()) {
            expect(
              Math.min(sums.calls, sums.errors, sums.tokens, sums.firstByteP50Ms ?? 0),
            ).toBeGreaterThanOrEqual(0)
            expect(sums.cost).toBeGreaterThanOrEqual(0n)
            expect(sums.errors).toBeLessThanOrEqual(sums.calls)
          }
        expect(Math.min(...traffic.callsBySecond(start))).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  test('the order in which rows come does not matter', () => {
    fc.assert(
      fc.property(rows, (list) => {
        const [there, back] = [added(list, start), added(list.toReversed(), start)]
        expect(there.totals(start)).toEqual(back.totals(start))
        expect(there.callsBySecond(start)).toEqual(back.callsBySecond(start))
        for (const by of dimensions)
          expect(sumsOf(there, by, start)).toEqual(new Map([...sumsOf(back, by, start)]))
      }),
    )
  })

  test('the window forgets everything after a minute, and then holds on to nothing', () => {
    fc.assert(
      fc.property(rows, (list) => {
        const traffic = added(list, undefined)
        traffic.forget(start + 61_000)
        expect(traffic.totals(start + 61_000)).toMatchObject({ calls: 0, tokens: 0, cost: 0n })
        for (const by of dimensions) expect([...traffic.entries(by)]).toEqual([])
      }),
    )
  })

  test('a call counts for sixty seconds, not longer', () => {
    const traffic = added([aRow({ created_at_ms: start })], start)
    expect(traffic.totals(start + 59_999).calls).toBe(1)
    expect(traffic.totals(start + 60_000).calls).toBe(0)
  })

  test('a row from a clock that runs ahead counts now and is gone with the others', () => {
    const traffic = added([aRow({ created_at_ms: start + 3_600_000 })], start)
    expect(traffic.totals(start).calls).toBe(1)
    traffic.forget(start + 61_000)
    expect(traffic.totals(start + 61_000).calls).toBe(0)
  })

  test('the chart shows whole seconds: the running one comes when it is over', () => {
    const traffic = added(
      [0, 10, 10].map((agoS) => aRow({ created_at_ms: start - agoS * 1000 })),
      start,
    )
    expect(traffic.callsBySecond(start)).toHaveLength(60)
    expect(traffic.callsBySecond(start).slice(-10)).toEqual([2, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    expect(traffic.callsBySecond(start + 1000).at(-1)).toBe(1)
  })
})

describe('failed calls', () => {
  const attempt = (channel: number, request_id: string) =>
    aRow({ type: 6, channel, request_id, created_at_ms: start, quota_exact: '0' })

  test('a request that failed at three channels is one failed request and one failure of each channel', () => {
    const traffic = added(
      [1, 2, 3].map((channel) => attempt(channel, 'req_a')),
      start,
    )
    expect(traffic.totals(start)).toMatchObject({ calls: 1, errors: 1 })
    expect(sumsOf(traffic, 'model', start).get('gpt-4o-mini')).toMatchObject({ calls: 1, errors: 1 })
    for (const channel of ['1', '2', '3'])
      expect(sumsOf(traffic, 'channel', start).get(channel)).toMatchObject({ calls: 1, errors: 1 })
  })

  test('a channel that another one made up for has failed, the request has not', () => {
    const other = JSON.stringify({ frt: 400, admin_info: { use_channel: ['5', '2'] } })
    const traffic = added([aRow({ channel: 2, channel_name: 'backup', other, created_at_ms: start })], start)
    expect(traffic.totals(start)).toMatchObject({ calls: 1, errors: 0 })
    expect(sumsOf(traffic, 'channel', start).get('5')).toMatchObject({ calls: 1, errors: 1, cost: 0n })
    expect(sumsOf(traffic, 'channel', start).get('2')).toMatchObject({ calls: 1, errors: 0, tokens: 15 })
  })
})

describe('at a high rate', () => {
  test('memory is bounded: two hundred thousand tokens leave no more entries than the table holds', () => {
    const traffic = createTraffic()
    for (let at = 0; at < 200_000; at++)
      traffic.add(aRow({ token_id: at, user_id: at, token_name: `t${at}`, created_at_ms: start }), start)
    expect([...traffic.entries('token')]).toHaveLength(entriesMax + 1)
    expect(traffic.totals(start).calls).toBe(200_000)
    expect(sumsOf(traffic, 'token', start).get(overflowKey)?.calls).toBe(200_000 - entriesMax)
  })
})

test('ordinary users have no channel in their rows and so no channel in their table', () => {
  const { channel: _, channel_name: __, ...own } = aRow({ created_at_ms: start })
  const traffic = added([own], start)
  expect([...traffic.entries('channel')]).toEqual([])
  expect([...traffic.entries('token')]).toMatchObject([{ key: '7', name: 'ci', owner: 'root' }])
})
