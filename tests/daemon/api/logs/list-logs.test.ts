import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chargeCall } from '../../../support/charged-call.ts'
import { type Caller, startTestApi, type TestApi } from '../../../support/test-services.ts'
import { newChannel } from '../channels/new-channel.ts'
import { newToken, type TokenAnswer } from '../tokens/new-token.ts'

interface Row {
  readonly id: number
  readonly request_id: string
  readonly type: number
  readonly username: string
  readonly token_name: string
  readonly model_name: string
  readonly group: string
  readonly channel?: number
  readonly channel_name?: string
  readonly quota_exact: string
  readonly other: string
}
interface Page {
  readonly items: Row[]
  readonly page: number
  readonly page_size: number
  readonly total: number
}

let api: TestApi
let user: Caller
let other: Caller
let token: TokenAnswer
let channelId: number
let startSeconds: number

/** Logs 25 calls of u1 (every fifth of another model, every third in group vip), then three of u2 an hour later. */
beforeAll(async () => {
  api = await startTestApi()
  user = await api.createUser('u1')
  other = await api.createUser('u2')
  for (const { id } of [user, other])
    await api.root.call('POST', '/api/user/credit', { id, delta: '1000000' })
  await api.services.knex('usage_logs').delete()
  channelId = (await newChannel(api, { name: 'secret channel' })).id
  token = await newToken(user, { name: 'ci', unlimited_quota: true })
  startSeconds = Math.floor(api.clock.now() / 1000)
  for (let i = 0; i < 25; i += 1)
    await chargeCall(api, {
      userId: user.id,
      username: 'u1',
      tokenId: token.id,
      tokenName: i % 2 === 0 ? 'ci' : 'old name',
      channelId,
      model: i % 5 === 0 ? 'claude-x' : 'gpt-4o',
      group: i % 3 === 0 ? 'vip' : 'default',
      promptTokens: 100,
      completionTokens: 10,
      cost: 1_500,
      isStream: i === 24,
      useTimeMs: 2345,
      content: i === 3 ? '50%_off' : `call ${i}`,
    })
  api.clock.advance(3_600_000)
  for (let i = 0; i < 3; i += 1)
    await chargeCall(api, {
      userId: other.id,
      username: 'u2',
      model: 'gpt-4o',
      promptTokens: 7,
      completionTokens: 3,
      cost: 250,
    })
})
afterAll(() => api.close())

const all = (query = '') => api.root.call<Page>('GET', `/api/log/?${query}`)
const own = (query = '') => user.call<Page>('GET', `/api/log/self/?${query}`)

