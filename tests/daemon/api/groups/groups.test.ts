import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../../../support/test-services.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
  const set = (key: string, value: unknown) =>
    api.root.call('PUT', '/api/option/', { key, value: JSON.stringify(value) })
  await set('GroupRatio', { svip: 0.5, default: 1, inner: 2 })
  await set('UserUsableGroups', { default: 'Standard', gone: 'Without a ratio' })
  await set('GroupGroupRatio', { inner: { default: 0.9 } })
})
afterAll(() => api.close())

describe('groups', () => {
  it('200 GET /api/group/ names all of them, sorted', async () => {
    expect(await api.root.call('GET', '/api/group/')).toEqual(['default', 'inner', 'svip'])
  })

  it('200 GET /api/group/use counts what uses a group, without deactivated accounts and their tokens', async () => {
    const use = (group: string) => api.root.call('GET', `/api/group/use?group=${group}`)
    expect(await use('svip')).toEqual({ users: 0, channels: 0, tokens: 0 })
    const [bob, gone] = [await api.createUser('bob'), await api.createUser('gone')]
    for (const each of [bob, gone]) {
      await api.root.call('PUT', '/api/user/', { id: each.id, group: 'svip' })
      for (const name of ['kept', 'deleted'])
        await each.call('POST', '/api/token/', { name, group: 'svip', unlimited_quota: true })
      const { items } = await each.call<{ items: { id: number }[] }>('GET', '/api/token/')
      await each.call('DELETE', `/api/token/${items[0]?.id}`)
    }
    await api.root.call('DELETE', `/api/user/${gone.id}`)
    const channel = { type: 1, name: 'a', key: 'sk-a', models: 'gpt-4o' }
    await api.root.call('POST', '/api/channel/', { ...channel, group: 'default,svip' })
    await api.root.call('POST', '/api/channel/', { ...channel, group: 'SVIP,my-svip' })
    expect(await use('svip')).toEqual({ users: 1, channels: 1, tokens: 1 })
  })

  it('200 a visitor sees those that everybody may choose', async () => {
    const expected = { default: { desc: 'Standard', ratio: 1, ratio_exact: '1', is_listed: true } }
    expect(await api.anonymous.call('GET', '/api/user/groups')).toEqual(expected)
  })

  it('200 a user sees their own group too, and the ratio that holds between the two', async () => {
    const alice = await api.createUser('alice')
    await api.root.call('PUT', '/api/user/', { id: alice.id, group: 'inner' })
    const expected = {
      default: { desc: 'Standard', ratio: 0.9, ratio_exact: '0.9', is_listed: true },
      inner: { desc: '', ratio: 2, ratio_exact: '2', is_listed: false },
    }
    expect(await alice.call('GET', '/api/user/self/groups')).toEqual(expected)
    expect(await alice.call('GET', '/api/user/groups')).toEqual(expected)
  })
})

it('finding console 9: what a new site calls its groups is in the language of the reader; what the administrator wrote stays', async () => {
  const fresh = await startTestApi()
  const read = async (language: string) => {
    const headers = { 'accept-language': language }
    const { body } = await fresh.anonymous.request<{ default: { desc: string } }>(
      'GET',
      '/api/user/groups',
      undefined,
      headers,
    )
    const prices = await fresh.anonymous.request('GET', '/api/pricing', undefined, headers)
    const { usable_group } = JSON.parse(prices.text) as { usable_group: Record<string, string> }
    return [body.data.default.desc, usable_group.default]
  }
  expect(await read('en-US')).toEqual(['Default group', 'Default group'])
  expect(await read('zh-CN')).toEqual(['默认分组', '默认分组'])
  await fresh.root.call('PUT', '/api/option/', {
    key: 'UserUsableGroups',
    value: JSON.stringify({ default: 'Standard' }),
  })
  expect(await read('zh-CN')).toEqual(['Standard', 'Standard'])
  await fresh.close()
})
