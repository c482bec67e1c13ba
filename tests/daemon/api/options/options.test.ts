import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { providerSwitches, switchOf } from '../../../../src/daemon/options/provider-switches.ts'
import { type OptionKey, optionKeys, registry } from '../../../../src/daemon/options/registry.ts'
import { type Caller, startTestApi, type TestApi } from '../../../support/test-services.ts'

interface Entry {
  key: string
  value: string
  is_secret: boolean
  is_set: boolean
  is_default: boolean
  role: number
  type: string
  fingerprint?: string
  range?: {
    min: number
    max: number
    is_above_min: boolean
    places: number
    step: number
    may_be_empty: boolean
  }
  choices?: string[]
  is_multiline?: boolean
  unit?: string
  needs?: string[]
}

let api: TestApi
let admin: Caller
beforeAll(async () => {
  api = await startTestApi()
  admin = await api.createUser('admin', 10)
})
afterAll(() => api.close())

const set = (key: string, value: unknown, caller = api.root) =>
  caller.request('PUT', '/api/option/', { key, value })
const entry = async (key: string, caller = api.root): Promise<Entry> => {
  const found = (await caller.call<Entry[]>('GET', '/api/option/')).find((each) => each.key === key)
  if (!found) throw new Error(`no option ${key}`)
  return found
}
const rootKeys = optionKeys.filter((key) => registry[key].role === 100)
const secretKeys = optionKeys.filter((key) => registry[key].isSecret)

describe('GET /api/option/', () => {
  it('200 lists every key with its text', async () => {
    const options = await admin.call<Entry[]>('GET', '/api/option/')
    expect(options.map(({ key }) => key).sort()).toEqual([...optionKeys].sort())
    for (const { value } of options) expect(typeof value).toBe('string')
  })

  it('200 says of every number what is taken, and exactly that is taken', async () => {
    const numbers = (await admin.call<Entry[]>('GET', '/api/option/')).filter(({ type }) =>
      ['integer', 'decimal'].includes(type),
    )
    expect(numbers.length).toBeGreaterThan(20)
    const fine = (value: number) => value.toFixed(12).replace(/\.?0+$/, '')
    for (const { key, range } of numbers) {
      if (!range) throw new Error(`${key} has no range`)
      const least = 1 / 10 ** range.places
      const judge = async (value: string) => {
        const body = { options: [{ key, value }] }
        const [verdict] = await api.root.call<{ code: string | null }[]>('POST', '/api/option/check', body)
        return verdict?.code
      }
      expect(await judge(fine(range.min)), key).toBe(range.is_above_min ? 'option_above' : null)
      expect(await judge(fine(range.max)), key).toBe(null)
      expect(await judge(fine(range.max + 1)), key).not.toBe(null)
      if (range.min > 0) expect(await judge(fine(range.min - least)), key).toBe('option_range')
      expect(await judge(fine(range.min + range.step)), key).toBe(null)
      const tooFine = `${(range.min + range.step).toFixed(range.places)}${range.places === 0 ? '.1' : '1'}`
      expect(await judge(tooFine), key).not.toBe(null)
      expect((await judge('')) === null, key).toBe(range.may_be_empty)
    }
  })

  it('200 says what forms need beyond that: choices, lines, units, what a switch needs', async () => {
    expect(await entry('DataExportDefaultTime')).toMatchObject({ choices: ['hour', 'day', 'week'] })
    expect(await entry('SensitiveWords')).toMatchObject({ is_multiline: true })
    expect(await entry('CheckInQuota')).toMatchObject({ unit: 'quota' })
    expect(await entry('fallback_single_price')).toMatchObject({ unit: 'dollars', range: { step: 0.001 } })
    expect(await entry('TurnstileCheckEnabled')).toMatchObject({
      needs: ['TurnstileSiteKey', 'TurnstileSecretKey'],
    })
  })
})