describe('GET /api/log/ and /api/log/self/', () => {
  it('200 pages newest first', async () => {
    const pages = [await own(), await own('p=2'), await own('p=3')]
    expect(pages.map((page) => [page.items.length, page.page, page.page_size, page.total])).toEqual([
      [10, 1, 10, 25],
      [10, 2, 10, 25],
      [5, 3, 10, 25],
    ])
    const ids = pages.flatMap((page) => page.items.map((each) => each.id))
    expect(ids).toEqual([...ids].sort((a, b) => b - a))
    expect(new Set(ids).size).toBe(25)
    expect(await own('p=0&page_size=100')).toEqual(await own('size=100'))
  })

  it('200 shows every field', async () => {
    const [row] = (await all(`username=u1&page_size=1`)).items
    expect(row).toEqual({
      id: row?.id,
      request_id: expect.stringMatching(/^req_[0-9A-Z]{26}$/),
      created_at: expect.any(Number),
      created_at_ms: expect.any(Number),
      type: 2,
      channel: channelId,
      channel_name: 'secret channel',
      user_id: user.id,
      username: 'u1',
      token_id: token.id,
      token_name: 'ci',
      group: 'vip',
      model_name: 'gpt-4o',
      is_stream: true,
      use_time: 2.345,
      prompt_tokens: 100,
      completion_tokens: 10,
      quota: 2,
      quota_exact: '1.5',
      usage_source: 'upstream',
      content: 'call 24',
      client_ip: '',
      other: JSON.stringify({ admin_info: { use_channel: [String(channelId)] }, model_ratio: 1 }),
    })
  })

  it('200 gives the one row with an id, to its owner and administrators, if the other filters let it through', async () => {
    const oldest = (await own('p=3&page_size=10')).items.at(-1)
    const query = `id=${oldest?.id}`
    expect(await own(query)).toMatchObject({ items: [{ id: oldest?.id }], total: 1 })
    expect((await all(query)).items).toMatchObject([{ id: oldest?.id, channel_name: 'secret channel' }])
    expect((await other.call<Page>('GET', `/api/log/self/?${query}`)).total).toBe(0)
    expect((await own(`${query}&model_name=no-such-model`)).total).toBe(0)
    expect((await own(`${query}&p=2`)).items).toEqual([])
    expect((await own('id=9007199254740991')).total).toBe(0)
    expect((await own('id=0')).total).toBe(25)
  })

  it('200 keeps users from other rows and from channels, in every field', async () => {
    const answer = await user.request<Page>(
      'GET',
      `/api/log/self/?page_size=100&username=u2&channel=${channelId}`,
    )
    expect(answer.body.data.items).toHaveLength(25)
    for (const row of answer.body.data.items) {
      expect(row.username).toBe('u1')
      expect(Object.keys(row)).not.toContain('channel')
      expect(Object.keys(row)).not.toContain('channel_name')
      expect(JSON.parse(row.other)).toEqual({ model_ratio: 1 })
    }
    expect(answer.text).not.toMatch(/secret channel|admin_info|use_channel/)
    expect((await user.request('GET', '/api/log/')).status).toBe(403)
    expect((await user.request('GET', '/api/log/stat')).status).toBe(403)
    expect((await user.request('GET', '/api/log/search?keyword=call')).status).toBe(403)
  })

  it('200 filters by each field alone', async () => {
    expect((await all('username=u1')).total).toBe(25)
    expect((await all('username=u2')).total).toBe(3)
    expect((await all('username=nobody')).total).toBe(0)
    expect((await all('token_name=ci')).total).toBe(13)
    expect((await all('model_name=claude-x')).total).toBe(5)
    expect((await all('group=vip')).total).toBe(9)
    expect((await all(`channel=${channelId}`)).total).toBe(25)
    expect((await all('channel=')).total).toBe(28)
    expect((await all('channel=0')).total).toBe(28)
    expect((await all('type=2')).total).toBe(28)
    expect((await all('type=6')).total).toBe(0)
    expect((await all('type=0')).total).toBe(28)
    const [first] = (await all('page_size=1')).items
    expect((await all(`request_id=${first?.request_id}`)).items).toEqual([first])
  })

  it('200 filters by time, both ends included', async () => {
    const later = startSeconds + 1800
    expect((await all(`end_timestamp=${later}`)).total).toBe(25)
    expect((await all(`start_timestamp=${later}`)).total).toBe(3)
    expect((await all(`start_timestamp=${later}&end_timestamp=${later}`)).total).toBe(0)
    expect((await all(`start_timestamp=${startSeconds}&end_timestamp=${startSeconds + 4000}`)).total).toBe(28)
  })

  it('200 filters by everything together', async () => {
    const together = `username=u1&token_name=ci&model_name=claude-x&group=vip&channel=${channelId}&type=2&start_timestamp=${startSeconds}`
    expect((await all(together)).total).toBe(1)
    expect((await own('token_name=ci&model_name=claude-x&group=vip&type=2')).total).toBe(1)
  })

  it('200 takes % at the ends of a model as anything, elsewhere and _ as they are', async () => {
    expect((await all('model_name=claude%25')).total).toBe(5)
    expect((await all('model_name=%25-x')).total).toBe(5)
    expect((await all('model_name=%25aude%25')).total).toBe(5)
    expect((await all('model_name=cl%25x')).total).toBe(0)
    expect((await all('model_name=claude_x')).total).toBe(0)
    expect((await all('token_name=%25')).total).toBe(0)
  })

  it('200 follows the log with after_id', async () => {
    const newest = (await own('page_size=4')).items
    const fourth = newest[3]
    expect((await own(`after_id=${fourth?.id}`)).items.map((each) => each.id)).toEqual(
      newest.slice(0, 3).map((each) => each.id),
    )
  })

  it('200 finds a renamed user by the name of today', async () => {
    await api.root.call('PUT', '/api/user/', { id: other.id, username: 'renamed' })
    expect((await all('username=renamed')).total).toBe(3)
    await api.root.call('PUT', '/api/user/', { id: other.id, username: 'u2' })
  })

  it('400 refuses nonsense', async () => {
    for (const query of [
      'type=7',
      'type=x',
      'channel=x',
      'channel=1;drop',
      'start_timestamp=-1',
      'end_timestamp=1e99',
      `username=${'x'.repeat(101)}`,
    ])
      expect([query, (await api.root.request('GET', `/api/log/?${query}`)).status]).toEqual([query, 400])
  })
})

