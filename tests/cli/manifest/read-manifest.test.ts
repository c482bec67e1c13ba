import { describe, expect, it } from 'vitest'
import { tableOptions, textTables } from '../../../src/cli/manifest/kinds.ts'
import type { Problem } from '../../../src/cli/manifest/problems.ts'
import { Problems } from '../../../src/cli/manifest/problems.ts'
import { readManifest } from '../../../src/cli/manifest/read-manifest.ts'
import { tellIn } from '../../../src/cli/manifest/texts.ts'
import { optionKeys, registry } from '../../../src/daemon/options/registry.ts'

const read = (...texts: string[]) => {
  const problems = new Problems(tellIn('en'))
  const files = texts.map((text, at) => ({ name: `${'abc'[at]}.yaml`, path: `${'abc'[at]}.yaml`, text }))
  return { manifest: readManifest(files, problems), problems: problems.sorted() }
}
const line = ({ file, line, column, path, message, hint }: Problem): string =>
  `${file}:${line}:${column} ${path}: ${message}${hint === null ? '' : ` (${hint})`}`
const problemsOf = (...texts: string[]): string[] => read(...texts).problems.map(line)
const secretForms = '(write { env: NAME }, { file: PATH } or { stdin: NAME })'

describe('a mistake is named with its file, line, column, path and a hint', () => {
  it.each([
    ['groups: {}', 'a.yaml:1:1 : missing version (write version: 1)'],
    ['version: 2', 'a.yaml:1:10 version: unknown version (write version: 1)'],
    ['version: 1\nchanels: {}', 'a.yaml:2:1 chanels: unknown section chanels (did you mean channels?)'],
    [
      'version: 1\nchannels:\n  main: { wieght: 3 }',
      'a.yaml:3:11 channels.main.wieght: unknown field wieght (did you mean weight?)',
    ],
    [
      'version: 1\nprices:\n  gpt-4.1: { ratio: 0.10 }',
      'a.yaml:3:21 prices."gpt-4.1".ratio: put the ratio in quotes so that no digits are lost (write "0.1")',
    ],
    ...Object.entries({ '.5': '0.5', '1e3': '1000' }).map(([typed, written]): [string, string] => [
      `version: 1\ngroups:\n  g: { ratio: ${typed} }`,
      `a.yaml:3:15 groups.g.ratio: put the ratio in quotes so that no digits are lost (write "${written}")`,
    ]),
    ...['-1', '2000000', '.inf'].map((typed): [string, string] => [
      `version: 1\ngroups:\n  g: { ratio: ${typed} }`,
      'a.yaml:3:15 groups.g.ratio: must be a decimal number from 0 to 1000000 with at most 9 decimal places',
    ]),
    [
      'version: 1\nprices:\n  m: { ratio: "1e3" }',
      'a.yaml:3:15 prices.m.ratio: must be a decimal number from 0 to 1000000 with at most 9 decimal places',
    ],
    [
      'version: 1\ntokens:\n  ci: { status: enable }',
      'a.yaml:3:17 tokens.ci.status: must be one of enabled, disabled (did you mean enabled?)',
    ],
    [
      'version: 1\ntokens:\n  ci: { quota: 5 dollars }',
      'a.yaml:3:16 tokens.ci.quota: must be an amount (5usd, 250000) or unlimited',
    ],
    ['version: 1\noptions:\n  GroupRatio: {}', 'a.yaml:3:3 options.GroupRatio: set this under groups'],
    [
      'version: 1\ncodes:\n  c: { quota: 1usd, count: 2, key: { env: K } }',
      'a.yaml:3:36 codes.c.key: a code of your own needs count 1',
    ],
    [
      'version: 1\ncodes:\n  c: { quota: 1usd, validFrom: 2027-01-01, validUntil: 2026-01-01 }',
      'a.yaml:3:56 codes.c.validUntil: it ends before it starts',
    ],
    [
      'version: 1\nowner: "a b"',
      'a.yaml:2:8 owner: an owner consists of 1 to 100 letters, digits and . _ / -',
    ],
    [
      'version: 1\nusers: { abcdefghijklm: {} }',
      'a.yaml:2:10 users.abcdefghijklm: a name must have 1 to 12 characters and no control characters',
    ],
    [
      'version: 1\ncodes:\n  c: { quota: 0 }',
      'a.yaml:3:15 codes.c.quota: must be between 1 and 10000000000 quota units',
    ],
    [
      'version: 1\ntokens:\n  ci: { quota: 4000000000001 }',
      'a.yaml:3:16 tokens.ci.quota: must be between 0 and 4000000000000 quota units',
    ],
    [
      'version: 1\ntokens:\n  ci: { budget: 0/day }',
      'a.yaml:3:17 tokens.ci.budget: must be between 1 and 4000000000000 quota units',
    ],
    ...['2027-02-30', '0d', '99999999999d'].map((typed): [string, string] => [
      `version: 1\ntokens:\n  ci: { expires: ${typed} }`,
      'a.yaml:3:18 tokens.ci.expires: must be never, a duration (30d) or a date (2026-12-31, 2026-12-31T12:00:00Z)',
    ]),
    [
      'version: 1\ncodes:\n  c: { quota: 1usd, gift: true, maxUses: 0 }',
      'a.yaml:3:42 codes.c.maxUses: must be at least 1, or -1 for unlimited',
    ],
    ...['gpt-4o-mini', '[ 1 ]', '[ a, b, c, d, e, f, g, h ]'].map((list): [string, string] => [
      `version: 1\ntokens:\n  ci: { fallbacks: { gpt-4o: ${list} } }`,
      'a.yaml:3:20 tokens.ci.fallbacks: must map each model to a list of at most 7 models: { gpt-4o: [ gpt-4o-mini ] }',
    ]),
    [
      `version: 1\ntokens:\n  ci: { fallbacks: { ${Array.from({ length: 101 }, (_, at) => `m${at}: [ a ]`).join(', ')} } }`,
      'a.yaml:3:20 tokens.ci.fallbacks: at most 100 models can have fallbacks',
    ],
    ['version: 1\noptions:\n  Notice: !file x.txt', 'a.yaml:3:11 : this YAML tag is not supported'],
    ['version: 1\ngroups: { a: *b }', 'a.yaml:2:14 : &b is not defined before this line'],
  ])('%s', (text, expected) => {
    expect(problemsOf(text)).toEqual([expected])
  })

  it('in a file that is no YAML, at the place where it stops to be', () => {
    expect(problemsOf('version: 1\ngroups: { a: [')[0]).toMatch(/^a\.yaml:2:\d+ : invalid YAML: /)
  })

  it('all of them at once, over all files', () => {
    const found = problemsOf('version: 1\ngroup: {}\noption: {}', 'version: 1\nprice: {}')
    expect(found.map((each) => each.split(' ')[0])).toEqual(['a.yaml:2:1', 'a.yaml:3:1', 'b.yaml:2:1'])
  })

  it('a name that stands twice, in one file or in two', () => {
    expect(problemsOf('version: 1\ngroups:\n  a: {}\n  a: {}')[0]).toBe('a.yaml:4:3 : duplicate name')
    expect(problemsOf('version: 1\ntokens: { ci: {} }', 'version: 1\ntokens: { ci: {} }')).toEqual([
      'b.yaml:2:11 tokens.ci: already defined at a.yaml:2:11',
    ])
  })

  it('an owner that is empty, but none that looks like a number', () => {
    for (const empty of ['', ' ~', ' null', ' ""'])
      expect(problemsOf(`version: 1\nowner:${empty}`)[0]).toMatch(/: an owner consists of/)
    const { manifest, problems } = read('version: 1\nowner: 2026', 'version: 1\nowner: "2026"')
    expect([manifest.owner, problems]).toEqual(['2026', []])
  })

  it('two files that say different owners', () => {
    expect(problemsOf('version: 1\nowner: x', 'version: 1\nowner: y')).toEqual([
      'b.yaml:2:8 owner: another file sets the owner to x',
    ])
  })
})

