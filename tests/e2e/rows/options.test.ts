import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Caller } from '../../support/test-services.ts'
import { giveRootAnotherWayIn, linuxDoAsWayIn } from '../../support/way-in-for-root.ts'
import { operations } from './operations.ts'
import { optionTable } from './option-table.ts'
import { model, type Site, startSite, usageOf } from './site.ts'

interface Entry {
  readonly key: string
  readonly value: string
  readonly is_set: boolean
  readonly type: string
}

let site: Site

beforeAll(async () => {
  site = await startSite()
  await site.addChannel()
})
afterAll(() => site.close())
beforeEach(() => site.api.clock.advance(4 * 60_000))

/**
 * Options that Tollgate has in addition to the table of the specification, among them addresses of sources for which it
 * has no default host.
 */
const ownOptions = [
  'AuditKeepDays',
  'LogRetentionDays',
  'ManagementRateLimitCount',
  'SecretCheckLimitCount',
  'TokensPerUserMax',
  'PasskeyLoginEnabled',
  'StripeCurrency',
  'StripePrice',
  'StripeSecretKey',
  'StripeWebhookSecret',
  'CheckInTimeZone',
  'general_setting.drain_seconds',
  'general_setting.channel_affinity_enabled',
  'claude.cache_marks_enabled',
  'general_setting.response_keep_days',
  'ChannelAddressRanges',
  'SecondFactorRequired',
  'TokenKeysShownOnce',
  'LongPromptRatio',
  'general_setting.price_files_address',
  'general_setting.release_feed_address',
]

const list = () => site.root.call<Entry[]>('GET', '/api/option/')
const entry = async (key: string): Promise<Entry> => {
  const found = (await list()).find((each) => each.key === key)
  if (!found) throw new Error(`There is no option ${key}.`)
  return found
}
const put = (key: unknown, value: unknown, by: Caller = site.root) =>
  by.request('PUT', '/api/option/', { key, value })

