import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Caller } from '../../support/test-services.ts'
import { model, type Site, startSite, usageOf } from './site.ts'

interface Item {
  readonly model_name: string
  readonly quota_type: number
  readonly model_ratio: number
  readonly completion_ratio: number
  readonly model_price: number
  readonly enable_groups: readonly string[]
}

interface Pricing {
  readonly data: readonly Item[]
  readonly group_ratio: Readonly<Record<string, number>>
  readonly usable_group: Readonly<Record<string, string>>
}

let site: Site

beforeAll(async () => {
  site = await startSite()
  await site.addChannel({ models: `${model},per-call,new-model`, group: 'default' })
  await site.addChannel({ models: 'for-vip', group: 'vip' })
  await site.addChannel({ models: 'of-staff', group: 'staff' })
  await site.setOption('ModelPrice', '{"per-call":0.01}')
  await site.setOption('GroupRatio', '{"default":1,"vip":0.8,"staff":0.5}')
  await site.setOption('ModelRatio', `{"${model}":1.25,"for-vip":2,"of-staff":1}`)
  await site.setOption('CompletionRatio', `{"${model}":4}`)
})
afterAll(() => site.close())
beforeEach(() => site.upstream.reset())

const pricing = async (by: Caller = site.api.anonymous): Promise<Pricing> =>
  JSON.parse((await by.request('GET', '/api/pricing')).text) as Pricing
const item = async (name: string, by?: Caller) =>
  (await pricing(by)).data.find((each) => each.model_name === name)

it('C-PRICE-01 C-PRICE-02 anybody reads data, group_ratio and usable_group beside each other', async () => {
  for (const caller of [site.api.anonymous, site.user])
    expect(await pricing(caller)).toMatchObject({
      data: expect.any(Array),
      group_ratio: { default: 1, vip: 0.8 },
      usable_group: { default: expect.any(String), vip: expect.any(String) },
    })
})

it('C-PRICE-03 C-PRICE-04 a model is listed with its kind of price and the groups where a channel serves it', async () => {
  expect(await item(model)).toMatchObject({
    quota_type: 0,
    model_ratio: 1.25,
    completion_ratio: 4,
    model_price: 0,
    enable_groups: ['default'],
  })
  expect(await item('per-call')).toMatchObject({ quota_type: 1, model_price: 0.01 })
  expect(await item('for-vip')).toMatchObject({ enable_groups: ['vip'] })
  // No user may choose this group, so it must not be listed.
  expect(await item('of-staff')).toBeUndefined()
  expect((await pricing()).group_ratio).not.toHaveProperty('staff')
  await site.root.call('PUT', '/api/user/', { id: site.user.id, group: 'staff' })
  expect(await item('of-staff', site.user)).toMatchObject({ enable_groups: ['staff'] })
  await site.root.call('PUT', '/api/user/', { id: site.user.id, group: 'default' })
})

it('C-PRICE-06 C-PRICE-14 the listed ratios are the price that is charged: $2 and $8 per million at 1.25, 0.8 and 4', async () => {
  const listed = await item(model)
  const { group_ratio } = await pricing()
  const prompt = (listed?.model_ratio ?? 0) * 2 * (group_ratio.vip ?? 0)
  expect([prompt, prompt * (listed?.completion_ratio ?? 0)]).toEqual([2, 8])
  const id = await site.addChannel({ models: model, group: 'vip' })
  site.upstream.next({ usageValues: usageOf(1000, 0) })
  await site.ask(await site.addToken({ group: 'vip' }))
  // A thousandth of a million tokens, 500000 units to the dollar.
  expect(((await site.newestLog()).quota * 1000) / 500_000).toBe(2)
  await site.root.call('DELETE', `/api/channel/${id}`)
})

it('C-PRICE-16 enabled models without a price can be told from the others', async () => {
  const prices = (await pricing()).data as readonly (Item & { price_source: string })[]
  const unpriced = prices.filter((each) => each.price_source === 'unpriced').map((each) => each.model_name)
  expect(unpriced).toEqual(['new-model'])
})

it('C-PRICE-20 C-PRICE-21 fallback prices are listed, charged and logged for models without a price, and for no other', async () => {
  site.upstream.always({ usageValues: usageOf(1000, 500) })
  await site.setOption('fallback_input_ratio', '2')
  await site.setOption('fallback_completion_ratio', '3')
  await site.setOption('fallback_pricing_enabled', 'true')
  expect(await item('new-model')).toMatchObject({ quota_type: 0, model_ratio: 2, completion_ratio: 3 })
  await site.ask(undefined, { model: 'new-model' })
  expect((await site.newestLog()).quota).toBe(2 * (1000 + 500 * 3))
  expect(await site.newestOther()).toMatchObject({ model_ratio: 2, completion_ratio: 3 })
  await site.ask()
  expect((await site.newestLog()).quota).toBe(3750)
  expect(await item(model)).toMatchObject({ model_ratio: 1.25, completion_ratio: 4 })
  await site.setOption('fallback_input_ratio', '')
  await site.setOption('fallback_completion_ratio', '')
  await site.setOption('fallback_single_price', '0.01')
  expect(await item('new-model')).toMatchObject({ quota_type: 1, model_price: 0.01 })
  await site.ask(undefined, { model: 'per-call' })
  expect((await site.newestLog()).quota).toBe(5000)
})