describe('secrets', () => {
  it.each([
    ['version: 1\nchannels:\n  a: { keys: [ sk-live-1 ] }', 'a.yaml:3:16 channels.a.keys'],
    ['version: 1\nchannels:\n  a: { keys: sk-live-1 }', 'a.yaml:3:14 channels.a.keys'],
    ['version: 1\noptions:\n  SMTPToken: sk-live-1', 'a.yaml:3:14 options.SMTPToken'],
    ['version: 1\nusers:\n  a: { password: sk-live-1 }', 'a.yaml:3:18 users.a.password'],
    ['version: 1\nchannels:\n  a: { proxy: "http://u:sk-live-1@h" }', 'a.yaml:3:15 channels.a.proxy'],
  ])('are refused where they stand, with the right form, and never repeated: %s', (text, place) => {
    const [problem = '', ...others] = problemsOf(text)
    expect(others).toEqual([])
    expect(problem).toContain(`${place}: do not write a secret into a file`)
    expect(problem).not.toContain('sk-live-1')
  })

  it('of an unknown form are refused with the forms there are', () => {
    expect(problemsOf('version: 1\nchannels:\n  a: { keys: [ { vault: x } ] }')).toEqual([
      `a.yaml:3:18 channels.a.keys: this does not say where the secret is ${secretForms}`,
    ])
  })
})

