import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../../../support/test-services.ts'
import { type ChannelAnswer, newChannel } from './new-channel.ts'

let api: TestApi
let tagged: ChannelAnswer[]
let other: ChannelAnswer
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.services.knex('channels').delete()
  tagged = []
  for (let i = 0; i < 3; i += 1) tagged.push(await newChannel(api, { tag: 't', name: `t${i}` }))
  other = await newChannel(api, { tag: 'u' })
})

const read = (id: number) => api.root.call<ChannelAnswer>('GET', `/api/channel/${id}`)
const readTagged = () => Promise.all(tagged.map(({ id }) => read(id)))
const put = (body: object) => api.root.request<number>('PUT', '/api/channel/tag', body)

describe('PUT /api/channel/tag', () => {
  it('200 changes each given field on every channel of the tag and on no other', async () => {
    const edit = { model_mapping: '{"a":"b"}', models: 'a,b', priority: 3, weight: 4 }
    expect((await put({ tag: 't', new_tag: 'v', groups: 'vip, default', ...edit })).body.data).toBe(3)
    for (const [index, channel] of (await readTagged()).entries())
      expect(channel).toEqual({ ...tagged[index], ...edit, tag: 'v', group: 'vip,default' })
    expect(await read(other.id)).toEqual(other)
    expect(api.services.snapshot().routes.get('vip')?.get('b')).toHaveLength(3)
  })

  it('200 leaves fields that are empty, null or absent, and writes a weight of 0', async () => {
    await put({ tag: 't', weight: 5 })
    const edit = { new_tag: '', model_mapping: '', groups: null, models: '', priority: null, weight: 0 }
    expect((await put({ tag: 't', ...edit })).status).toBe(200)
    expect(await readTagged()).toEqual(tagged)
  })

  it('200 takes the tag off every channel of it and leaves the rest of them, and the other tags, as they are', async () => {
    expect((await put({ tag: 't', remove_tag: true })).body.data).toBe(3)
    expect(await readTagged()).toEqual(tagged.map((each) => ({ ...each, tag: '' })))
    expect(await read(other.id)).toEqual(other)
    expect((await put({ tag: 't', remove_tag: true })).body.code).toBe('channel_not_found')
    await put({ tag: 'u', remove_tag: false })
    expect(await read(other.id)).toEqual(other)
  })

  it.each([
    [{}, 'tag_required'],
    [{ tag: 't', remove_tag: true, new_tag: 'v' }, 'tag_new_and_removed'],
    [{ tag: 't', remove_tag: 'yes' }, 'invalid_request'],
    [{ tag: ' ' }, 'tag_required'],
    [{ tag: 't', priority: 1.5 }, 'invalid_request'],
    [{ tag: 't', weight: -1 }, 'invalid_request'],
    [{ tag: 't', model_mapping: '{' }, 'invalid_json_text'],
    [{ tag: 't', model_mapping: '{"a":"b","b":"a"}' }, 'model_mapping_cycle'],
    [{ tag: 't', status: 2 }, 'invalid_request'],
    [{ tag: 'unknown', priority: 1 }, 'channel_not_found'],
  ])('refuses %j with %s and changes nothing', async (body, code) => {
    const refused = await put(body)
    expect(refused.body).toMatchObject({ success: false, code })
    expect(await readTagged()).toEqual(tagged)
  })
})

describe('POST /api/channel/tag/disabled and /enabled', () => {
  it('200 changes all channels of the tag and no other; enabling also ends automatic disabling', async () => {
    expect(await api.root.call('POST', '/api/channel/tag/disabled', { tag: 't' })).toBe(3)
    expect((await readTagged()).map((each) => each.status)).toEqual([2, 2, 2])
    expect((await read(other.id)).status).toBe(1)
    const [first] = tagged
    await api.services
      .knex('channels')
      .where({ id: first?.id ?? 0 })
      .update({ status: 3, other_info: '{"status_reason":"x"}' })
    expect(await api.root.call('POST', '/api/channel/tag/enabled', { tag: 't' })).toBe(3)
    expect(await readTagged()).toEqual(tagged)
  })

  it('400 without a tag, 404 for one that nothing bears', async () => {
    for (const path of ['enabled', 'disabled']) {
      expect((await api.root.request('POST', `/api/channel/tag/${path}`, {})).body.code).toBe('tag_required')
      expect((await api.root.request('POST', `/api/channel/tag/${path}`, { tag: 'x' })).status).toBe(404)
    }
  })
})

describe('POST /api/channel/batch/tag', () => {
  it('200 tags the selected ones', async () => {
    const ids = [other.id, tagged[0]?.id]
    expect(await api.root.call('POST', '/api/channel/batch/tag', { ids, tag: ' new ' })).toBe(2)
    expect((await read(other.id)).tag).toBe('new')
    expect((await readTagged()).map((each) => each.tag)).toEqual(['new', 't', 't'])
  })

  it.each([
    [{ tag: 'x' }, 'selection_required'],
    [{ ids: [], tag: 'x' }, 'selection_required'],
    [{ ids: [1] }, 'tag_required'],
    [{ ids: [1], tag: '' }, 'tag_required'],
    [{ ids: [1], tag: null }, 'tag_required'],
  ])('400 refuses %j with %s', async (body, code) => {
    expect((await api.root.request('POST', '/api/channel/batch/tag', body)).body).toMatchObject({ code })
  })
})