describe('PUT /api/option/', () => {
  it('200 stores a text, and it acts at once', async () => {
    expect((await set('SystemName', 'Acme 网关')).status).toBe(200)
    expect((await entry('SystemName')).value).toBe('Acme 网关')
    expect(await api.anonymous.call('GET', '/api/status')).toMatchObject({ system_name: 'Acme 网关' })
    expect(api.services.options.current().SystemName).toBe('Acme 网关')
  })

  it('200 what was stored is read again after a restart', async () => {
    await set('RetryTimes', '4')
    await set('EpayKey', 'pay-secret')
    await api.services.options.reload()
    expect(api.services.options.current()).toMatchObject({ RetryTimes: 4, EpayKey: 'pay-secret' })
  })

  it('200 takes trailing slashes off addresses', async () => {
    await set('ServerAddress', 'https://gw.example.com/')
    expect((await entry('ServerAddress')).value).toBe('https://gw.example.com')
  })

  it.each([
    ['no-such-key', 'x', 'option_unknown'],
    ['__proto__', 'x', 'option_unknown'],
    ['constructor', 'x', 'option_unknown'],
    ['toString', 'x', 'option_unknown'],
    ['DrawingEnabled', 'yes', 'option_boolean'],
    ['SMTPPort', '0', 'option_range'],
    ['SMTPPort', 'x', 'option_integer'],
    ['Price', 'x', 'option_number'],
    ['Price', '7.333', 'option_places'],
    ['ModelRatio', '{', 'invalid_json_text'],
    ['ModelRatio', '{"gpt-4o": -1}', 'option_table_number'],
    ['GroupRatio', '[]', 'option_shape'],
    ['ReverseProxyProvider', 'apache', 'option_choice'],
    ['ServerAddress', 'javascript:alert(1)', 'option_address'],
    ['WeChatServerAddress', 'http://169.254.169.254', 'option_address'],
    ['GitHubClientId', 'a\r\nb', 'option_line'],
    ['SystemName', 'x'.repeat(3000), 'option_length'],
    ['EmailDomainWhitelist', 'a', 'email_domain_invalid'],
    ['EmailDomainWhitelist', 'a.com,a.com', 'email_domain_duplicate'],
    ['global.auto_retry_status_codes', '5xy', 'option_status_codes'],
    ['SensitiveWords', 'one\nregex:(', 'option_pattern'],
  ])('400 refuses %s = %s: %s', async (key, value, code) => {
    const before = await api.root.call('GET', '/api/option/')
    const answer = await set(key, value)
    expect([answer.status, answer.body.code]).toEqual([400, code])
    expect(answer.body.message).not.toMatch(/[{}]\w+[{}]/)
    expect(await api.root.call('GET', '/api/option/')).toEqual(before)
  })

  it('400 refuses bodies that are no key and text', async () => {
    for (const body of [
      {},
      { key: 'Notice' },
      { key: 'Notice', value: 5 },
      { key: 'Notice', value: null },
      { key: 'Notice', value: 'x', more: 1 },
    ])
      expect((await api.root.request('PUT', '/api/option/', body)).body.code).toBe('invalid_request')
  })

  it('keeps the former table when a new one cannot be read', async () => {
    await set('ModelRatio', '{"gpt-4o": 1.25}')
    await set('ModelRatio', '{"gpt-4o": ')
    expect([...api.services.options.current().ModelRatio]).toEqual([['gpt-4o', '1.25']])
  })

  it('says so in both languages', async () => {
    const zh = await api.root.request(
      'PUT',
      '/api/option/',
      { key: 'SMTPPort', value: '0' },
      { 'accept-language': 'zh-CN' },
    )
    expect(zh.body.message).toBe('SMTPPort 必须在 1 到 65535 之间')
    expect((await set('SMTPPort', '0')).body.message).toBe('SMTPPort must be from 1 to 65535')
    expect((await set('GroupRatio', '{')).body.message).toBe('not a valid JSON string')
  })
})

