import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hello, type List, model, readRefusal, type Site, startSite, type Token, usageOf } from './site.ts'

let site: Site

beforeAll(async () => {
  site = await startSite()
  await site.addChannel({ group: 'default,vip' })
})
afterAll(() => site.close())
beforeEach(() => {
  site.upstream.reset()
  site.api.clock.advance(120_000)
})

const nowSeconds = () => Math.floor(site.api.clock.now() / 1000)
const update = (id: number, columns: Readonly<Record<string, unknown>>) =>
  site.root.request<Token>('PUT', '/api/token/', { id, ...columns })
const setStatus = (id: number, status: number, more: Readonly<Record<string, unknown>> = {}) =>
  site.root.request<Token>('PUT', '/api/token/?status_only=true', { id, status, ...more })
const statuses = async (key: string, count: number): Promise<number[]> => {
  const found: number[] = []
  for (let i = 0; i < count; i += 1) found.push((await site.ask(key)).status)
  return found
}

describe('the list', () => {
  it('C-TOKEN-03 pages of 25 in every size', async () => {
    const owner = await site.api.createUser('lister')
    for (let i = 0; i < 25; i += 1) await site.newToken({ name: `t${i}` }, owner)
    const pages = await Promise.all(
      [1, 2, 3].map((p) => owner.call<List<Token>>('GET', `/api/token/?p=${p}&size=10`)),
    )
    expect(pages.map((each) => [each.page, each.items.length, each.total])).toEqual([
      [1, 10, 25],
      [2, 10, 25],
      [3, 5, 25],
    ])
    for (const size of [20, 50, 100])
      expect((await owner.call<List<Token>>('GET', `/api/token/?p=0&size=${size}`)).items).toHaveLength(
        Math.min(size, 25),
      )
  })

  it('C-TOKEN-04 search by part of the name and by key, with and without sk-', async () => {
    const wanted = await site.newToken({ name: 'needle in hay' })
    const search = async (query: string) =>
      (await site.root.call<List<Token>>('GET', `/api/token/search?${query}`)).items.map((each) => each.id)
    expect(await search('keyword=needle&token=')).toEqual([wanted.id])
    expect(await search(`keyword=&token=${wanted.key}`)).toEqual([wanted.id])
    expect(await search(`keyword=&token=sk-${wanted.key}`)).toEqual([wanted.id])
    expect(await search('keyword=nothing-like-it&token=')).toEqual([])
  })

  it('C-TOKEN-05 somebody else’s token is not there', async () => {
    const { id } = await site.newToken({}, site.user)
    expect((await site.token(id, site.user)).id).toBe(id)
    expect((await site.admin.request('GET', `/api/token/${id}`)).status).toBe(404)
    expect((await site.root.request('PUT', '/api/token/', { id, name: 'mine' })).status).toBe(404)
    expect((await site.root.request('DELETE', `/api/token/${id}/`)).status).toBe(404)
  })

  it('C-TOKEN-12 C-TOKEN-27 the owner’s list has the keys, and they work with sk-', async () => {
    const { key } = await site.newToken({}, site.user)
    const { items } = await site.user.call<List<Token>>('GET', '/api/token/?p=0&size=100')
    expect(items.find((each) => each.key === key)?.status).toBe(1)
    expect(key).not.toMatch(/^sk-/)
    expect((await site.ask(`sk-${key}`)).status).toBe(200)
    for (const caller of [site.admin, site.root])
      expect((await caller.request('GET', '/api/token/?p=0&size=100')).text).not.toContain(key)
  })

  it('C-TOKEN-30 models and groups of the form', async () => {
    expect(await site.user.call('GET', '/api/user/models')).toEqual([model])
    expect(await site.user.call('GET', '/api/user/self/groups')).toMatchObject({
      default: { desc: expect.any(String), ratio: 1 },
      vip: { desc: expect.any(String), ratio: 1 },
    })
  })
})

