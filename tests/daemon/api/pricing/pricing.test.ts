import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../../../support/test-services.ts'
import { newChannel } from '../channels/new-channel.ts'

interface Pricing {
  readonly success: boolean
  readonly data: { model_name: string; enable_groups: string[]; [field: string]: unknown }[]
  readonly group_ratio: Record<string, number>
  readonly usable_group: Record<string, string>
}

let api: TestApi
const setOption = (key: string, value: string) => api.root.call('PUT', '/api/option/', { key, value })
beforeAll(async () => {
  api = await startTestApi()
  await setOption('ModelRatio', '{"per-token":1.25}')
  await setOption('CompletionRatio', '{"per-token":4}')
  await setOption('CacheRatio', '{"per-token":0.5}')
  await setOption('LongPromptRatio', '{"per-token":{"above":272000,"input":2,"output":1.5}}')
  await setOption('ModelPrice', '{"per-call":0.04}')
  await setOption('GroupRatio', '{"default":1,"vip":0.8,"svip":0.5}')
  await setOption('UserUsableGroups', '{"default":"Standard","vip":"VIP"}')
  await newChannel(api, {
    models: 'per-token,per-call,unpriced,constructor,__proto__',
    group: 'default,vip,svip',
  })
  await newChannel(api, { models: 'hidden', group: 'svip' })
  await newChannel(api, { models: 'per-token', group: 'vip', model_prefix: 'p/' })
})
afterAll(() => api.close())

const read = async (who = api.anonymous) =>
  (await who.request('GET', '/api/pricing')).body as unknown as Pricing
const item = (pricing: Pricing, name: string) => pricing.data.find((each) => each.model_name === name)

describe('GET /api/pricing', () => {
  it('200 has data, group_ratio and usable_group beside each other', async () => {
    const pricing = await read()
    expect(Object.keys(pricing).sort()).toEqual(['data', 'group_ratio', 'message', 'success', 'usable_group'])
    expect(pricing.group_ratio).toEqual({ default: 1, vip: 0.8 })
    expect(pricing.usable_group).toEqual({ default: 'Standard', vip: 'VIP' })
  })

  it('200 tells models by use from models per call', async () => {
    const pricing = await read()
    expect(item(pricing, 'per-token')).toEqual({
      model_name: 'per-token',
      quota_type: 0,
      model_ratio: 1.25,
      model_price: 0,
      completion_ratio: 4,
      cache_ratio: 0.5,
      owner_by: 'openai',
      enable_groups: ['default', 'vip'],
      drawing: null,
      input_modalities: [],
      price_source: 'explicit',
      input_usd: '2.5',
      output_usd: '10',
      cache_read_usd: '1.25',
      call_usd: '',
      call_unit: 'call',
      long_prompt: { above: 272_000, input_ratio: '2', output_ratio: '1.5' },
    })
    expect(item(pricing, 'per-call')).toMatchObject({
      call_usd: '0.04',
      input_usd: '',
      quota_type: 1,
      model_price: 0.04,
      model_ratio: 0,
      completion_ratio: 0,
    })
    expect(item(pricing, 'p/per-token')).toMatchObject({ model_ratio: 1.25, enable_groups: ['vip'] })
  })

  it('200 says of models that draw what can be chosen, by their name or that of the vendor, where a channel takes pictures', async () => {
    await newChannel(api, {
      models: 'gpt-image-1,dall-e-3,flux-dev,atelier',
      model_mapping: '{"atelier":"dall-e-2"}',
      group: 'default',
    })
    // This vendor does not generate images.
    await newChannel(api, { type: 43, models: 'deepseek-image-x', group: 'default' })
    const pricing = await read()
    const drawing = (name: string) => item(pricing, name)?.drawing
    expect(drawing('gpt-image-1')).toEqual({
      sizes: ['1024x1024', '1536x1024', '1024x1536'],
      qualities: ['low', 'medium', 'high'],
      count_max: 10,
    })
    expect(drawing('dall-e-3')).toMatchObject({ qualities: ['standard', 'hd'], count_max: 1 })
    expect(drawing('atelier')).toMatchObject({ sizes: ['256x256', '512x512', '1024x1024'], qualities: [] })
    expect(drawing('flux-dev')).toEqual({ sizes: [], qualities: [], count_max: 10 })
    expect([drawing('deepseek-image-x'), drawing('per-token')]).toEqual([null, null])
  })

  it('200 says what kinds of content a model takes, by the name of the vendor first, and nothing of unknown models', async () => {
    await newChannel(api, {
      models: 'gpt-4o,gpt-3.5-turbo,looks,gpt-4o-words',
      model_mapping: '{"looks":"claude-sonnet-4-5","gpt-4o-words":"gpt-3.5-turbo"}',
      group: 'default',
    })
    const pricing = await read()
    const takesPictures = (name: string) =>
      (item(pricing, name)?.input_modalities as readonly string[] | undefined)?.includes('image')
    expect(['gpt-4o', 'gpt-3.5-turbo', 'looks', 'gpt-4o-words'].map(takesPictures)).toEqual([
      true,
      false,
      true,
      false,
    ])
    expect(item(pricing, 'per-token')?.input_modalities).toEqual([])
  })

  it('200 says whether a price per call is for a call or for a second of a video', async () => {
    await newChannel(api, {
      models: 'sora-2,films',
      model_mapping: '{"films":"veo-3.1-generate-preview"}',
      group: 'default',
    })
    const pricing = await read()
    const unit = (name: string) => item(pricing, name)?.call_unit
    expect([unit('sora-2'), unit('films'), unit('per-call')]).toEqual(['second', 'second', 'call'])
    const model = await api.root.call<{ call_unit: string }>('GET', '/api/pricing/model?model=films')
    expect(model.call_unit).toBe('second')
  })

  it('200 names no group and no model that the caller cannot use', async () => {
    const text = JSON.stringify(await read())
    expect(text).not.toMatch(/svip|hidden/)
    const user = await api.createUser('u1')
    expect(JSON.stringify(await read(user))).not.toMatch(/svip|hidden/)
    await api.root.call('PUT', '/api/user/', { id: user.id, group: 'svip' })
    const own = await read(user)
    expect(item(own, 'hidden')).toMatchObject({ enable_groups: ['svip'] })
    expect(own.group_ratio.svip).toBe(0.5)
  })

  it('200 knows an access token as it knows a session, and takes a wrong one for nobody', async () => {
    const user = await api.createUser('u3')
    await api.root.call('PUT', '/api/user/', { id: user.id, group: 'svip' })
    const token = await user.call<string>('GET', '/api/user/token')
    expect(item(await read(api.withToken(token)), 'hidden')).toMatchObject({ enable_groups: ['svip'] })
    expect(item(await read(api.withToken('at_wrong')), 'hidden')).toBeUndefined()
    expect(item(await read(api.withToken('at_wrong')), 'per-token')).toBeDefined()
  })

  it('200 shows models without a price, whatever they are called', async () => {
    const pricing = await read()
    for (const name of ['unpriced', 'constructor', '__proto__'])
      expect(item(pricing, name)).toMatchObject({ price_source: 'unpriced', model_ratio: 37.5 })
  })

  it('200 shows fallback prices only where there is no other', async () => {
    await setOption('fallback_pricing_enabled', 'true')
    await setOption('fallback_single_price', '0.01')
    const pricing = await read()
    expect(item(pricing, 'unpriced')).toMatchObject({
      quota_type: 1,
      model_price: 0.01,
      price_source: 'fallback',
    })
    expect(item(pricing, 'per-token')).toMatchObject({ model_ratio: 1.25, price_source: 'explicit' })
    await setOption('fallback_pricing_enabled', 'false')
  })

  it('200 dollars follow the number of quota units to the dollar', async () => {
    await setOption('QuotaPerUnit', '1000000')
    expect(item(await read(), 'per-token')).toMatchObject({ input_usd: '1.25', output_usd: '5' })
    await setOption('QuotaPerUnit', '500000')
  })

  it('200 shows the ratio between user group and group where one is set', async () => {
    await setOption('GroupGroupRatio', '{"default":{"vip":0.3}}')
    const user = await api.createUser('u2')
    expect((await read(user)).group_ratio).toEqual({ default: 1, vip: 0.3 })
  })
})