describe('who may write', () => {
  it('200 an administrator writes ordinary settings', async () => {
    expect((await set('Notice', 'hello', admin)).status).toBe(200)
  })

  it.each(rootKeys.map((key) => [key]))('403 %s needs role 100, and the refusal says so', async (key) => {
    const answer = await set(key, 'x', admin)
    expect([answer.status, answer.body.code]).toEqual([403, 'option_role'])
    expect(answer.body.message).toContain('100')
    expect((await set(key, registry[key].isSecret ? 'x' : registry[key].default)).status).toBe(200)
  })

  it.each(rootKeys.map((key) => [key]))(
    'C1: %s stays as it is whatever an administrator tries, and is read-only for them',
    async (key) => {
      const spec = registry[key]
      const other = spec.type === 'boolean' ? String(spec.default !== 'true') : spec.default
      const before = api.services.options.text(key)
      const answers = [
        await set(key, spec.isSecret ? 'x' : other, admin),
        await admin.request('DELETE', `/api/option/${key}`),
        await admin.request('PUT', '/api/option/entries', { entries: [{ key, name: 'x', value: '1' }] }),
      ]
      expect(answers.slice(0, 2).map(({ status, body }) => [status, body.code])).toEqual([
        [403, 'option_role'],
        [403, 'option_role'],
      ])
      expect(answers[2]?.status).toBeGreaterThanOrEqual(400)
      expect(api.services.options.text(key)).toBe(before)
      const seen = await entry(key, admin)
      expect([seen.role, seen.value]).toEqual([100, spec.isSecret ? '' : before])
    },
  )
})

describe('secrets', () => {
  it('leave in no answer, stand sealed in the store and masked in the audit trail', async () => {
    for (const key of secretKeys) expect((await set(key, `marker-${key}`)).status).toBe(200)
    for (const path of [
      '/api/option/',
      '/api/status',
      '/api/audit_event/?page_size=100',
      '/api/user/',
      '/api/user/self',
    ])
      expect((await api.root.request('GET', path)).text, path).not.toContain('marker-')
    expect(JSON.stringify(await api.services.knex('options'))).not.toContain('marker-')
    expect(JSON.stringify(await api.services.knex('audit_events'))).not.toContain('marker-')
    for (const key of secretKeys)
      expect(await entry(key)).toMatchObject({ value: '', is_secret: true, is_set: true })
  })

  it('can be told apart by their fingerprints', async () => {
    const first = (await entry('SMTPToken')).fingerprint
    await set('SMTPToken', 'another')
    const second = (await entry('SMTPToken')).fingerprint
    await set('SMTPToken', 'marker-SMTPToken')
    expect(second).not.toBe(first)
    expect((await entry('SMTPToken')).fingerprint).toBe(first)
    await set('SMTPToken', '')
    expect(await entry('SMTPToken')).toMatchObject({ is_set: false })
    expect(await entry('SMTPToken')).not.toHaveProperty('fingerprint')
  })
})

describe('secrets that are sent somewhere', () => {
  it('are emptied when the address is moved to another host', async () => {
    await set('WeChatServerAddress', 'https://wx.example/a')
    await set('WeChatServerToken', 'wx-secret')
    api.clock.advance(61_000)
    await api.root.proveAgain()
    await set('WeChatServerAddress', 'https://wx.example/b')
    expect(await entry('WeChatServerToken')).toMatchObject({ is_set: true })
    await set('WeChatServerAddress', 'https://evil.example')
    expect(await entry('WeChatServerToken')).toMatchObject({ is_set: false })
    expect(api.services.options.current().WeChatServerToken).toBe('')
  })

  it('stay when they were entered together with the address, in whichever order', async () => {
    await set('SMTPServer', 'smtp.one.example')
    await set('SMTPToken', 'mail-secret')
    await set('SMTPServer', 'smtp.two.example')
    expect(api.services.options.current().SMTPToken).toBe('mail-secret')
    api.clock.advance(61_000)
    await api.root.proveAgain()
    await set('SMTPServer', 'smtp.three.example')
    expect(api.services.options.current().SMTPToken).toBe('')
  })
})

describe('switches that need something', () => {
  it('400 cannot be turned on before it is set', async () => {
    const fresh = await startTestApi()
    try {
      for (const [key, needs] of [
        ['GitHubOAuthEnabled', 'GitHubClientId, GitHubClientSecret'],
        ['oidc.enabled', 'oidc.client_id'],
        ['LinuxDOOAuthEnabled', 'LinuxDOClientId'],
        ['WeChatAuthEnabled', 'WeChatServerAddress'],
        ['TelegramOAuthEnabled', 'TelegramBotToken'],
        ['TurnstileCheckEnabled', 'TurnstileSiteKey, TurnstileSecretKey'],
        ['EmailVerificationEnabled', 'SMTPServer'],
      ] as const) {
        const answer = await fresh.root.request('PUT', '/api/option/', { key, value: 'true' })
        expect([key, answer.status, answer.body.code]).toEqual([key, 400, 'option_needs'])
        expect(answer.body.message).toContain(needs)
        expect((await fresh.root.request('PUT', '/api/option/', { key, value: 'false' })).status).toBe(200)
      }
      await fresh.root.call('PUT', '/api/option/', { key: 'TelegramBotToken', value: 't' })
      await fresh.root.call('PUT', '/api/option/', { key: 'TelegramOAuthEnabled', value: 'true' })
      expect(await fresh.anonymous.call('GET', '/api/status')).toMatchObject({ telegram_oauth: true })
    } finally {
      await fresh.close()
    }
  })
})

