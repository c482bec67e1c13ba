import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../../../support/test-services.ts'
import { newChannel } from './new-channel.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const minimal = { type: 1, name: 'main', key: 'sk-upstream-0001', models: 'gpt-4o' }
const create = (fields: object) => api.root.request('POST', '/api/channel/', { ...minimal, ...fields })

describe('POST /api/channel/', () => {
  it('200 stores every field of the form; the key comes back as a count and a fingerprint', async () => {
    const fields = {
      type: 3,
      name: '办公室 azure',
      openai_organization: 'org-1',
      max_input_tokens: 1000,
      base_url: 'https://azure.example',
      other: '2024-10-21',
      model_mapping: '{"a":"b"}',
      status_code_mapping: '{"400":"500"}',
      models: 'a,gpt-4o',
      auto_ban: 0,
      test_model: 'gpt-4o',
      group: 'default,vip',
      priority: 7,
      weight: 3,
      tag: 'eu',
      model_prefix: 'az/',
      setting: '{"proxy":"socks5://127.0.0.1:1080","force_format":true}',
      param_override: '{"temperature":0}',
      system_prompt: 'Be brief. ',
    }
    const made = await create({ ...fields, key: 'k1, k2\nk3' })
    expect(made.status).toBe(200)
    expect(made.body.data).toMatchObject({
      ...fields,
      status: 1,
      key_count: 3,
      used_quota: 0,
      used_quota_exact: '0',
    })
    const read = await api.root.call('GET', `/api/channel/${made.body.data.id}`)
    expect(read).toEqual(made.body.data)
  })

  it('200 fills in the defaults: group default, auto_ban 1, priority and weight 0', async () => {
    expect(await newChannel(api)).toMatchObject({
      group: 'default',
      auto_ban: 1,
      priority: 0,
      weight: 0,
      status: 1,
    })
  })

  it('200 takes slashes off the address, makes a negative weight 0 and tidies lists', async () => {
    expect(
      await newChannel(api, {
        base_url: 'https://x.example/',
        weight: -3,
        models: ' a, b,,a\nc ',
        group: ' vip ,default',
      }),
    ).toMatchObject({ base_url: 'https://x.example', weight: 0, models: 'a,b,c', group: 'vip,default' })
  })

  it('200 gives type 18 the version v2.1 when the field is empty', async () => {
    expect(await newChannel(api, { type: 18, key: 'a|b|c', models: 'Spark-Max' })).toMatchObject({
      other: 'v2.1',
    })
  })

  it.each([['us-central1'], ['{"default":"us"}']])('200 takes the region %s for type 41', async (other) => {
    const made = await newChannel(api, { type: 41, key: '{"a":1,"b":2}', other, models: 'gemini-2.5-pro' })
    expect(made).toMatchObject({ other, key_count: 1 })
  })

  it.each([['{us'], [''], ['{"us":"us-1"}'], ['evil.example/#'], ['{"default":"evil.example/#"}']])(
    '400 refuses the region %j for type 41',
    async (other) => {
      const refused = await create({ type: 41, key: '{}', other })
      expect(refused.status).toBe(400)
      expect(refused.body).toMatchObject({ field: 'other' })
    },
  )

  it.each([
    [{ name: '', key: '' }, 'channel_name_and_key_required', 'please fill the channel name and key'],
    [{ name: '  ' }, 'channel_name_and_key_required', 'please fill the channel name and key'],
    [{ key: '' }, 'channel_key_required', 'please fill in the key'],
    [{ models: ' , ' }, 'channel_models_required', 'please select at least one model'],
    [{ group: '' }, 'channel_groups_required', 'please select at least one group'],
    [{ type: 999 }, 'channel_type_unknown', 'there is no channel type 999'],
    [{ type: 8 }, 'channel_field_required', 'please fill in: Complete address'],
    [
      { base_url: 'ftp://x' },
      'channel_base_url_invalid',
      'the address must begin with http:// or https:// and name a host',
    ],
    [
      { base_url: 'https://u:p@x' },
      'channel_base_url_invalid',
      'the address must begin with http:// or https:// and name a host',
    ],
    [{ model_mapping: '{' }, 'invalid_json_text', 'not a valid JSON string'],
    [{ status_code_mapping: '{' }, 'invalid_json_text', 'not a valid JSON string'],
    [{ setting: '[]' }, 'invalid_json_text', 'not a valid JSON string'],
    [{ param_override: '"x"' }, 'invalid_json_text', 'not a valid JSON string'],
    [{ setting: '{"proxi":"x"}' }, 'channel_setting_unknown', 'setting does not accept the key proxi'],
    [
      { setting: '{"force_format":1}' },
      'channel_setting_invalid',
      'the value of force_format in setting is invalid',
    ],
    [
      { setting: '{"proxy":"file:///etc/passwd"}' },
      'channel_setting_invalid',
      'the value of proxy in setting is invalid',
    ],
    [
      { status_code_mapping: '{"400":"200"}' },
      'status_code_mapping_invalid',
      'the status code mapping 400 is invalid: map one status from 400 to 599 to another',
    ],
    [
      { model_mapping: '{"a":"b","b":"a"}' },
      'model_mapping_cycle',
      'the model mapping of a leads back to itself',
    ],
    [{ model_mapping: '{"a":1}' }, 'model_mapping_invalid', 'the model mapping of a does not name a model'],
    [
      { models: 'x'.repeat(256) },
      'channel_model_invalid',
      `the model name ${'x'.repeat(50)} is too long or contains control characters`,
    ],
  ])('400 refuses %j with %s', async (fields, code, message) => {
    const before = await api.root.call('GET', '/api/channel/')
    const refused = await create(fields)
    expect(refused.status).toBe(400)
    expect(refused.body).toMatchObject({ success: false, code, message })
    expect(await api.root.call('GET', '/api/channel/')).toEqual(before)
  })

  it.each(['model_mapping', 'status_code_mapping', 'setting', 'param_override'])(
    '400 refuses keys in %s that reach for a prototype, at any depth',
    async (field) => {
      for (const text of [
        '{"__proto__":{"role":100}}',
        '{"constructor":{"prototype":{"isAdmin":true}}}',
        '{"a":{"b":[{"__proto__":1}]}}',
      ]) {
        const refused = await create({ [field]: text })
        expect(refused.body).toMatchObject({ code: 'json_key_forbidden', field })
      }
      expect(({} as { role?: unknown }).role).toBeUndefined()
    },
  )

  it.each([
    ['priority', [1.5, '7', null, true, 1e300, [1], {}]],
    ['weight', [1.5, '7', null, true, 1e300]],
    ['max_input_tokens', [-1, 1.5, '7', 2 ** 53]],
    ['auto_ban', [2, -1, true, '1']],
    ['type', ['1', 1.5, 0, -1, null]],
    ['status', [0, 3, 4, '1']],
    ['name', [7, null, [], 'x'.repeat(201)]],
    ['unheard_of', [1]],
    ['id', [7]],
    ['used_quota', [7]],
  ])('400 refuses a wrong %s', async (field, values) => {
    for (const value of values) {
      const refused = await create({ [field]: value })
      expect([refused.status, refused.body.code, refused.body.field]).toEqual([400, 'invalid_request', field])
    }
  })

  it('403 refuses users, 401 visitors', async () => {
    const user = await api.createUser('u-create')
    expect((await user.request('POST', '/api/channel/', minimal)).body).toMatchObject({
      code: 'insufficient_role',
    })
    expect((await api.anonymous.request('POST', '/api/channel/', minimal)).status).toBe(401)
  })

  it('a model mapping to itself ends the chain and is no cycle', async () => {
    const made = await create({ model_mapping: '{"a":"b","b":"b"}' })
    expect(made.status).toBe(200)
    const channel = api.services.snapshot().channels.get(Number(made.body.data.id))
    expect(channel?.modelMapping.get('a')).toBe('b')
  })

  it('routes to the new channel as soon as the answer is there', async () => {
    const made = await newChannel(api, { models: 'only-here' })
    expect(
      api.services
        .snapshot()
        .routes.get('default')
        ?.get('only-here')
        ?.map((each) => each.id),
    ).toEqual([made.id])
  })
})
