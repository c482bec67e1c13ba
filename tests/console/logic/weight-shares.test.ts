import { describe, expect, it } from 'vitest'
import { sharesWith } from '../../../src/console/pages/channels/editor/weight-shares.ts'

type Planned = Parameters<typeof sharesWith>[1][number]

const channel = (id: number, weight: number, more: Partial<Planned> = {}): Planned => ({
  channel_id: id,
  channel_name: `c-${id}`,
  type: 1,
  status: 1,
  priority: 0,
  weight,
  rank: 1,
  share: 1,
  reason: null,
  failed_lately: false,
  failures_in_a_row: 0,
  cooling_seconds: 0,
  keys: 1,
  usable_keys: 1,
  speaks: null,
  ...more,
})

describe('finding relay 19: the shares that a typed weight would make', () => {
  it('finding relay 19: 0 and 30 share as 20 and 80 %, whichever of them is edited', () => {
    expect(sharesWith({ id: undefined, priority: 0, weight: 0 }, [channel(2, 30)])).toEqual([
      { name: undefined, share: 0.2 },
      { name: 'c-2', share: 0.8 },
    ])
    const stored = [channel(1, 0), channel(2, 999)]
    expect(sharesWith({ id: 2, priority: 0, weight: 30 }, stored)).toEqual([
      { name: undefined, share: 0.8 },
      { name: 'c-1', share: 0.2 },
    ])
  })

  it('finding relay 19: only channels of its priority that take calls share with it', () => {
    const others = [
      channel(2, 0),
      channel(3, 0, { priority: 5 }),
      channel(4, 0, { reason: 'disabled' }),
      channel(5, 0, { reason: 'other-group' }),
      channel(6, 0, { reason: 'cooling' }),
    ]
    const names = sharesWith({ id: 1, priority: 0, weight: 0 }, others).map(({ name }) => name)
    expect(names).toEqual([undefined, 'c-2', 'c-6'])
    expect(sharesWith({ id: 1, priority: 5, weight: 10 }, others)).toEqual([
      { name: undefined, share: 2 / 3 },
      { name: 'c-3', share: 1 / 3 },
    ])
  })
})
