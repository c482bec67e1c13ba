import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadChannels } from '../../../../src/daemon/channels/load-channels.ts'
import { startTestApi, type TestApi } from '../../../support/test-services.ts'
import { type ChannelAnswer, newChannel } from './new-channel.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const address = 'socks5://anna:hunter2@proxy.example:1080'
const through = (proxy: string) => ({ setting: JSON.stringify({ proxy, force_format: true }) })
const shown = through('socks5://***@proxy.example:1080').setting

const put = (body: object) => api.root.request<ChannelAnswer>('PUT', '/api/channel/', body)
const proxyOf = async (id: number) => {
  const { knex, secrets } = api.services
  return (await loadChannels(knex, secrets)).find((each) => each.id === id)?.setting.proxy
}

describe('Low: the password of a proxy is kept like a key', () => {
  it('goes to the upstream, and into no answer, no trail and no column in clear', async () => {
    const made = await newChannel(api, through(address))
    expect(made).toMatchObject({ setting: shown, proxy_fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/) })
    expect(await proxyOf(made.id)).toBe(address)
    await put({ id: made.id, ...through('http://anna:opensesame@proxy.example:3128'), key: 'sk-2' })
    const seen = await Promise.all([
      api.root.request('GET', '/api/channel/'),
      api.root.request('GET', `/api/channel/${made.id}`),
      api.root.request('GET', `/api/channel/search?keyword=${made.name}`),
      api.root.request('GET', '/api/audit_event/?target_kind=channel'),
    ])
    const stored = await Promise.all(['channels', 'audit_events'].map((table) => api.services.knex(table)))
    const everything = JSON.stringify(stored) + seen.map(({ text }) => text).join('')
    expect(everything).toContain('***@proxy.example')
    expect(everything).not.toMatch(/hunter2|opensesame/)
  })

  it('is a fingerprint in the trail, which changes with it', async () => {
    const { id, proxy_fingerprint: before } = await newChannel(api, through(address))
    const other = await put({ id, ...through('socks5://anna:other@proxy.example:1080'), key: 'sk-2' })
    const trail = await api.root.call<{ items: { before: string; after: string }[] }>(
      'GET',
      `/api/audit_event/?target_kind=channel&target_id=${id}`,
    )
    const facts = [trail.items[0]?.before, trail.items[0]?.after].map((text) => JSON.parse(text ?? ''))
    expect(facts.map(({ proxy_fingerprint: print }) => print)).toEqual([
      before,
      other.body.data.proxy_fingerprint,
    ])
    expect(new Set(facts.map(({ proxy_fingerprint: print }) => print)).size).toBe(2)
  })

  it('stays when the address comes back as it was shown, or as it is', async () => {
    const made = await newChannel(api, through(address))
    for (const setting of [shown, '{"proxy":"socks5://***@proxy.example:1080"}', through(address).setting]) {
      expect((await put({ id: made.id, setting })).status).toBe(200)
      expect(await proxyOf(made.id)).toBe(address)
    }
    await put({ id: made.id, setting: '' })
    expect(await proxyOf(made.id)).toBeUndefined()
    expect(await api.root.call('GET', `/api/channel/${made.id}`)).toMatchObject({ proxy_fingerprint: '' })
  })

  it.each([
    ['another host', 'socks5://***@evil.example:1080'],
    ['another port', 'socks5://***@proxy.example:1081'],
    ['a name of its own', 'socks5://***:x@proxy.example:1080'],
  ])('400 never goes to another proxy: %s', async (_, proxy) => {
    const { id } = await newChannel(api, through(address))
    const refused = await put({ id, ...through(proxy), key: 'sk-2' })
    expect([refused.status, refused.body.code]).toEqual([400, 'channel_proxy_hidden'])
    expect(await proxyOf(id)).toBe(address)
  })

  it('400 a new channel cannot have one that nobody knows', async () => {
    const body = { type: 1, name: 'x', key: 'k', models: 'm', setting: shown }
    const refused = await api.root.request('POST', '/api/channel/', body)
    expect([refused.status, refused.body.code]).toEqual([400, 'channel_proxy_hidden'])
  })

  it('a copy goes through the same proxy', async () => {
    const { id, proxy_fingerprint: print } = await newChannel(api, through(address))
    const copy = await api.root.call<ChannelAnswer>('POST', `/api/channel/${id}/copy`)
    expect(copy).toMatchObject({ setting: shown, proxy_fingerprint: print })
    expect(await proxyOf(copy.id)).toBe(address)
  })

  it('a sealed address is worth nothing in another place', async () => {
    const { id } = await newChannel(api, through(address))
    const { knex, secrets } = api.services
    const [row] = await knex('channels').where({ id }).select('proxy_ciphertext')
    expect(() => secrets.open(row.proxy_ciphertext, 'channel:key')).toThrow('does not belong')
    await knex('channels')
      .where({ id })
      .update({ proxy_ciphertext: secrets.seal(address, 'channel:key') })
    const broken: number[] = []
    await loadChannels(knex, secrets, (channelId) => void broken.push(channelId))
    expect(broken).toEqual([id])
    // The channel can still be read, and its proxy replaced.
    expect(await api.root.call('GET', `/api/channel/${id}`)).toMatchObject({ proxy_fingerprint: '' })
    expect((await put({ id, ...through(address), key: 'sk-2' })).status).toBe(200)
    expect(await proxyOf(id)).toBe(address)
  })
})
