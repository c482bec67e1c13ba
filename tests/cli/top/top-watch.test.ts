import { describe, expect, test } from 'vitest'
import { createTopWatch, frozen } from '../../../src/cli/top/top-watch.ts'
import { dimensions } from '../../../src/cli/top/traffic.ts'
import { aRow } from './a-row.ts'

const serverNow = 1_795_160_000_000

/** Creates a watch whose local clock is controlled by the test and differs from the server's clock. */
const open = () => {
  const local = { now: 500 }
  const watch = createTopWatch(() => local.now)
  const pulse = (afterMs: number) => {
    local.now += afterMs
    watch.hear({ kind: 'pulse', atMs: serverNow + local.now - 500, openHolds: 3, commitP99Ms: 2.5 })
  }
  const call = (agoMs = 0, fields: Parameters<typeof aRow>[0] = {}) =>
    watch.hear({ kind: 'log', row: aRow({ created_at_ms: serverNow + local.now - 500 - agoMs, ...fields }) })
  return { local, watch, pulse, call }
}

describe('the state behind the screen', () => {
  test('the past that is sent before the first pulse counts by the clock of the server', () => {
    const { watch, pulse, call } = open()
    expect(watch.frame()).toMatchObject({ state: 'connecting', atMs: undefined })
    for (const ago of [59_000, 30_000, 1]) call(ago)
    call(61_000)
    pulse(0)
    expect(watch.frame()).toMatchObject({ state: 'live', atMs: serverNow, openHolds: 3, commitP99Ms: 2.5 })
    expect(watch.frame().totals.calls).toBe(3)
  })

  test('numbers fade out as time goes by, also when nothing is heard of calls', () => {
    const { watch, pulse, call } = open()
    pulse(0)
    call()
    pulse(30_000)
    expect(watch.frame().totals.calls).toBe(1)
    pulse(31_000)
    expect(watch.frame().totals.calls).toBe(0)
    expect([...watch.frame().rows('model')]).toEqual([])
  })

  test('while the feed is lost the numbers stay those of the last moment, and the state says so', () => {
    const { watch, pulse, call, local } = open()
    pulse(0)
    call()
    watch.heardState('lost')
    local.now += 300_000
    const frame = watch.frame()
    expect(frame).toMatchObject({ state: 'lost', atMs: serverNow })
    expect(frame.totals.calls).toBe(1)
  })

  test('back again, what was missed counts where it belongs and what is old is gone', () => {
    const { watch, pulse, call, local } = open()
    pulse(0)
    call()
    watch.heardState('lost')
    local.now += 300_000
    watch.heardState('live')
    expect(watch.frame().state).toBe('lost')
    call(250_000)
    call(20_000)
    pulse(0)
    expect(watch.frame()).toMatchObject({ state: 'live', atMs: serverNow + 300_000 })
    expect(watch.frame().totals.calls).toBe(1)
  })

  test('a kept frame stays as it is while the feed goes on', () => {
    const { watch, pulse, call } = open()
    pulse(0)
    call()
    const kept = frozen(watch.frame(), dimensions)
    call()
    pulse(1000)
    expect(kept.totals.calls).toBe(1)
    expect(kept.rows('token')[0]?.sums.calls).toBe(1)
    expect(watch.frame().rows('token')[0]?.sums.calls).toBe(2)
  })
})