describe('files that unfold', () => {
  it('share fields by anchor, alias and merge', () => {
    const { manifest, problems } = read(
      [
        'version: 1',
        'channels:',
        '  a: &main { type: openai, models: [ gpt-4o ], weight: 1 }',
        '  b: { <<: *main, weight: 2 }',
        '  c: *main',
      ].join('\n'),
    )
    expect(problems).toEqual([])
    expect(manifest.objects.map(({ name, values }) => [name, values.type, values.weight])).toEqual([
      ['a', 'openai', 1],
      ['b', 'openai', 2],
      ['c', 'openai', 1],
    ])
  })

  it('to more than any gateway has are refused', () => {
    const levels = Array.from({ length: 12 }, (_, at) => {
      const inner = at === 0 ? '"x"' : Array.from({ length: 10 }, () => `*l${at - 1}`).join(', ')
      return `  l${at}: &l${at} [${inner}]`
    })
    expect(problemsOf(['version: 1', 'groups:', ...levels].join('\n'))[0]).toMatch(/more than 200000 values/)
  })

  it('without end, or very deep, are refused', () => {
    expect(problemsOf('version: 1\ngroups: &g { a: *g }')[0]).toMatch(/&g is not defined before this line/)
    expect(problemsOf(`version: 1\ngroups: ${'['.repeat(50)}${']'.repeat(50)}`)[0]).toMatch(
      /nested more than 32 levels deep/,
    )
  })
})

describe('values come in one form', () => {
  const valuesOf = (text: string) => read(`version: 1\n${text}`).manifest.objects[0]?.values
  it.each([
    ['groups: { a: { ratio: "0.800" } }', { ratio: '0.8' }],
    ['tokens: { a: { rateLimit: 100/m } }', { rateLimit: '100/60s' }],
    ['tokens: { a: { budget: 5USD/day } }', { budget: '5usd/day' }],
    ['tokens: { a: { budget: off, tokensPerMinute: 2000 } }', { budget: 'off', tokensPerMinute: 2000 }],
    ['tokens: { a: { models: [ b, a, b ] } }', { models: ['b', 'a'] }],
    ['channels: { a: { modelMapping: { z: y, a: b } } }', { modelMapping: '{"a":"b","z":"y"}' }],
    [
      'tokens: { a: { fallbacks: { " b ": [ " a", a, b, "" ], a: [ a ], z: [], c: [ d ] } } }',
      { fallbacks: '{"b":["a"],"c":["d"]}' },
    ],
    ['tokens: { a: { fallbacks: { a: [ a ] } } }', { fallbacks: '' }],
    ['channels: { a: { other: " us-east-1 " } }', { other: 'us-east-1' }],
    ['channels:\n  a:\n    other: |\n      {"default":"us"}\n', { other: '{"default":"us"}' }],
    ['channels:\n  a:\n    systemPrompt: |\n      Be short.\n', { systemPrompt: 'Be short.\n' }],
    ['channels: { a: { modelMapping: {} } }', { modelMapping: '' }],
    ['channels: { a: { baseUrl: "https://x.example/v1/" } }', { baseUrl: 'https://x.example/v1' }],
    ['options: { GroupGroupRatio: { vip: { default: 0.90 } } }', { value: '{"vip":{"default":0.9}}' }],
    ['options: { Notice: !!str 3 }', { value: '3' }],
    ['options: { RetryTimes: 3 }', { value: '3' }],
    ['options: { RegisterEnabled: false }', { value: 'false' }],
    ['options: { RetryTimes: null }', { value: null }],
    ['prices: { m: null }', { ratio: null, completion: null, cacheRead: null, price: null }],
  ])('%s', (text, expected) => {
    expect(valuesOf(text)).toEqual(expected)
  })
})

it('the tables of texts are those of the registry that files may set', () => {
  const texts = optionKeys.filter((key) => 'entry' in registry[key] && registry[key].entry === 'text')
  expect(texts.filter((key) => !(key in tableOptions))).toEqual([...textTables])
})