describe('sign-in providers whose secret or address changes', () => {
  const providers = {
    GitHubOAuthEnabled: { GitHubClientId: 'a', GitHubClientSecret: 'b' },
    'oidc.enabled': {
      'oidc.client_id': 'a',
      'oidc.client_secret': 'b',
      'oidc.well_known': 'https://id.example/w',
      'oidc.authorization_endpoint': 'https://id.example/a',
      'oidc.token_endpoint': 'https://id.example/t',
      'oidc.user_info_endpoint': 'https://id.example/u',
    },
    LinuxDOOAuthEnabled: { LinuxDOClientId: 'a', LinuxDOClientSecret: 'b' },
    WeChatAuthEnabled: { WeChatServerAddress: 'https://wx.example', WeChatServerToken: 'b' },
    TelegramOAuthEnabled: { TelegramBotToken: 'b' },
  } as const
  const isOn = async (key: string) => (await entry(key)).value === 'true'
  const pairs = Object.entries(providers).flatMap(([toggle, keys]) =>
    Object.entries(keys).map(([key, text]) => [toggle, key, text, keys] as const),
  )

  it('C1: are all providers, with every secret and address they have', () => {
    const known = pairs.map(([toggle, key]) => `${toggle} ${key}`)
    expect(known.sort()).toEqual([...switchOf].map(([key, toggle]) => `${toggle} ${key}`).sort())
    expect(Object.keys(providers).sort()).toEqual(Object.values(providerSwitches).sort())
  })

  it.each(pairs)('C1: %s is off once %s has changed', async (toggle, key, text, keys) => {
    const changed = text.startsWith('https:') ? text.replace('example', 'evil') : `${text}-changed`
    for (const [each, value] of Object.entries(keys)) await set(each, value)
    await set(toggle, 'true')
    // Saving the same text again changes nothing.
    api.clock.advance(61_000)
    await api.root.proveAgain()
    await set(key, text)
    expect(await isOn(toggle)).toBe(true)
    await set(key, changed)
    expect(await isOn(toggle)).toBe(false)
    expect(api.services.options.text(toggle as OptionKey)).toBe('false')
    const [row] = await api.services
      .knex('audit_events')
      .where({ target_kind: 'option', target_id: toggle })
      .orderBy('id', 'desc')
    expect(row).toMatchObject({ before: '{"value":"true"}', after: '{"value":"false"}' })
    // Switched on in the same save, before or after the change.
    for (const [each, value] of Object.entries(keys)) await set(each, value)
    await set(toggle, 'true')
    await set(key, changed)
    expect(await isOn(toggle)).toBe(true)
    api.clock.advance(61_000)
    await api.root.proveAgain()
    for (const [each, value] of Object.entries(keys)) await set(each, value)
    await set(toggle, 'true')
    expect(await isOn(toggle)).toBe(true)
    api.clock.advance(61_000)
    await api.root.proveAgain()
    expect((await api.root.request('DELETE', `/api/option/${key}`)).status).toBe(200)
    expect(await isOn(toggle)).toBe(false)
  })
})

