import { describe, expect, it } from 'vitest'
import { AppError } from '../../../src/daemon/errors/app-error.ts'
import { readOption } from '../../../src/daemon/options/read-option.ts'
import { type OptionKey, optionKeys, parseOptions, registry } from '../../../src/daemon/options/registry.ts'

const codeOf = (key: OptionKey, text: string): string => {
  try {
    readOption(key, text)
    return 'accepted'
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}

describe('every option', () => {
  it.each(optionKeys.map((key) => [key]))(
    '%s reads its own default, and what it reads it reads again',
    (key) => {
      const { text, value } = readOption(key, registry[key].default)
      expect(readOption(key, text).value).toEqual(value)
    },
  )

  it.each(optionKeys.filter((key) => /[Ee]nabled$|^DefaultCollapseSidebar$/.test(key)).map((key) => [key]))(
    '%s is true or false and nothing else',
    (key) => {
      expect(registry[key].type).toBe('boolean')
      for (const text of ['yes', '1', 'TRUE', '', 'true ', 'null'])
        expect(codeOf(key, text)).toBe('option_boolean')
      expect(codeOf(key, 'true')).toBe('accepted')
      expect(codeOf(key, 'false')).toBe('accepted')
    },
  )

  it.each(
    optionKeys.filter((key) => ['integer', 'decimal'].includes(registry[key].type)).map((key) => [key]),
  )('%s takes numbers within bounds only', (key) => {
    for (const text of ['-1', '1e3', 'NaN', 'Infinity', '0x10', '9'.repeat(30), '1,5', 'abc', '--1', '1 2'])
      expect(codeOf(key, text), text).not.toBe('accepted')
  })

  it.each(optionKeys.filter((key) => registry[key].type === 'json').map((key) => [key]))(
    '%s takes JSON of its own shape only',
    (key) => {
      expect(codeOf(key, '{')).toBe('invalid_json_text')
      expect(codeOf(key, '')).toBe('invalid_json_text')
      for (const text of ['null', '1', '"x"', '{"a":[[1]]}', '[{"a":1,"b":2}]', '{"a":true}'])
        expect(codeOf(key, text), text).not.toBe('accepted')
    },
  )
})

describe('ranges of the product specification', () => {
  it.each<[OptionKey, string[], string[]]>([
    ['SMTPPort', ['1', '65535'], ['0', '65536']],
    ['LinuxDOMinimumTrustLevel', ['0', '4'], ['5', '-1']],
    ['DataExportInterval', ['1'], ['0']],
    ['CheckInQuota', ['0'], ['-1']],
    ['CheckInMaxQuota', ['', '0'], ['-1']],
    ['RebatePercentage', ['0', '100', '99.9'], ['100.1', '-1', '1.25']],
    ['ModelRequestRateLimitCount', ['0'], ['-1']],
    ['ModelRequestRateLimitSuccessCount', ['1'], ['0']],
    ['ModelRequestRateLimitDurationMinutes', ['0'], ['-1']],
    ['gemini.thinking_adapter_budget_tokens_percentage', ['0.002', '1'], ['0.001', '1.1']],
    ['claude.thinking_adapter_budget_tokens_percentage', ['0.1', '1'], ['0.05', '1.01']],
    ['global.auto_retry_count', ['1', '10'], ['0', '11']],
    ['general_setting.ping_interval_seconds', ['1'], ['0']],
    ['general_setting.drain_seconds', ['0', '600'], ['-1', '601']],
    ['general_setting.response_keep_days', ['0', '3650'], ['-1', '3651']],
    ['Price', ['7.3', '0.01'], ['0', '7.333']],
    ['QuotaPerUnit', ['500000', '0.5'], ['0', '-1']],
    ['fallback_single_price', ['', '0', '0.001'], ['-1', 'x']],
    ['DataExportDefaultTime', ['hour', 'day', 'week'], ['month', '']],
    ['ReverseProxyProvider', ['nginx', 'cloudflare'], ['apache', 'Nginx']],
    [
      'LongPromptRatio',
      ['{}', '{"m":{"above":1,"input":0,"output":1.5}}'],
      [
        '{"m":{"above":0,"input":2,"output":2}}',
        '{"m":{"above":1.5,"input":2,"output":2}}',
        '{"m":{"input":2,"output":2}}',
        '{"m":{"above":1,"input":2}}',
        '{"m":{"above":1,"input":-2,"output":2}}',
        '{"m":{"above":1,"input":2,"output":2,"cached":1}}',
        '{"m":2}',
      ],
    ],
    ['global.auto_retry_status_codes', ['5xx,4xx', '429, 503', ''], ['6xx', '5x', '99', 'all']],
  ])('%s', (key, good, bad) => {
    for (const text of good) expect(codeOf(key, text), text).toBe('accepted')
    for (const text of bad) expect(codeOf(key, text), text).not.toBe('accepted')
  })
})

describe('addresses', () => {
  it('lose their trailing slashes', () => {
    for (const key of [
      'ServerAddress',
      'WorkerUrl',
      'PayAddress',
      'CustomCallbackAddress',
      'WeChatServerAddress',
    ] as const)
      expect(readOption(key, ' https://x.example/a// ').text).toBe('https://x.example/a')
  })

  it('must be http or https, and lead nowhere near cloud metadata', () => {
    for (const text of [
      'ftp://x',
      'javascript:alert(1)',
      '//x',
      'x.example',
      'https://',
      'https://a b',
      'https://user:secret@x.example',
      'http://169.254.169.254/',
      'http://[fe80::1]/',
      'http://[::ffff:169.254.169.254]/',
      'http://metadata.google.internal/',
    ])
      expect(codeOf('WeChatServerAddress', text), text).toBe('option_address')
    expect(codeOf('WeChatServerAddress', 'http://127.0.0.1:8080')).toBe('accepted')
  })

  it('may be a path where a browser opens them', () => {
    expect(codeOf('Logo', '/logo.png')).toBe('accepted')
    expect(codeOf('Logo', '//evil.example/logo.png')).toBe('option_address')
    expect(codeOf('TopUpLink', '/x')).toBe('option_address')
  })
})

describe('tables', () => {
  it('keep every digit', () => {
    const options = parseOptions(new Map([['ModelRatio', '{"a": 0.10, "b": 1.000000001, "c": 2.5e-7}']]))
    expect([...options.ModelRatio]).toEqual([
      ['a', '0.10'],
      ['b', '1.000000001'],
      ['c', '2.5e-7'],
    ])
  })

  it('refuse what could not be a price', () => {
    for (const number of ['-1', '1e308', '1000001', '"1"', 'null', '0.0000000000001'])
      expect(codeOf('ModelRatio', `{"m": ${number}}`), number).toBe('option_table_number')
  })

  it('treat names of the language as names', () => {
    const text = '{"__proto__": 1, "constructor": 2, "toString": 3}'
    const { ModelRatio } = parseOptions(new Map([['ModelRatio', text]]))
    expect([...ModelRatio.keys()].sort()).toEqual(['__proto__', 'constructor', 'toString'])
    expect(({} as Record<string, unknown>).role).toBeUndefined()
    expect(codeOf('ModelRatio', '{"__proto__": {"role": 100}}')).toBe('option_table_number')
  })

  it('keep chat links that open an application, not those that run in the page', () => {
    expect(codeOf('Chats', '[{"AMA": "ama://set?key={key}"}]')).toBe('accepted')
    for (const link of ['javascript:alert(1)', 'JavaScript://%0aalert(1)', 'data://x', 'x'])
      expect(codeOf('Chats', JSON.stringify([{ a: link }])), link).toBe('option_shape')
  })
})

describe('the e-mail whitelist', () => {
  it('takes domains once each', () => {
    expect(readOption('EmailDomainWhitelist', 'Gmail.com, qq.com').text).toBe('gmail.com,qq.com')
    expect(codeOf('EmailDomainWhitelist', 'gmail.com,GMAIL.com')).toBe('email_domain_duplicate')
    for (const text of ['gmail', '@gmail.com', 'a b.com', '-a.com', 'http://a.com'])
      expect(codeOf('EmailDomainWhitelist', text), text).toBe('email_domain_invalid')
  })
})

describe('parseOptions', () => {
  it('gives the default for what cannot be read, and says so', () => {
    const unreadable: string[] = []
    const options = parseOptions(
      new Map([
        ['SMTPPort', 'x'],
        ['SystemName', 'Acme'],
      ]),
      (key) => unreadable.push(key),
    )
    expect(options.SMTPPort).toBe(587)
    expect(options.SystemName).toBe('Acme')
    expect(unreadable).toEqual(['SMTPPort'])
  })

  it('has the defaults that the product specification names', () => {
    const options = parseOptions(new Map())
    expect(options).toMatchObject({
      Price: '7.3',
      MinTopUp: '1',
      SMTPPort: 587,
      QuotaPerUnit: '500000',
      ModelRequestRateLimitSuccessCount: 1000,
      ModelRequestRateLimitDurationMinutes: 1,
      'gemini.thinking_adapter_budget_tokens_percentage': 0.6,
      'claude.thinking_adapter_budget_tokens_percentage': 0.8,
      'global.auto_retry_count': 3,
      'global.auto_retry_status_codes': '5xx,4xx',
      'general_setting.ping_interval_seconds': 60,
      'global.rate_limit_exempt_group': 'bulk-ok',
      'global.safe_check_exempt_group': 'nsfw-ok',
    })
  })
})
