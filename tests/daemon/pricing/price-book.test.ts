import { describe, expect, it } from 'vitest'
import { formatRatio } from '../../../src/daemon/money/ratio.ts'
import { quote, termsOf } from '../../../src/daemon/pricing/price-book.ts'
import { bookOf, quoteOf, requestOf } from './prices.ts'

describe('which name is priced', () => {
  const tables = { modelRatio: { 'o3-mini': '0.55', 'vendor-x': '3' }, completionRatio: { 'o3-mini': '4' } }

  it('the requested name, although the channel maps it to a priced one', () => {
    const made = quoteOf(tables, 'o3-mini', { upstreamModel: 'vendor-x' })
    expect(made).toMatchObject({ basis: 'requested', pricedModel: 'o3-mini', modelRatio: 550_000_000n })
  })

  it.each(['low', 'medium', 'high', 'minimal', 'none', 'xhigh', 'thinking', 'nothinking', 'thinking-1024'])(
    'else the requested name without -%s, and its completion ratio',
    (suffix) => {
      const made = quoteOf(tables, `o3-mini-${suffix}`, { upstreamModel: 'vendor-x' })
      expect(made).toMatchObject({ basis: 'requested-base', pricedModel: 'o3-mini' })
      expect(formatRatio(made.completionRatio)).toBe('4')
    },
  )

  it('a price of the long name comes before that of the short one', () => {
    const both = { modelRatio: { m: '1', 'm-high': '2' } }
    expect(formatRatio(quoteOf(both, 'm-high').modelRatio)).toBe('2')
  })

  it('else the upstream name', () => {
    const made = quoteOf(tables, 'my-alias', { upstreamModel: 'vendor-x' })
    expect(made).toMatchObject({ basis: 'upstream', pricedModel: 'vendor-x' })
  })

  it('one alias mapped to two models by two channels is priced by each', () => {
    const book = bookOf({ modelRatio: { a: '1', b: '2' } })
    const ratioOf = (upstreamModel: string) =>
      formatRatio(quote(book, requestOf('alias', { upstreamModel }))?.modelRatio ?? (0n as never))
    expect([ratioOf('a'), ratioOf('b'), ratioOf('a')]).toEqual(['1', '2', '1'])
  })

  it('of an alias with a price of its own, all ratios are its own but that of sound, which no option has', () => {
    const speaking = 'gpt-realtime-2.1'
    const priced = { modelRatio: { house: '3' }, completionRatio: { [speaking]: '7' } }
    const ratiosOf = (tables: Parameters<typeof quoteOf>[0], name: string, upstreamModel: string) => {
      const { completionRatio, audioRatio, audioOutputRatio } = quoteOf(tables, name, { upstreamModel })
      return [completionRatio, audioRatio, audioOutputRatio].map(formatRatio)
    }
    expect(ratiosOf(priced, 'house', speaking)).toEqual(['1', '8', '16'])
    expect(ratiosOf(priced, 'house', 'gpt-4.1')).toEqual(['1', '1', '1'])
    // This name has the ratio 40.
    const named = { modelRatio: { 'house-audio': '3' } }
    expect(ratiosOf(named, 'house-audio', speaking)).toEqual(['1', '40', '80'])
    const fallback = { enabled: true, inputRatio: '1', completionRatio: '1' }
    expect(ratiosOf({ fallback }, 'house', speaking)).toEqual(['1', '8', '16'])
  })

  it('else fallback pricing, else nothing', () => {
    const fallback = { enabled: true, singlePrice: '0.01' }
    expect(quoteOf({ ...tables, fallback }, 'unknown')).toMatchObject({ basis: 'fallback', kind: 'per-call' })
    expect(quote(bookOf(tables), requestOf('unknown'))).toBeUndefined()
  })

  it('custom assistants share the price of their wildcard; an own entry comes first', () => {
    const gizmos = {
      modelPrice: { 'gpt-4-gizmo-*': '0.1', 'gpt-4-gizmo-g-own': '0.3' },
      modelRatio: { 'gpt-4o-gizmo-*': '2.5' },
    }
    expect(formatRatio(quoteOf(gizmos, 'gpt-4-gizmo-g-123').modelPrice)).toBe('0.1')
    expect(formatRatio(quoteOf(gizmos, 'gpt-4-gizmo-g-own').modelPrice)).toBe('0.3')
    expect(formatRatio(quoteOf(gizmos, 'gpt-4o-gizmo-g-123').modelRatio)).toBe('2.5')
  })
})

