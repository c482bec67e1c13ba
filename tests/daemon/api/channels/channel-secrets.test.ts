import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readContract } from '../../../../openapi/contract.ts'
import { operationIds } from '../../../../src/daemon/http/contract.ts'
import { startTestApi, type TestApi } from '../../../support/test-services.ts'
import { type ChannelAnswer, newChannel } from './new-channel.ts'

const secrets = ['sk-upstream-SECRET-1', 'sk-upstream-SECRET-2']

let api: TestApi
let channel: ChannelAnswer
beforeAll(async () => {
  api = await startTestApi()
  channel = await newChannel(api, { key: secrets.join(','), tag: 't', base_url: 'http://127.0.0.1:9' })
})
afterAll(() => api.close())

const expectNoSecret = (text: string) => {
  for (const secret of secrets) expect(text).not.toContain(secret)
}

describe('channel keys', () => {
  it('are in no answer of any call that reads, for the super administrator neither', async () => {
    const reads = Object.entries(readContract().paths)
      .filter(([path, item]) => path.startsWith('/api/') && item.get !== undefined)
      .map(([path]) => path.replace('{id}', String(channel.id)).replace(/\{\w+\}/g, '1'))
    expect(reads.length).toBeGreaterThan(30)
    // The live feed never ends; its rows are the same as those of the log.
    for (const path of reads.filter((each) => !each.includes('logout') && each !== '/api/event/'))
      for (const query of ['', '?keyword=SECRET', '?tag_mode=true', '?keyword=sk-upstream'])
        expectNoSecret((await api.root.request('GET', path + query)).text)
  })

  it('A-USER-30 are found by nobody: whether a search has results tells nothing of them', async () => {
    const admin = await api.createUser('searcher', 10)
    const keywords = [...secrets, 'upstream-SECRET', 'SECRET-1']
    for (const caller of [api.root, admin])
      for (const keyword of keywords)
        for (const path of ['/api/channel/search', '/api/audit_event/']) {
          const query = `${path}?keyword=${encodeURIComponent(keyword)}`
          expect([query, await caller.call('GET', query)]).toMatchObject([query, { total: 0, items: [] }])
        }
  })

  it('are in no answer of a call that writes', async () => {
    const answers = [
      await api.root.request('PUT', '/api/channel/', { id: channel.id, key: secrets.join(','), priority: 1 }),
      await api.root.request('POST', '/api/channel/', { type: 1, name: 'x', key: secrets[0], models: 'm' }),
      await api.root.request('POST', '/api/channel/', { type: 1, name: '', key: secrets[0], models: 'm' }),
      await api.root.request('PUT', '/api/channel/tag', { tag: 't', priority: 2 }),
      await api.root.request('POST', '/api/channel/fetch_models', {
        type: 1,
        base_url: 'http://127.0.0.1:9',
        key: secrets[0],
      }),
    ]
    for (const answer of answers) expectNoSecret(answer.text)
  })

  it('are in no column of the store in clear', async () => {
    const tables = ['channels', 'audit_events', 'changes', 'options', 'usage_logs', 'quotes']
    for (const table of tables) expectNoSecret(JSON.stringify(await api.services.knex(table).select('*')))
  })

  it('that cannot be opened leave the channel visible, marked by an empty fingerprint, and out of the routes', async () => {
    const broken = await newChannel(api, { models: 'broken-key' })
    await api.services
      .knex('channels')
      .where({ id: broken.id })
      .update({ key_ciphertext: 'v1.00000000.AAAA.BBBB' })
    expect(await api.root.call('GET', `/api/channel/${broken.id}`)).toMatchObject({
      key_count: 0,
      key_fingerprint: '',
    })
    await api.root.call('POST', '/api/channel/fix')
    expect(api.services.snapshot().channels.has(broken.id)).toBe(false)
    expect(api.services.snapshot().channels.has(channel.id)).toBe(true)
    await api.root.call('PUT', '/api/channel/', { id: broken.id, key: 'entered-again' })
    expect(api.services.snapshot().channels.get(broken.id)?.keys).toEqual(['entered-again'])
  })
})

it('every call of the contract about channels refuses users', async () => {
  const user = await api.createUser('u-secrets')
  const paths = Object.entries(readContract().paths).filter(([path]) => path.startsWith('/api/channel'))
  expect(operationIds().filter((id) => /hannel/.test(id)).length).toBeGreaterThan(15)
  for (const [path, item] of paths)
    for (const method of ['get', 'post', 'put', 'delete'] as const) {
      if (item[method] === undefined) continue
      const upper = method.toUpperCase() as 'GET' | 'POST' | 'PUT' | 'DELETE'
      const body = method === 'post' || method === 'put' ? {} : undefined
      const refused = await user.request(upper, path.replace('{id}', '1'), body)
      expect([path, refused.status, refused.body.code]).toEqual([path, 403, 'insufficient_role'])
    }
})