describe('GET /api/log/search and /api/log/self/search', () => {
  const search = (keyword: string, who = api.root) =>
    who.call<Page>(
      'GET',
      `/api/log/${who === api.root ? '' : 'self/'}search?keyword=${encodeURIComponent(keyword)}`,
    )

  it('200 finds by the beginning of the content, by request id and by type', async () => {
    expect((await search('call 24')).total).toBe(1)
    expect((await search('24')).total).toBe(0)
    expect((await search('2')).total).toBe(28)
    const [row] = (await all('page_size=1')).items
    expect((await search(row?.request_id ?? '')).items).toEqual([row])
    expect((await search('call', user)).total).toBe(24)
    expect((await search(row?.request_id ?? '', user)).total).toBe(0)
  })

  it('200 takes % and _ as they are', async () => {
    expect((await search('50%_off')).total).toBe(1)
    for (const wild of ['%', '%%%%', '_', '__', 'call_24', '%24']) expect((await search(wild)).total).toBe(0)
    expect((await api.root.request('GET', `/api/log/search?keyword=${'%25'.repeat(200)}`)).status).toBe(400)
  })
})

describe('GET /api/log/stat and /api/log/self/stat', () => {
  it('200 sums what matches, exactly', async () => {
    expect(await api.root.call('GET', '/api/log/stat')).toMatchObject({
      quota: 38,
      quota_exact: '38.25',
      token_input: 2521,
      token_output: 259,
      token_total: 2780,
    })
    expect(await user.call('GET', '/api/log/self/stat?model_name=claude-x')).toMatchObject({
      quota: 8,
      quota_exact: '7.5',
      token_input: 500,
      token_output: 50,
      token_total: 550,
    })
    expect(await user.call('GET', '/api/log/self/stat?type=2&model_name=claude-x')).toMatchObject({
      quota_exact: '7.5',
    })
    expect(await api.root.call('GET', '/api/log/stat?username=nobody')).toEqual({
      quota: 0,
      quota_exact: '0',
      token_input: 0,
      token_output: 0,
      token_total: 0,
      rpm: 0,
      tpm: 0,
      is_complete: true,
    })
  })

  it('finding console 2: the totals of a type are the sum of its rows', async () => {
    const knex = api.services.knex
    const written = [
      { type: 6, quota: 0, prompt_tokens: 31 },
      { type: 1, quota: 5_000_000, prompt_tokens: 0 },
      { type: 1, quota: -2_000_500, prompt_tokens: 0 },
    ]
    for (const row of written)
      await knex('usage_logs').insert({
        at_ms: api.clock.now(),
        user_id: user.id,
        username: 'u1',
        group_name: 'by type',
        ...row,
      })
    for (const type of [1, 2, 6]) {
      const query = `type=${type}&username=u1&page_size=100`
      const rows = (await all(query)).items
      const sum = rows.reduce((total, row) => total + Number(row.quota_exact), 0)
      expect(await api.root.call('GET', `/api/log/stat?${query}`)).toMatchObject({ quota_exact: String(sum) })
      expect(await user.call('GET', `/api/log/self/stat?type=${type}`)).toMatchObject({
        quota_exact: String(sum),
      })
    }
    expect(await user.call('GET', '/api/log/self/stat?type=6')).toMatchObject({
      quota_exact: '0',
      token_input: 31,
    })
    await knex('usage_logs').where({ group_name: 'by type' }).delete()
  })

  it('200 counts calls and tokens of the last 60 seconds, whatever the time range', async () => {
    await chargeCall(api, {
      userId: user.id,
      username: 'u1',
      promptTokens: 40,
      completionTokens: 2,
      model: 'now',
      cost: 1,
    })
    const query = `model_name=now&end_timestamp=${startSeconds}`
    expect(await user.call('GET', `/api/log/self/stat?${query}`)).toMatchObject({ quota: 0, rpm: 1, tpm: 42 })
    api.clock.advance(61_000)
    expect(await user.call('GET', `/api/log/self/stat?${query}`)).toMatchObject({ rpm: 0, tpm: 0 })
  })
})

describe('GET /api/log/token', () => {
  it('200 gives the rows of the token that asks; 401 without or with a wrong one', async () => {
    const ask = (key?: string) =>
      api.anonymous.request<Page>(
        'GET',
        '/api/log/token?page_size=100',
        undefined,
        key === undefined ? {} : { authorization: `Bearer ${key}` },
      )
    const answer = await ask(`sk-${token.key}`)
    expect(answer.body.data.total).toBe(25)
    expect(answer.text).not.toMatch(/secret channel|admin_info/)
    expect((await ask(token.key)).status).toBe(200)
    expect((await ask()).body.code).toBe('token_missing')
    for (const wrong of ['sk-wrong', `sk-${'x'.repeat(48)}`, "' OR 1=1--", '%'.repeat(48)])
      expect((await ask(wrong)).body.code).toBe('token_invalid')
  })
})