describe('models nobody priced', () => {
  it('are refused, unless the user or self-use mode accepts 37.5', () => {
    const book = bookOf({})
    expect(quote(book, requestOf('m'))).toBeUndefined()
    for (const accepted of [{ acceptsUnpriced: true }, { isSelfUse: true }]) {
      const made = quote(book, requestOf('m', accepted))
      expect(made).toMatchObject({ basis: 'unpriced', modelRatio: 37_500_000_000n })
    }
    // One user's consent does not apply to another.
    expect(quote(book, requestOf('m'))).toBeUndefined()
  })

  it('take a configured fallback even where 37.5 is accepted', () => {
    const tables = { fallback: { enabled: true, inputRatio: '2', completionRatio: '3' } }
    const made = quoteOf(tables, 'm', { isSelfUse: true, acceptsUnpriced: true })
    expect(made).toMatchObject({
      basis: 'fallback',
      modelRatio: 2_000_000_000n,
      completionRatio: 3_000_000_000n,
    })
  })

  it('a ratio of 0 is a price: free, not unpriced', () => {
    expect(quoteOf({ modelRatio: { m: '0' }, fallback: { enabled: true, singlePrice: '1' } })).toMatchObject({
      basis: 'requested',
      modelRatio: 0n,
    })
  })

  it('fallback pricing never touches a model with a ratio or a price', () => {
    const fallback = { enabled: true, singlePrice: '5' }
    expect(quoteOf({ modelRatio: { m: '1' }, fallback }).basis).toBe('requested')
    expect(quoteOf({ modelPrice: { m: '0' }, fallback }).basis).toBe('requested')
  })

  it.each([
    ['switched off', { enabled: false, singlePrice: '1' }],
    ['a price and a ratio', { enabled: true, singlePrice: '1', inputRatio: '1' }],
    ['one ratio without the other', { enabled: true, inputRatio: '2' }],
    ['nothing set', { enabled: true }],
    ['zeros', { enabled: true, singlePrice: '0', inputRatio: '0', completionRatio: '0' }],
    ['a negative price', { enabled: true, singlePrice: '-1' }],
  ])('fallback options that make no sense are ignored: %s', (_name, fallback) => {
    expect(quote(bookOf({ fallback }), requestOf('m'))).toBeUndefined()
  })
})

describe('groups', () => {
  const tables = {
    modelRatio: { m: '1' },
    groupRatio: { default: '1', vip: '0.8' },
    groupGroupRatio: { gold: { vip: '0.5', free: '0' } },
  }

  it('the using group has the ratio', () => {
    expect(quoteOf(tables, 'm', { usingGroup: 'vip' })).toMatchObject({
      groupRatio: 800_000_000n,
      userGroupRatio: undefined,
      isGroupKnown: true,
    })
  })

  it('a ratio for (user group, using group) replaces it and is reported beside it', () => {
    const made = quoteOf(tables, 'm', { userGroup: 'gold', usingGroup: 'vip' })
    expect(made).toMatchObject({ groupRatio: 800_000_000n, userGroupRatio: 500_000_000n })
    expect(made.factors.input).toBe(5n * 10n ** 26n)
    expect(quoteOf(tables, 'm', { userGroup: 'gold', usingGroup: 'free' }).factors.input).toBe(0n)
  })

  it('a group nobody configured counts as 1, and the quote says so', () => {
    expect(quoteOf(tables, 'm', { usingGroup: 'new' })).toMatchObject({
      groupRatio: 10n ** 9n,
      isGroupKnown: false,
    })
  })

  it('quotes of different groups are not mixed up', () => {
    const book = bookOf(tables)
    const input = (userGroup: string, usingGroup: string) =>
      quote(book, requestOf('m', { userGroup, usingGroup }))?.factors.input
    const once = [
      input('default', 'default'),
      input('default', 'vip'),
      input('gold', 'vip'),
      input('gold', 'default'),
    ]
    const again = [
      input('default', 'default'),
      input('default', 'vip'),
      input('gold', 'vip'),
      input('gold', 'default'),
    ]
    expect(again).toEqual(once)
    expect(new Set(once).size).toBe(3)
  })
})