describe('creating and editing', () => {
  it('C-TOKEN-07 C-TOKEN-13 every field is kept; key and used quota cannot be set', async () => {
    const fields = {
      name: 'complete',
      remain_quota: 1234,
      unlimited_quota: false,
      expired_time: nowSeconds() + 1000,
      model_limits_enabled: true,
      model_limits: 'a,b',
      allow_ips: '127.0.0.1\n10.0.0.0/8',
      group: 'vip',
      rate_limit_enabled: true,
      rate_limit_period: 30,
      rate_limit_count: 20,
      rate_limit_success: 5,
    }
    const { id, key } = await site.newToken(fields)
    const shown = await site.token(id)
    expect(shown).toMatchObject({
      ...fields,
      id,
      key,
      status: 1,
      used_quota: 0,
      created_time: expect.any(Number),
    })
    const changes = {
      name: 'changed',
      remain_quota: 99,
      unlimited_quota: true,
      expired_time: -1,
      model_limits_enabled: false,
      model_limits: '',
      allow_ips: '',
      group: '',
      rate_limit_enabled: false,
      rate_limit_period: 60,
      rate_limit_count: 3,
      rate_limit_success: 2,
    }
    expect((await update(id, { ...changes, key: 'x'.repeat(48), used_quota: 77 })).status).toBe(200)
    expect(await site.token(id)).toMatchObject({ ...changes, key, used_quota: 0 })
  })

  it('C-TOKEN-08 the status alone changes, and is obeyed at once', async () => {
    const { id, key } = await site.newToken()
    expect((await site.ask(`sk-${key}`)).status).toBe(200)
    const before = await site.token(id)
    await setStatus(id, 2, { name: 'other', remain_quota: 5, unlimited_quota: false })
    expect(await site.token(id)).toEqual({ ...before, status: 2 })
    expect(await site.refusal(`sk-${key}`)).toMatchObject({ status: 401, code: 'token_disabled' })
    await setStatus(id, 1)
    expect((await site.ask(`sk-${key}`)).status).toBe(200)
  })

  it('C-TOKEN-09 a deleted token is refused at once, with and without the last slash', async () => {
    for (const slash of ['', '/']) {
      const { id, key } = await site.newToken()
      expect((await site.ask(`sk-${key}`)).status).toBe(200)
      await site.root.call('DELETE', `/api/token/${id}${slash}`)
      expect(await site.refusal(`sk-${key}`)).toMatchObject({ status: 401, code: 'token_invalid' })
    }
  })

  it('C-TOKEN-11 several tokens are deleted at once, and none without a selection', async () => {
    const made = [await site.newToken(), await site.newToken(), await site.newToken()]
    expect((await site.root.request('POST', '/api/token/batch', { ids: [] })).status).toBe(400)
    await site.root.call('POST', '/api/token/batch', { ids: made.map((each) => each.id) })
    for (const { id } of made) expect((await site.root.request('GET', `/api/token/${id}`)).status).toBe(404)
  })

  it('C-TOKEN-23 C-TOKEN-25 a name is required; the quota is a dollar unless said otherwise', async () => {
    for (const body of [{}, { name: '' }, { name: '   ' }])
      expect((await site.root.request('POST', '/api/token/', body)).status).toBe(400)
    const { id } = await site.root.call<Token>('POST', '/api/token/', { name: 'plain' })
    expect(await site.token(id)).toMatchObject({
      remain_quota: 500_000,
      unlimited_quota: false,
      expired_time: -1,
    })
  })

  it('C-TOKEN-20 A-OPT-103 a group the owner may not use is refused', async () => {
    expect((await site.user.request('POST', '/api/token/', { name: 'x', group: 'svip' })).status).toBe(403)
    await site.setOption('UserUsableGroups', '{}')
    expect((await site.user.request('POST', '/api/token/', { name: 'x', group: 'vip' })).status).toBe(403)
    await site.setOption('UserUsableGroups', '{"default":"d","vip":"v"}')
    expect((await site.user.request('POST', '/api/token/', { name: 'x', group: 'vip' })).status).toBe(200)
  })
})

