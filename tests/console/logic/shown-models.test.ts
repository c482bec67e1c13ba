import { describe, expect, it } from 'vitest'
import { exampleModel, groupOf, shownModels } from '../../../src/console/pages/home/shown-models.ts'
import type { PriceItem } from '../../../src/console/pages/pricing/price-rows.ts'

/** Tests which models the home page lists, and which of them its example calls. */

const item = (model_name: string, more: Partial<PriceItem> = {}): PriceItem => ({
  model_name,
  quota_type: 0,
  model_ratio: 1,
  model_price: 0,
  completion_ratio: 1,
  cache_ratio: 1,
  owner_by: 'a',
  enable_groups: ['default'],
  drawing: null,
  input_modalities: [],
  price_source: 'explicit',
  input_usd: '2',
  output_usd: '2',
  cache_read_usd: '2',
  call_usd: '',
  long_prompt: null,
  call_unit: 'call',
  ...more,
})
const namesOf = (items: readonly PriceItem[]) =>
  shownModels(items, 'default', 1).map((row) => row.item.model_name)

describe('the models on the home page', () => {
  it('come from each maker in turn, higher versions first, and are at most eight', () => {
    const many = Array.from({ length: 12 }, (_, index) => item(`one-${index}`))
    expect(namesOf([...many, item('two-1', { owner_by: 'b' }), item('two-2', { owner_by: 'b' })])).toEqual([
      'two-2',
      'one-11',
      'two-1',
      'one-10',
      'one-9',
      'one-8',
      'one-7',
      'one-6',
    ])
  })

  it('leave out what has no price and what the group cannot call', () => {
    expect(
      namesOf([
        item('free', { price_source: 'unpriced' }),
        item('vip', { enable_groups: ['vip'] }),
        item('yes'),
      ]),
    ).toEqual(['yes'])
  })

  it('put those that take no conversation last, and the example never calls one', () => {
    const rows = shownModels(
      [item('text-embedding-3'), item('chat-1'), item('z-draws', { quota_type: 1 })],
      'default',
      1,
    )
    expect(rows.map((row) => row.item.model_name)).toEqual(['chat-1', 'z-draws', 'text-embedding-3'])
    expect(exampleModel(rows)).toBe('chat-1')
    expect(exampleModel(rows.slice(1))).toBeUndefined()
  })

  it('have the prices of the group', () => {
    expect(shownModels([item('m')], 'default', 1.5)[0]?.input).toBe(3)
    expect(groupOf({ vip: 1, default: 2 }, undefined)).toBe('default')
    expect(groupOf({ vip: 1, default: 2 }, 'vip')).toBe('vip')
    expect(groupOf({ vip: 1 }, 'gone')).toBe('vip')
    expect(groupOf({}, undefined)).toBeUndefined()
  })
})