describe('ratios of a model', () => {
  const completion = (model: string, table = {}) =>
    formatRatio(quoteOf({ modelRatio: { [model]: '1' }, completionRatio: table }, model).completionRatio)
  const cache = (model: string, table = {}) =>
    formatRatio(quoteOf({ modelRatio: { [model]: '1' }, cacheRatio: table }, model).cacheRatio)

  it('the table comes before the built-in rules', () => {
    expect(completion('gpt-4o', { 'gpt-4o': '7' })).toBe('7')
    expect(cache('gpt-4o', { 'gpt-4o': '0.2' })).toBe('0.2')
  })

  it.each([
    ['gpt-4o-2024-05-13', '3'],
    ['gpt-4o-mini', '4'],
    ['gpt-4.5-preview', '2'],
    ['gpt-4-turbo-2024-04-09', '3'],
    ['x-gpt-4-1106', '3'],
    ['gpt-4', '2'],
    ['gpt-4-32k', '2'],
    ['gpt-4-all', '1'],
    ['o1-mini', '4'],
    ['o3', '4'],
    ['chatgpt-4o-latest', '3'],
    ['anthropic.claude-3-haiku', '5'],
    ['claude-opus-4-20250514', '5'],
    ['claude-instant-1.2', '3'],
    ['gpt-3.5-turbo', '3'],
    ['gpt-3.5-turbo-0125', '3'],
    ['gpt-3.5-turbo-1106', '2'],
    ['gpt-3.5-turbo-16k', '1.333333333'],
    ['mistral-large', '3'],
    ['gemini-1.5-pro', '4'],
    ['gemini-2.5-pro-preview-05-06', '8'],
    ['gemini-2.5-flash-preview-04-17', '5.833333333'],
    ['gemini-2.5-flash-preview-04-17-nothinking', '4'],
    ['gemini-2.0-flash', '4'],
    ['command-r', '3'],
    ['command-r-plus', '5'],
    ['command-r-08-2024', '4'],
    ['command-light', '4'],
    ['DeepSeek-Chat', '4'],
    ['deepseek-coder', '1'],
    ['ERNIE-Lite-8K', '2'],
    ['llama2-70b-4096', '1.25'],
    ['llama3-70b-8192', '1.338983051'],
    ['gpt-4.1', '4'],
    ['gpt-5', '8'],
    ['gpt-5.5', '6'],
    ['qwen-turbo', '1'],
  ])('built-in completion ratio of %s is %s', (model, expected) => {
    expect(completion(model)).toBe(expected)
  })

  it.each([
    ['gpt-4o', '0.5'],
    ['o1', '0.5'],
    ['deepseek-chat', '0.25'],
    ['claude-opus-4-20250514', '0.1'],
    ['qwen-turbo', '1'],
  ])('built-in cache ratio of %s is %s', (model, expected) => {
    expect(cache(model)).toBe(expected)
  })

  it('writing to a cache costs 1.25', () => {
    expect(formatRatio(quoteOf({ modelRatio: { m: '1' } }).cacheWriteRatio)).toBe('1.25')
  })
})

it('entries that are no prices are left out and named, the rest of the table works', () => {
  const book = bookOf({
    modelRatio: { good: '1', bad: '-1' },
    groupRatio: { default: 'x' },
    quotaPerUnit: '0',
  })
  expect(book.ignored).toEqual(['QuotaPerUnit', 'ModelRatio.bad', 'GroupRatio.default'])
  expect(quote(book, requestOf('good'))?.quotaPerUnit).toBe(500_000n * 10n ** 9n)
  expect(quote(book, requestOf('bad'))).toBeUndefined()
})

it('a flood of made-up names does not grow the book without bound', () => {
  const book = bookOf({ modelRatio: { m: '1' } })
  for (let index = 0; index < 10_000; index++) quote(book, requestOf(`m-thinking-${index}`))
  expect(book.quotes.get('default')?.get('default')?.size).toBeLessThanOrEqual(4096)
})

it('price lists see the terms without a group', () => {
  const book = bookOf({ modelPrice: { drawn: '0.04' } })
  expect(termsOf(book, 'drawn')).toMatchObject({ kind: 'per-call' })
  expect(termsOf(book, 'unknown')).toBeUndefined()
})