describe('what limits a token', () => {
  it('C-TOKEN-14 a call lowers remain_quota and raises used_quota by the same; quota is never negative', async () => {
    expect((await site.root.request('POST', '/api/token/', { name: 'x', remain_quota: -1 })).status).toBe(400)
    const { id, key } = await site.newToken({ unlimited_quota: false, remain_quota: 100_000 })
    expect((await update(id, { remain_quota: -1 })).status).toBe(400)
    site.upstream.next({ usageValues: usageOf(1000, 500) })
    await site.ask(`sk-${key}`)
    expect(await site.token(id)).toMatchObject({ remain_quota: 96_250, used_quota: 3750 })
  })

  it('C-TOKEN-15 an unlimited token is limited by the balance alone', async () => {
    const { key } = await site.newToken({ unlimited_quota: true, remain_quota: 0 })
    expect((await site.ask(`sk-${key}`)).status).toBe(200)
  })

  it('C-TOKEN-16 C-TOKEN-26 an expired token becomes status 3 at its next use and cannot be enabled without a cure', async () => {
    const { id, key } = await site.newToken({ expired_time: nowSeconds() + 100 })
    expect((await site.ask(`sk-${key}`)).status).toBe(200)
    site.api.clock.advance(200_000)
    expect(await site.refusal(`sk-${key}`)).toMatchObject({ status: 401, code: 'token_expired' })
    await expect.poll(async () => (await site.token(id)).status).toBe(3)
    expect((await setStatus(id, 1)).status).toBe(400)
    expect((await update(id, { expired_time: -1 })).body.data).toMatchObject({ status: 1, expired_time: -1 })
    expect((await site.ask(`sk-${key}`)).status).toBe(200)
    const past = { name: 'x', expired_time: nowSeconds() - 10 }
    expect((await site.root.request('POST', '/api/token/', past)).status).toBe(400)
    expect((await site.root.request('POST', '/api/token/', { ...past, expired_time: 'abc' })).status).toBe(
      400,
    )
  })

  it('C-TOKEN-26 an exhausted token becomes status 4 and cannot be enabled without a cure', async () => {
    const { id, key } = await site.newToken({ unlimited_quota: false, remain_quota: 4000 })
    site.upstream.next({ usageValues: usageOf(1200, 500) })
    expect((await site.ask(`sk-${key}`, { max_tokens: 500 })).status).toBe(200)
    await update(id, { remain_quota: 0 })
    expect(await site.refusal(`sk-${key}`)).toMatchObject({ code: 'token_exhausted' })
    await expect.poll(async () => (await site.token(id)).status).toBe(4)
    expect((await setStatus(id, 1)).status).toBe(400)
    expect((await update(id, { remain_quota: 50_000 })).body.data.status).toBe(1)
    expect((await site.ask(`sk-${key}`)).status).toBe(200)
  })

  it('C-TOKEN-18 other models than the listed ones are refused', async () => {
    const { key } = await site.newToken({ model_limits_enabled: true, model_limits: `${model},other` })
    expect((await site.ask(`sk-${key}`)).status).toBe(200)
    expect(await site.refusal(`sk-${key}`, { model: 'gpt-4o-mini' })).toMatchObject({
      status: 403,
      code: 'token_model_forbidden',
    })
  })

  it('C-TOKEN-19 other addresses than the listed ones are refused; a line that is none is refused on save', async () => {
    const listed = await site.newToken({ allow_ips: '203.0.113.1\n127.0.0.0/8' })
    const unlisted = await site.newToken({ allow_ips: '203.0.113.1' })
    expect((await site.ask(`sk-${listed.key}`)).status).toBe(200)
    expect(await site.refusal(`sk-${unlisted.key}`)).toMatchObject({
      status: 403,
      code: 'token_ip_forbidden',
    })
    const refused = await site.root.request('POST', '/api/token/', {
      name: 'x',
      allow_ips: '127.0.0.1\nhome',
    })
    expect(refused).toMatchObject({ status: 400, body: { field: 'allow_ips' } })
    expect(refused.body.message).toContain('home')
  })

  it('C-TOKEN-21 the token’s group prices its calls; empty is the user’s own', async () => {
    await site.setOption('GroupRatio', '{"default":1,"vip":0.5}')
    site.upstream.always({ usageValues: usageOf(1000, 500) })
    const quotas: number[] = []
    for (const group of ['', 'vip']) {
      const { key } = await site.newToken({ group })
      await site.ask(`sk-${key}`)
      const row = await site.newestLog()
      quotas.push(row.quota)
    }
    expect(quotas).toEqual([3750, 1875])
    await site.setOption('GroupRatio', '{"default":1,"vip":1,"svip":1}')
  })

  it('C-TOKEN-22 the rate limit has defaults and is kept, by requests and by successes', async () => {
    const { id } = await site.newToken({ rate_limit_enabled: true })
    expect(await site.token(id)).toMatchObject({
      rate_limit_period: 60,
      rate_limit_count: 1000,
      rate_limit_success: 10,
    })
    const limited = { rate_limit_enabled: true, rate_limit_period: 60 }
    const byCount = await site.newToken({ ...limited, rate_limit_count: 3, rate_limit_success: 0 })
    expect(await statuses(`sk-${byCount.key}`, 4)).toEqual([200, 200, 200, 429])
    const refused = await site.refusal(`sk-${byCount.key}`)
    expect(refused.message).toContain('at most 3 every 60 s')
    expect(refused.retryAfter).toBeGreaterThan(0)
    const bySuccess = await site.newToken({ ...limited, rate_limit_count: 100, rate_limit_success: 2 })
    site.upstream.next({ status: 400 })
    expect(await statuses(`sk-${bySuccess.key}`, 4)).toEqual([400, 200, 200, 429])
  })

  it('C-TOKEN-12 every place a client may put its key works, and a missing or wrong key is 401', async () => {
    const body = JSON.stringify({ model, messages: hello })
    const call = (headers: Readonly<Record<string, string>>, query = '') =>
      fetch(`${site.url}/v1/chat/completions${query}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
      })
    for (const headers of [
      { authorization: `Bearer ${site.key}` },
      { authorization: site.key },
      { 'x-api-key': site.key },
      { 'x-goog-api-key': site.key },
    ])
      expect([Object.keys(headers)[0], (await call(headers as Record<string, string>)).status]).toEqual([
        Object.keys(headers)[0],
        200,
      ])
    expect(await readRefusal(await call({}))).toMatchObject({ status: 401, code: 'token_missing' })
    expect(await readRefusal(await call({ authorization: 'Bearer sk-nothing' }))).toMatchObject({
      status: 401,
      code: 'token_invalid',
    })
  })
})