describe('GET /api/pricing/model', () => {
  const ask = (model: string, who = api.anonymous) =>
    who.request('GET', `/api/pricing/model?model=${encodeURIComponent(model)}`)

  it('200 gives the price digit by digit, with the entry it comes from', async () => {
    await api.root.call('PUT', '/api/option/entries', {
      entries: [{ key: 'ModelRatio', name: 'exact', value: '0.123456789' }],
    })
    expect((await ask('exact', api.root)).body.data).toMatchObject({
      priced_as: 'exact',
      model_ratio: '0.123456789',
      input_usd: '0.246913578',
      enable_groups: [],
    })
    expect((await ask('p/per-token', api.root)).body.data).toEqual({
      model_name: 'p/per-token',
      priced_as: 'per-token',
      price_source: 'explicit',
      quota_type: 0,
      model_ratio: '1.25',
      completion_ratio: '4',
      cache_ratio: '0.5',
      model_price: '0',
      input_usd: '2.5',
      output_usd: '10',
      cache_read_usd: '1.25',
      call_usd: '',
      call_unit: 'call',
      long_prompt: { above: 272_000, input_ratio: '2', output_ratio: '1.5' },
      enable_groups: ['vip'],
    })
    expect((await ask('per-call')).body.data).toMatchObject({
      quota_type: 1,
      call_usd: '0.04',
      long_prompt: null,
    })
    expect((await ask('unpriced')).body.data).toMatchObject({ price_source: 'unpriced', input_usd: '75' })
  })

  it('404 tells nobody but administrators of models that they cannot use', async () => {
    expect((await ask('hidden', api.root)).body.data).toMatchObject({ enable_groups: ['svip'] })
    for (const model of ['hidden', 'exact', 'no-such'])
      expect((await ask(model)).body.code, model).toBe('model_not_found')
    expect((await ask('no-such', api.root)).body.code).toBe('model_not_found')
  })
})
