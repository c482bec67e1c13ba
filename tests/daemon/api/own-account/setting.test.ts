import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, startTestApi, type TestApi } from '../../../support/test-services.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const put = (who: Caller, body: unknown) => who.request('PUT', '/api/user/setting', body)
const settingOf = async (who: Caller): Promise<Record<string, unknown>> => {
  const { setting } = await who.call<{ setting: string }>('GET', '/api/user/self')
  return JSON.parse(setting)
}

describe('PUT /api/user/setting', () => {
  it('A-ME-13 200 stores every field as JSON text, and one tab never loses a field of another', async () => {
    const user = await api.createUser('tabs')
    expect(await settingOf(user)).toEqual({})
    const notification = {
      notify_type: 'webhook',
      quota_warning_threshold: 500_000,
      webhook_url: 'https://hooks.example.com/a',
      notification_email: 'warn@corp.example',
    }
    await put(user, notification)
    await put(user, { accept_unset_model_ratio_model: true })
    const answer = await put(user, { show_ip_in_logs: true })
    const all = {
      ...notification,
      accept_unset_model_ratio_model: true,
      show_ip_in_logs: true,
      language: 'en',
    }
    expect(answer.body.data).toEqual(all)
    expect(await settingOf(user)).toEqual(all)
  })

  it('200 null removes a field, and an empty text of an address as well', async () => {
    const user = await api.createUser('nulls')
    await put(user, {
      quota_warning_threshold: 5,
      notification_email: 'a@corp.example',
      show_ip_in_logs: true,
    })
    await put(user, { quota_warning_threshold: null, notification_email: '' })
    expect(await settingOf(user)).toEqual({ show_ip_in_logs: true, language: 'en' })
  })

  it('A-NOTE-09 the secret of a webhook is stored sealed, never shown again, kept by other saves', async () => {
    const user = await api.createUser('secret')
    const first = await put(user, {
      notify_type: 'webhook',
      webhook_url: 'https://hooks.example.com/a',
      webhook_secret: 'hook-secret-1',
    })
    const { webhook_secret_fingerprint: fingerprint } = first.body.data
    expect(fingerprint).toMatch(/^[0-9a-f]{16}$/)
    const stored = async () =>
      String((await api.services.knex('users').where({ id: user.id }).first()).setting)
    const sealed = JSON.parse(await stored()).webhook_secret

    const other = await put(user, { quota_warning_threshold: 7, webhook_secret: '' })
    const moved = await put(user, { webhook_url: 'https://hooks.example.com/b' })
    expect(JSON.parse(await stored()).webhook_secret).toBe(sealed)
    for (const answer of [
      first,
      other,
      moved,
      await user.request('GET', '/api/user/self'),
      await api.root.request('GET', `/api/user/${user.id}`),
      await api.root.request('GET', '/api/audit_event/'),
      { text: await stored() },
    ])
      expect(answer.text).not.toContain('hook-secret-1')
    expect((await settingOf(user)).webhook_secret_fingerprint).toBe(fingerprint)
    expect(await settingOf(user)).not.toHaveProperty('webhook_secret')

    await put(user, { webhook_secret: null })
    expect(await settingOf(user)).not.toHaveProperty('webhook_secret_fingerprint')
    expect(await stored()).not.toContain('webhook_secret')
  })

  it('a secret is not sent to another host than the one it was entered for', async () => {
    const user = await api.createUser('mover')
    await put(user, { webhook_url: 'https://hooks.example.com/a', webhook_secret: 'for-hooks' })
    await put(user, { webhook_url: 'https://evil.example.com/a' })
    expect(await settingOf(user)).not.toHaveProperty('webhook_secret_fingerprint')
    await put(user, { webhook_url: 'https://other.example.com/a', webhook_secret: 'for-other' })
    expect(await settingOf(user)).toHaveProperty('webhook_secret_fingerprint')
  })

  it.each([
    ['plain http', { webhook_url: 'http://hooks.example.com' }, 'webhook_address', 'webhook_url'],
    ['no address', { webhook_url: 'hooks' }, 'webhook_address', 'webhook_url'],
    ['a password in it', { webhook_url: 'https://a:b@hooks.example.com' }, 'webhook_address', 'webhook_url'],
    ['a webhook without address', { notify_type: 'webhook' }, 'webhook_address', 'webhook_url'],
    ['no mailbox', { notification_email: 'nobody' }, 'email_invalid', 'notification_email'],
    ['another channel', { notify_type: 'pigeon' }, 'invalid_request', 'notify_type'],
    ['a threshold of nothing', { quota_warning_threshold: 0 }, 'invalid_request', 'quota_warning_threshold'],
    ['half a unit', { quota_warning_threshold: 1.5 }, 'invalid_request', 'quota_warning_threshold'],
    ['a text for a switch', { show_ip_in_logs: 'true' }, 'invalid_request', 'show_ip_in_logs'],
    ['a header in the secret', { webhook_secret: 'a\r\nb: c' }, 'invalid_request', 'webhook_secret'],
    ['what is no field', { role: 100 }, 'invalid_request', undefined],
  ])('A-NOTE-04 400 refuses %s and changes nothing', async (name, body, code, field) => {
    const user = await api.createUser(`r${name.length}${name.slice(0, 4).replaceAll(' ', '_')}`)
    await put(user, { quota_warning_threshold: 9 })
    const answer = await put(user, { ...body, accept_unset_model_ratio_model: true })
    expect([answer.status, answer.body.code]).toEqual([400, code])
    if (field !== undefined) expect(answer.body.field).toBe(field)
    expect(await settingOf(user)).toEqual({ quota_warning_threshold: 9, language: 'en' })
  })

  it('parallel saves of different tabs lose nothing', async () => {
    const user = await api.createUser('parallel')
    await Promise.all([
      put(user, { quota_warning_threshold: 11 }),
      put(user, { accept_unset_model_ratio_model: true }),
      put(user, { show_ip_in_logs: true }),
      put(user, { notification_email: 'p@corp.example' }),
    ])
    expect(await settingOf(user)).toEqual({
      quota_warning_threshold: 11,
      accept_unset_model_ratio_model: true,
      show_ip_in_logs: true,
      notification_email: 'p@corp.example',
      language: 'en',
    })
  })

  it('what something else has put into the store is left out, not shown and not kept', async () => {
    const user = await api.createUser('odd')
    const setting = JSON.stringify({
      notify_type: 7,
      quota_warning_threshold: -1,
      key: 'sk-x',
      show_ip_in_logs: true,
    })
    await api.services.knex('users').where({ id: user.id }).update({ setting })
    expect(await settingOf(user)).toEqual({ show_ip_in_logs: true })
    await api.services.knex('users').where({ id: user.id }).update({ setting: 'no JSON' })
    expect(await settingOf(user)).toEqual({})
    expect((await put(user, { quota_warning_threshold: 3 })).status).toBe(200)
  })
})

describe('GET /api/user/self/groups', () => {
  it('A-ME-16 names the groups that the user may use, each with description and ratio', async () => {
    const set = (key: string, value: object) =>
      api.root.call('PUT', '/api/option/', { key, value: JSON.stringify(value) })
    await set('GroupRatio', { default: 1, vip: 0.5, hidden: 2 })
    await set('UserUsableGroups', { default: 'For all', vip: 'For some' })
    const [plain, hidden] = [await api.createUser('plain'), await api.createUser('hidden')]
    await api.root.call('PUT', '/api/user/', { id: hidden.id, group: 'hidden' })
    const usable = { default: { desc: 'For all', ratio: 1 }, vip: { desc: 'For some', ratio: 0.5 } }
    const seen = await plain.call('GET', '/api/user/self/groups')
    expect(seen).toMatchObject(usable)
    expect(seen).not.toHaveProperty('hidden')
    expect(await hidden.call('GET', '/api/user/self/groups')).toMatchObject({
      ...usable,
      hidden: { ratio: 2 },
    })
  })
})
