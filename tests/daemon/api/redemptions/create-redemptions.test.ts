import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../../../support/test-services.ts'
import { type CodePage, newCode, newCodes } from './new-codes.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const create = (fields: object) =>
  api.root.request<string[]>('POST', '/api/redemption/', { name: 'welcome', quota: 1000, ...fields })
const total = async () => (await api.root.call<CodePage>('GET', '/api/redemption/')).total

describe('POST /api/redemption/', () => {
  it('200 gives the codes; each is stored sealed with every field', async () => {
    const keys = await newCodes(api, { count: 3 })
    expect(new Set(keys).size).toBe(3)
    expect(keys.every((key) => /^[0-9a-f]{32}$/.test(key))).toBe(true)
    const page = await api.root.call<CodePage>('GET', '/api/redemption/')
    const [code] = page.items
    expect(code).toEqual({
      id: code?.id,
      user_id: api.root.id,
      name: 'welcome',
      key: keys[2],
      status: 1,
      quota: 1000,
      quota_exact: '1000',
      created_time: code?.created_time,
      redeemed_time: 0,
      used_user_id: 0,
      is_gift: false,
      max_uses: -1,
      used_count: 0,
      valid_from: 0,
      valid_until: 0,
    })
    const stored = JSON.stringify(await api.services.knex('redemptions').select('*'))
    for (const key of keys) expect(stored).not.toContain(key)
  })

  it('200 makes 100 distinct codes at once', async () => {
    expect(new Set(await newCodes(api, { count: 100 })).size).toBe(100)
  })

  it('200 stores gift codes with uses and times; blank, 0 and -1 uses are unlimited', async () => {
    const times = { valid_from: 1_800_000_000, valid_until: 1_900_000_000 }
    expect(await newCode(api, { is_gift: true, max_uses: 5, ...times })).toMatchObject({
      is_gift: true,
      max_uses: 5,
      ...times,
    })
    for (const max_uses of [undefined, null, 0, -1])
      expect(await newCode(api, { is_gift: true, max_uses, valid_from: null })).toMatchObject({
        max_uses: -1,
        valid_from: 0,
      })
    expect(await newCode(api, { max_uses: 5 })).toMatchObject({ is_gift: false, max_uses: -1 })
  })

  it('200 takes an own code; 409 when it is in use, deleted ones included', async () => {
    const code = await newCode(api, { key: ' WELCOME-2026 ' })
    expect(code.key).toBe('WELCOME-2026')
    expect((await create({ key: 'WELCOME-2026' })).body).toMatchObject({
      code: 'redemption_key_taken',
      field: 'key',
    })
    await api.root.call('DELETE', `/api/redemption/${code.id}`)
    const again = await create({ key: 'WELCOME-2026' })
    expect([again.status, again.body.code]).toEqual([409, 'redemption_key_taken'])
  })

  it('200 takes a name of 20 Chinese characters', async () => {
    expect((await create({ name: '礼'.repeat(20) })).status).toBe(200)
  })

  it('200 leaves the value of the codes in the audit trail, one by one and in bulk', async () => {
    await create({ name: 'traced', quota: 500, is_gift: true, max_uses: 3 })
    const common = { status: 1, valid_from: 0, valid_until: 0, is_gift: false, max_uses: -1 }
    const sets = [{ name: 'filled', quota: 700, count: 2 }]
    await api.root.call('POST', '/api/redemption/bulk', { sets })
    const { items } = await api.root.call<{ items: { action: string; after: string }[] }>(
      'GET',
      '/api/audit_event/?page_size=2',
    )
    expect(items.map(({ action, after }) => [action, JSON.parse(after)])).toEqual([
      ['redemption.create', { ...common, name: 'filled', quota_exact: '700', count: 2 }],
      [
        'redemption.create',
        { ...common, name: 'traced', quota_exact: '500', is_gift: true, max_uses: 3, count: 1 },
      ],
    ])
  })

  it('200 ignores what nobody can set', async () => {
    expect(await newCode(api, { status: 3, used_count: 7, user_id: 99, used_user_id: 5 })).toMatchObject({
      status: 1,
      used_count: 0,
      user_id: api.root.id,
      used_user_id: 0,
    })
  })

  it.each([
    [{ name: '' }, 'redemption_name_length'],
    [{ name: '   ' }, 'redemption_name_length'],
    [{ name: '礼'.repeat(21) }, 'redemption_name_length'],
    [{ name: undefined }, 'redemption_name_length'],
    [{ quota: undefined }, 'invalid_request'],
    [{ key: 'A', count: 2 }, 'redemption_key_single'],
    [{ key: 'with space' }, 'redemption_key_invalid'],
    [{ key: '../etc' }, 'redemption_key_invalid'],
    [{ key: 'x'.repeat(33) }, 'invalid_request'],
    [{ valid_from: 20, valid_until: 10 }, 'redemption_period'],
    [{ valid_from: 20, valid_until: 20 }, 'redemption_period'],
    [{ valid_from: -1 }, 'invalid_request'],
    [{ is_gift: 'true' }, 'invalid_request'],
    [{ max_uses: -2 }, 'invalid_request'],
    [{ max_uses: 1.5 }, 'invalid_request'],
  ])('400 refuses %j with %s', async (fields, code) => {
    const before = await total()
    expect((await create(fields)).body).toMatchObject({ success: false, code })
    expect(await total()).toBe(before)
  })

  const nonsense = [
    -1,
    0,
    1.5,
    1e15 + 1,
    2 ** 53,
    2 ** 63,
    2 ** 64 - 1,
    1e308,
    '1e3',
    ' 7',
    'NaN',
    'Infinity',
    [1],
    {},
    true,
    null,
  ]
  it.each(['quota', 'count'])('400 refuses every number that is none in %s', async (field) => {
    const before = await total()
    for (const value of nonsense)
      expect([value, (await create({ [field]: value })).body.field]).toEqual([value, field])
    expect((await create({ count: 101 })).body.field).toBe('count')
    expect(await total()).toBe(before)
  })

  it('says in both languages that the times are the wrong way round', async () => {
    const body = { name: 'x', quota: 1, valid_from: 20, valid_until: 10 }
    const say = async (language: string) =>
      (await api.root.request('POST', '/api/redemption/', body, { 'accept-language': language })).body.message
    expect(await say('en')).toBe('effective time must be earlier than expiry')
    expect(await say('zh')).toBe('生效时间必须早于过期时间')
  })

  it('403 for users on every call of codes', async () => {
    const user = await api.createUser('u-codes')
    for (const [method, path] of [
      ['GET', '/api/redemption/'],
      ['GET', '/api/redemption/search'],
      ['GET', '/api/redemption/1'],
      ['POST', '/api/redemption/'],
      ['PUT', '/api/redemption/'],
      ['DELETE', '/api/redemption/1'],
      ['PUT', '/api/redemption/batch-disable'],
      ['DELETE', '/api/redemption/delete-disabled'],
      ['GET', '/api/redemption/count-by-name?name=x'],
      ['DELETE', '/api/redemption/delete-by-name?name=x'],
    ] as const)
      expect([
        path,
        (await user.request(method, path, method === 'GET' || method === 'DELETE' ? undefined : {})).status,
      ]).toEqual([path, 403])
  })
})
