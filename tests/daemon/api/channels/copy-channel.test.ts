import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../../../support/test-services.ts'
import { type ChannelAnswer, newChannel } from './new-channel.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const copy = (id: number) => api.root.call<ChannelAnswer>('POST', `/api/channel/${id}/copy`)

it('has every setting and the same keys, another name, and is disabled', async () => {
  const original = await newChannel(api, {
    name: 'main',
    key: 'sk-1,sk-2',
    tag: 'eu',
    priority: 7,
    weight: 3,
    group: 'default,vip',
    models: 'gpt-4o,o3',
    model_mapping: '{"gpt-4o":"gpt-4o-2024"}',
    system_prompt: 'Be brief.',
    setting: '{"proxy":"http://127.0.0.1:1"}',
  })
  await api.services.knex('channels').where({ id: original.id }).update({
    response_time: 900,
    test_time: 5,
    balance: '4.2',
    balance_currency: 'USD',
    balance_updated_time: 5,
    status: 3,
    other_info: '{"status_reason":"x","status_time":1}',
  })
  const made = await copy(original.id)
  const measured = {
    id: made.id,
    name: 'main-copy',
    status: 2,
    other_info: '',
    response_time: 0,
    test_time: 0,
    balance: 0,
    balance_currency: '',
    balance_updated_time: 0,
    created_time: made.created_time,
  }
  expect(made).toEqual({ ...original, ...measured })
  expect(made.id).not.toBe(original.id)
  expect(made.key_fingerprint).not.toBe('')
})

it('finds a name that is free, also for the longest there is', async () => {
  const long = '长'.repeat(200)
  const { id } = await newChannel(api, { name: long })
  expect((await copy(id)).name).toBe(`${'长'.repeat(195)}-copy`)
  expect((await copy(id)).name).toBe(`${'长'.repeat(193)}-copy-2`)
})

it('leaves an audit row without the key', async () => {
  const { id } = await newChannel(api, { name: 'audited', key: 'sk-very-secret' })
  const made = await copy(id)
  const rows = await api.services
    .knex('audit_events')
    .where({ action: 'channel.create', target_id: String(made.id) })
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain('sk-very-secret')
})

it('404 when the channel is gone, 403 for users', async () => {
  expect(await api.root.request('POST', '/api/channel/999999/copy')).toMatchObject({
    status: 404,
    body: { code: 'channel_not_found', message: 'channel not found, refresh and retry' },
  })
  const user = await api.createUser('reader')
  const { id } = await newChannel(api)
  expect((await user.request('POST', `/api/channel/${id}/copy`)).status).toBe(403)
})