describe('the last way in', () => {
  const link = (provider: string, id: string) =>
    api.services
      .knex('users')
      .where({ id: api.root.id })
      .update({ [provider]: id })
  const codeOf = async (key: string, value: string) => (await set(key, value)).body.code

  it('reliability 10: password sign-in is not turned off while root has no other way in', async () => {
    const refused = await set('PasswordLoginEnabled', 'false')
    expect([refused.status, refused.body.code, refused.body.field]).toEqual([
      400,
      'option_last_way_in',
      'PasswordLoginEnabled',
    ])
    expect(await entry('PasswordLoginEnabled')).toMatchObject({ value: 'true' })
    // First linked but switched off, then switched on but not linked.
    await link('github_id', '7')
    await set('GitHubClientId', 'a')
    await set('GitHubClientSecret', 'b')
    await set('GitHubOAuthEnabled', 'false')
    expect(await codeOf('PasswordLoginEnabled', 'false')).toBe('option_last_way_in')
    await set('GitHubOAuthEnabled', 'true')
    await link('github_id', '')
    expect(await codeOf('PasswordLoginEnabled', 'false')).toBe('option_last_way_in')
  })

  it('reliability 10: with another way in it is, and then that one stays on', async () => {
    await link('github_id', '7')
    expect((await set('PasswordLoginEnabled', 'false')).status).toBe(200)
    expect(await codeOf('GitHubOAuthEnabled', 'false')).toBe('option_last_way_in')
    api.clock.advance(61_000)
    await api.root.proveAgain()
    expect(await codeOf('GitHubClientSecret', 'another')).toBe('option_last_way_in')
    expect(await codeOf('GitHubOAuthEnabled', 'true')).toBe(undefined)
    const deleted = await api.root.request('DELETE', '/api/option/GitHubOAuthEnabled')
    expect(deleted.body.code).toBe('option_last_way_in')
    expect((await set('PasswordLoginEnabled', 'true')).status).toBe(200)
    expect((await set('GitHubOAuthEnabled', 'false')).status).toBe(200)
    await link('github_id', '')
  })
})

describe('words that are patterns', () => {
  it('reliability 10: a pattern that does not compile is refused with its line, and the old list still filters', async () => {
    await set('SensitiveWords', 'kept')
    const refused = await set('SensitiveWords', 'one\nregex:^a+$\n regex:(\ntwo')
    expect([refused.status, refused.body.code, refused.body.field]).toEqual([
      400,
      'option_pattern',
      'SensitiveWords',
    ])
    expect(refused.body.message).toContain('line 3')
    expect(api.services.options.current().SensitiveWords).toBe('kept')
    expect((await set('SensitiveWords', 'one\nregex:^a+$')).status).toBe(200)
  })

  it('reliability 10: a list stored by an older version keeps its other words', async () => {
    await api.services.knex('options').where({ key: 'SensitiveWords' }).update({ value: 'one\nregex:(' })
    await api.services.options.reload()
    expect(api.services.options.current().SensitiveWords).toBe('one\nregex:(')
    await set('SensitiveWords', '')
  })
})

describe('DELETE /api/option/{key}', () => {
  const reset = (key: string, caller = api.root) => caller.request('DELETE', `/api/option/${key}`)

  it('200 puts the built-in value back, as if it had never been set', async () => {
    await set('RetryTimes', '7')
    expect(await entry('RetryTimes')).toMatchObject({ value: '7', is_default: false })
    expect((await reset('RetryTimes')).status).toBe(200)
    expect(await entry('RetryTimes')).toMatchObject({ value: '0', is_default: true })
    expect(api.services.options.current().RetryTimes).toBe(0)
    expect(await api.services.knex('options').where({ key: 'RetryTimes' })).toEqual([])
    const [row] = await api.services
      .knex('audit_events')
      .where({ target_kind: 'option', target_id: 'RetryTimes' })
      .orderBy('id', 'desc')
    expect(row).toMatchObject({ before: '{"value":"7"}', after: '{"value":"0"}' })
  })

  it('200 of a secret leaves it unset, and of an address takes the secret of that host along', async () => {
    await set('EpayKey', 'pay-secret')
    expect(await entry('EpayKey')).toMatchObject({ is_set: true, is_default: false })
    await reset('EpayKey')
    expect(await entry('EpayKey')).toMatchObject({ is_set: false, is_default: true })
    await set('WeChatServerAddress', 'https://wx.example')
    await set('WeChatServerToken', 'wx-secret')
    api.clock.advance(61_000)
    await api.root.proveAgain()
    expect((await reset('WeChatServerAddress')).status).toBe(200)
    expect(await entry('WeChatServerToken')).toMatchObject({ is_set: false })
  })

  it('400 and 403 as for setting', async () => {
    expect((await reset('no-such-key')).body.code).toBe('option_unknown')
    expect((await reset('__proto__')).body.code).toBe('option_unknown')
    expect((await reset('Footer', admin)).body.code).toBe('option_role')
  })
})