describe('reading and writing', () => {
  it('A-OPTG-01 every option is a key and a text', async () => {
    const entries = await site.admin.call<Entry[]>('GET', '/api/option/')
    const expected = [...optionTable.map((each) => each.key), ...ownOptions]
    expect(entries.map((each) => each.key).sort()).toEqual(expected.sort())
    for (const { key, value } of entries) expect([typeof key, typeof value]).toEqual(['string', 'string'])
  })

  it('A-OPTG-02 one key is stored; an unknown key and a malformed body are refused with a message', async () => {
    expect((await put('SystemName', 'Stored')).status).toBe(200)
    expect((await entry('SystemName')).value).toBe('Stored')
    for (const [key, value] of [
      ['NoSuchKey', 'x'],
      ['SystemName', 5],
      [undefined, 'x'],
    ]) {
      const refused = await put(key, value)
      expect(refused.status).toBe(400)
      expect(refused.body.message).not.toBe('')
      expect(refused.body.message).not.toContain('{')
    }
    expect((await entry('SystemName')).value).toBe('Stored')
  })

  it('A-OPTG-04 users may not; administrators may, but for markup, payment and sign-in secrets', async () => {
    expect((await site.user.request('GET', '/api/option/')).status).toBe(403)
    expect((await put('Notice', 'x', site.user)).status).toBe(403)
    expect((await put('Notice', 'by an administrator', site.admin)).status).toBe(200)
    for (const { key, good, role } of optionTable) {
      if (role !== 100) continue
      const refused = await put(key, good, site.admin)
      expect([key, refused.status, refused.body.code]).toEqual([key, 403, 'option_role'])
      expect(refused.body.message).toContain('100')
      expect((await put(key, good)).status).toBe(200)
    }
  })

  it('A-OPTG-06 no answer carries a stored secret', async () => {
    for (const { key, good, isSecret } of optionTable)
      if (isSecret) expect((await put(key, good)).status).toBe(200)
    const leaks: string[] = []
    for (const { id, method, path, access, isEndless } of operations) {
      if (method !== 'GET' || isEndless || path.endsWith('/logout')) continue
      const caller = access === 'public' ? site.api.anonymous : site.root
      if ((await caller.request(method, path)).text.includes('marker-')) leaks.push(id)
    }
    expect(leaks).toEqual([])
    expect(await entry('EpayKey')).toMatchObject({ value: '', is_set: true })
  })

  it('A-OPTG-11 a table that is no JSON is refused and the old one still prices', async () => {
    await site.setOption('ModelRatio', `{"${model}":2}`)
    const refused = await put('ModelRatio', '{')
    expect(refused).toMatchObject({
      status: 400,
      body: { message: 'not a valid JSON string', field: 'ModelRatio' },
    })
    site.upstream.next({ usageValues: usageOf(1000, 0) })
    await site.ask()
    expect((await site.newestLog()).quota).toBe(2000)
    for (const { key, type } of await list()) {
      if (type !== 'json') continue
      const before = (await entry(key)).value
      expect([key, await put(key, '{')]).toEqual([
        key,
        expect.objectContaining({
          status: 400,
          body: expect.objectContaining({ message: 'not a valid JSON string', field: key }),
        }),
      ])
      expect([key, (await entry(key)).value]).toEqual([key, before])
    }
  })

  it('A-OPTG-13 resetting brings back the built-in ratios', async () => {
    await site.admin.call('POST', '/api/option/rest_model_ratio')
    const builtIn = (await entry('ModelRatio')).value
    await site.setOption('ModelRatio', `{"${model}":9,"only-this":1}`)
    await site.admin.call('POST', '/api/option/rest_model_ratio')
    const { value } = await entry('ModelRatio')
    expect(value).toBe(builtIn)
    const table = JSON.parse(value) as Record<string, number>
    expect(table[model]).toBe(1.25)
    expect(table).not.toHaveProperty('only-this')
    expect(Object.keys(table).length).toBeGreaterThan(100)
  })

  it('A-OPTG-14 slashes at the end of addresses are removed', async () => {
    for (const key of [
      'ServerAddress',
      'WorkerUrl',
      'PayAddress',
      'CustomCallbackAddress',
      'WeChatServerAddress',
    ]) {
      await site.setOption(key, 'https://x.example.com/')
      expect((await entry(key)).value).toBe('https://x.example.com')
    }
  })

  it('A-OPTG-17 a switch is refused while what it needs is missing', async () => {
    const empty = await startSite()
    for (const key of [
      'GitHubOAuthEnabled',
      'oidc.enabled',
      'LinuxDOOAuthEnabled',
      'WeChatAuthEnabled',
      'TelegramOAuthEnabled',
      'TurnstileCheckEnabled',
    ]) {
      const refused = await empty.root.request('PUT', '/api/option/', { key, value: 'true' })
      expect([key, refused.status, refused.body.code]).toEqual([key, 400, 'option_needs'])
    }
    await empty.close()
  })
})

describe('A-OPTG-03 A-OPTG-16 each key has the default, the type and the range of its row', () => {
  let fresh: Site
  beforeAll(async () => {
    fresh = await startSite()
  })
  afterAll(() => fresh.close())

  it.each(optionTable)('$id $key', async ({ key, fallback, good, stored, bad, isSecret }) => {
    fresh.api.clock.advance(60_000)
    const read = async () =>
      (await fresh.root.call<Entry[]>('GET', '/api/option/')).find((each) => each.key === key)?.value
    const write = (value: string) => fresh.root.request('PUT', '/api/option/', { key, value })
    const before = await read()
    const isTable = fallback?.startsWith('{')
    if (fallback !== undefined)
      expect(isTable ? JSON.parse(before ?? '') : before).toEqual(isTable ? JSON.parse(fallback) : fallback)
    for (const value of bad) {
      const refused = await write(value)
      expect([value, refused.status, refused.body.success]).toEqual([value, 400, false])
      expect(refused.body.message).not.toMatch(/\{(key|min|max|places|choices|shape|name)\}/)
      expect(await read()).toBe(before)
    }
    const isWayIn = key === 'PasswordLoginEnabled'
    if (isWayIn) await giveRootAnotherWayIn(fresh.api)
    expect((await write(good)).status).toBe(200)
    expect(await read()).toBe(isSecret ? '' : (stored ?? good))
    // Restore the previous value for the next rows.
    expect((await write(before ?? '')).status).toBe(200)
    for (const each of isWayIn ? Object.keys(linuxDoAsWayIn).reverse() : [])
      expect((await fresh.root.request('DELETE', `/api/option/${each}`)).status).toBe(200)
  })
})