describe('POST /api/option/rest_model_ratio', () => {
  it('200 puts the built-in table back', async () => {
    await set('ModelRatio', '{"x": 1}')
    await api.root.call('POST', '/api/option/rest_model_ratio')
    expect((await entry('ModelRatio')).value).toBe(registry.ModelRatio.default)
    expect(api.services.options.current().ModelRatio.size).toBeGreaterThan(10)
  })
})

describe('POST /api/option/validate_fallback_pricing', () => {
  const judge = (body: object) => admin.request('POST', '/api/option/validate_fallback_pricing', body)

  it('200 for a single price, for both ratios, and for anything while it is off', async () => {
    for (const body of [
      { enabled: true, single_price: 0.01 },
      { enabled: true, single_price: '0.01', input_ratio: null, completion_ratio: '' },
      { enabled: true, input_ratio: 2, completion_ratio: 3 },
      { enabled: false, single_price: 1, input_ratio: 2 },
    ])
      expect([body, (await judge(body)).status]).toEqual([body, 200])
  })

  it('400 for a mixture, for half of the ratios, for negative numbers', async () => {
    for (const body of [
      { enabled: true, single_price: 0.01, input_ratio: 2 },
      { enabled: true, input_ratio: 2 },
      { enabled: true, completion_ratio: 2 },
      { enabled: true, single_price: -1 },
      { enabled: true },
    ]) {
      const answer = await judge(body)
      expect([body, answer.status, answer.body.code]).toEqual([body, 400, 'fallback_pricing_invalid'])
      expect(answer.body.message).toMatch(/^please check the fallback ratio config/)
    }
  })
})

describe('POST /api/option/check', () => {
  const check = (options: readonly object[], caller = api.root) =>
    caller.call<{ key: string; value: string; code: string | null }[]>('POST', '/api/option/check', {
      options,
    })

  it('200 tells for each what it would be stored as, or why not, and stores nothing', async () => {
    const before = await entry('ServerAddress')
    expect(
      await check([
        { key: 'ServerAddress', value: ' https://other.example/ ' },
        { key: 'RetryTimes', value: '999' },
        { key: 'constructor', value: 'x' },
        { key: 'SMTPToken', value: 'mail-secret' },
      ]),
    ).toMatchObject([
      { key: 'ServerAddress', value: 'https://other.example', code: null },
      { key: 'RetryTimes', value: '', code: 'option_range' },
      { key: 'constructor', value: '', code: 'option_unknown' },
      { key: 'SMTPToken', value: '', code: null },
    ])
    expect(await entry('ServerAddress')).toEqual(before)
  })

  it('200 tells an administrator what only the super administrator may write', async () => {
    expect(await check([{ key: 'global_js', value: 'x' }], admin)).toMatchObject([{ code: 'option_role' }])
  })
})

describe('PUT /api/option/ with the text that the caller takes it to be', () => {
  const write = (key: string, value: string, before: string) =>
    api.root.request('PUT', '/api/option/', { key, value, before })

  it('409 changes nothing when somebody else was faster, also where it was never set', async () => {
    const builtIn = (await entry('GroupGroupRatio')).value
    expect((await write('GroupGroupRatio', '{"a":{"b":1}}', '{"x":{}}')).body.code).toBe('revision_moved')
    expect(await entry('GroupGroupRatio')).toMatchObject({ value: builtIn })
    const answers = await Promise.all(
      ['1', '2', '3', '4'].map((digit) => write('GroupGroupRatio', `{"a":{"b":${digit}}}`, builtIn)),
    )
    expect(answers.map((each) => each.status).sort()).toEqual([200, 409, 409, 409])
    const { value } = await entry('GroupGroupRatio')
    expect((await write('GroupGroupRatio', builtIn, value)).status).toBe(200)
  })

  it('409 for secrets, whose text nobody knows', async () => {
    expect((await write('SMTPToken', 'other', '')).status).toBe(409)
  })
})
