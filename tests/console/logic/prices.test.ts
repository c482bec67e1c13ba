import { describe, expect, it } from 'vitest'
import { inParts, rebase, toBase, toEdits } from '../../../src/console/pages/settings/prices/price-changes.ts'
import {
  mistakesOf,
  newDraft,
  rowsOf,
  withoutRow,
  withRow,
} from '../../../src/console/pages/settings/prices/price-draft.ts'
import {
  cleanNumber,
  isNumberCell,
  readPaste,
} from '../../../src/console/pages/settings/prices/price-paste.ts'
import {
  noValues,
  readNumber,
  switchKind,
  toRow,
} from '../../../src/console/pages/settings/prices/price-row.ts'
import { cellText, withCell } from '../../../src/console/pages/settings/prices/price-units.ts'
import { findTableProblem } from '../../../src/console/pages/settings/prices/table-problem.ts'

/** Tests the calculations of the price grid, without a browser. */

const entry = (key: string, name: string, value: string) => ({ key, name, value, default: null })
const base = toBase(
  [
    entry('ModelRatio', 'a', '1'),
    entry('CompletionRatio', 'a', '4'),
    entry('ModelPrice', 'b', '0.5'),
    entry('ModelPrice', 'both', '1'),
    entry('ModelRatio', 'both', '2'),
    entry('CompletionRatio', 'only-completion', '3'),
    entry('ModelRatio', '__proto__', '6'),
  ],
  ['unset'],
)
const row = (name: string) => toRow(name, base.get(name) ?? noValues)
const ratios = { unit: 'ratio', dollarsPerRatio: 2 } as const
const dollars = { unit: 'dollar', dollarsPerRatio: 2 } as const

it('a number is what JSON takes, its digits kept, and nothing else', () => {
  const cases = { '1.50': '1.50', '.5': '0.5', '1.': '1', ' 2 ': '2', '1e-3': '1e-3', '0': '0' }
  for (const [text, read] of Object.entries(cases)) expect([text, readNumber(text)]).toEqual([text, read])
  for (const text of [
    '',
    'abc',
    '-1',
    '1,5',
    '007',
    '0075',
    '1 2',
    '0x10',
    'NaN',
    'Infinity',
    '1e',
    '１',
    '--1',
  ])
    expect([text, readNumber(text)]).toEqual([text, undefined])
})

describe('edits', () => {
  it('write only what differs, each with what it is taken to be, and never both kinds', () => {
    let draft = withRow(newDraft(base), { ...row('a'), ratio: '1.0', completion: '5' })
    draft = withRow(draft, { ...switchKind(row('b'), false), ratio: '2' })
    draft = withRow(draft, { ...row('both'), price: '3' })
    draft = withoutRow(draft, 'only-completion')
    draft = withRow(draft, { ...row('unset'), isPerCall: true, price: '0.1' })
    expect(toEdits(draft).flat()).toEqual([
      { key: 'CompletionRatio', name: 'only-completion', value: null, before: '3' },
      { key: 'CompletionRatio', name: 'a', value: '5', before: '4' },
      { key: 'ModelPrice', name: 'b', value: null, before: '0.5' },
      { key: 'ModelRatio', name: 'b', value: '2', before: null },
      { key: 'ModelPrice', name: 'both', value: '3', before: '1' },
      { key: 'ModelRatio', name: 'both', value: null, before: '2' },
      { key: 'ModelPrice', name: 'unset', value: '0.1', before: null },
    ])
  })

  it('of a row that is as stored again are none, whatever its digits', () => {
    const draft = withRow(withRow(newDraft(base), { ...row('a'), ratio: '9' }), {
      ...row('a'),
      ratio: '1.00',
    })
    expect(draft.changed.size).toBe(0)
  })

  it('are sent in parts that one call takes, and no row is torn', () => {
    const rows = Array.from({ length: 700 }, (_, index) => [
      { key: 'ModelRatio', name: `m${index}`, value: '1' },
      { key: 'CompletionRatio', name: `m${index}`, value: '2' },
      { key: 'CacheRatio', name: `m${index}`, value: '3' },
    ])
    const parts = inParts(rows, 1000)
    expect(parts.map((part) => part.length)).toEqual([999, 999, 102])
    expect(parts.flat()).toHaveLength(2100)
  })
})

describe('putting changes on newer prices', () => {
  const now = new Map(base).set('a', { ...noValues, ratio: '7', completion: '4' })

  it('keeps what was typed, takes over what was not touched, and tells what both changed', () => {
    const mine = withRow(newDraft(base), { ...row('a'), ratio: '2' })
    const { draft, conflicts } = rebase(mine, now)
    expect(draft.changed.get('a')).toMatchObject({ ratio: '2', completion: '4' })
    expect(conflicts.map((each) => each.name)).toEqual(['a'])
    const other = rebase(withRow(newDraft(base), { ...row('a'), completion: '9' }), now)
    expect(other.conflicts).toEqual([])
    expect(toEdits(other.draft).flat()).toEqual([
      { key: 'CompletionRatio', name: 'a', value: '9', before: '4' },
    ])
  })

  it('makes a change of a row that was added here and elsewhere, and drops one that both made', () => {
    const added = { ...toRow('', noValues), id: 'new:1', name: 'x', ratio: '2' }
    const theirs = new Map(base).set('x', { ...noValues, ratio: '3' })
    const { draft, conflicts } = rebase(withRow(newDraft(base), added), theirs)
    expect([...draft.changed.keys()]).toEqual(['x'])
    expect(conflicts).toHaveLength(1)
    const same = rebase(withRow(newDraft(base), added), new Map(base).set('x', { ...noValues, ratio: '2.0' }))
    expect([same.draft.changed.size, same.conflicts.length]).toEqual([0, 0])
  })

  it('keeps a deletion and tells when the deleted price was changed, and forgets one of a price that is gone', () => {
    const { draft, conflicts } = rebase(withoutRow(newDraft(base), 'a'), now)
    expect([[...draft.removed], conflicts.length]).toEqual([['a'], 1])
    const gone = new Map(base)
    gone.delete('a')
    expect(rebase(withoutRow(newDraft(base), 'a'), gone).draft.removed.size).toBe(0)
  })
})

it('rows are added ones first, then by name; models without any price are no rows until one is typed', () => {
  const names = (draft = newDraft(base)) => rowsOf(draft).map((each) => each.name)
  expect(names()).toEqual(['__proto__', 'a', 'b', 'both', 'only-completion'])
  const typed = withRow(newDraft(base), { ...row('unset'), ratio: '1' })
  expect(names(withRow(typed, { ...toRow('', noValues), id: 'new:1', name: 'zz' }))[0]).toBe('zz')
  expect(names(typed)).toContain('unset')
})

it('mistakes are found in what was changed: names, zeros, ranges; stored oddities are left alone', () => {
  const wrong = (change: object, name = 'a') =>
    mistakesOf(withRow(newDraft(base), { ...row(name), ...change })).get(name)
  expect(wrong({ ratio: 'x', completion: 'y', cache: '-1' })).toEqual({
    ratio: 'number',
    completion: 'number',
    cache: 'number',
  })
  expect(wrong({ ratio: '' })).toEqual({ ratio: 'number' })
  expect(wrong({ ratio: '0.0' })).toEqual({ ratio: 'zero' })
  expect(wrong({ ratio: '1000001' })).toEqual({ ratio: 'range' })
  expect(wrong({ ratio: '1e-12' })).toEqual({ ratio: 'range' })
  expect(wrong({ price: '0' }, 'b')).toBeUndefined()
  expect(wrong({ completion: '5' }, 'only-completion')).toBeUndefined()
  expect(wrong({ completion: '5' }, 'unset')).toEqual({ ratio: 'number' })
  const twice = ['new:1', 'new:2'].reduce(
    (draft, id) => withRow(draft, { ...toRow('', noValues), id, name: ' same ', ratio: '1' }),
    newDraft(base),
  )
  expect(mistakesOf(twice).size).toBe(2)
})

it('dollars and ratios are two ways to write one price', () => {
  expect(cellText(row('a'), 'completion', dollars)).toBe('8')
  let priced = withCell(row('unset'), 'ratio', '2.5', dollars)
  priced = withCell(priced, 'completion', '10', dollars)
  priced = withCell(priced, 'cache', '0.25', dollars)
  expect(priced).toMatchObject({ ratio: '1.25', completion: '4', cache: '0.1' })
  expect(withCell(priced, 'ratio', '5', dollars)).toMatchObject({
    ratio: '2.5',
    completion: '2',
    cache: '0.05',
  })
  expect(withCell(priced, 'ratio', '5', ratios)).toMatchObject({ ratio: '5', completion: '4' })
  expect(cellText(withCell(priced, 'ratio', 'abc', dollars), 'ratio', dollars)).toBe('abc')
  expect(withCell(row('b'), 'completion', '3', ratios)).toEqual(row('b'))
})

it('a paste is read with and without headings, in tabs or commas, with dollar signs and thousands', () => {
  const values = (text: string) => readPaste(text).rows.map((each) => [each.name, each.values])
  expect(values('m\t1.5')).toEqual([['m', { ratio: '1.5' }]])
  expect(values('m\t1\t2\r\nn\t3\t\r\n')).toEqual([
    ['m', { ratio: '1', completion: '2' }],
    ['n', { ratio: '3' }],
  ])
  expect(values('m\t0.1\t\t\t')).toEqual([['m', { price: '0.1' }]])
  expect(values('m;1;2')).toEqual([['m', { ratio: '1', completion: '2' }]])
  expect(values('\t5\nm\t1\nm\t2')).toEqual([['m', { ratio: '2' }]])
  expect(readPaste('输出价\t模型\t输入价\n$10\tm\t$2.50')).toEqual({
    rows: [{ name: 'm', values: { completion: '10', ratio: '2.50' } }],
    unit: 'dollar',
  })
  expect(readPaste('Model\tModel ratio\nm\t1,250').rows).toEqual([{ name: 'm', values: { ratio: '1250' } }])
  expect(readPaste('Model\tModel ratio\nm\t1').unit).toBe('ratio')
  expect(readPaste('').rows).toEqual([])
})

it('heads of vendors are read for what they say: cache misses, cache writes, limits, prices of fewer tokens', () => {
  const values = (text: string) => {
    const { rows, unit } = readPaste(text)
    return [unit, ...rows.map((each) => each.values)]
  }
  expect(values('Model\tInput (cache hit)\tInput (cache miss)\tOutput\nm\t$0.07\t$0.56\t$1.68')).toEqual([
    'dollar',
    { cache: '0.07', ratio: '0.56', completion: '1.68' },
  ])
  expect(values('模型\t输入（缓存命中）\t输入（缓存未命中）\t输出\nm\t1\t2\t3')).toEqual([
    'dollar',
    { cache: '1', ratio: '2', completion: '3' },
  ])
  expect(values('Model\tInput\tCache read\tCache write\tOutput\nm\t3\t0.3\t3.75\t15')).toEqual([
    'dollar',
    { ratio: '3', cache: '0.3', completion: '15' },
  ])
  expect(
    values('Model\tMax output\tInput ≤200k\tInput >200k\tAudio input\tOutput\nm\t8192\t1\t2\t7\t8'),
  ).toEqual(['dollar', { ratio: '1', completion: '8' }])
  expect(values('Model\tPrice per 1,000 input tokens\tOutput / 1K\nm\t$0.003\t$0.015')).toEqual([
    'dollar',
    { ratio: '3', completion: '15' },
  ])
  expect(values('model\tinput_cost_per_token\toutput_cost_per_token\nm\t1.5e-07\t0.0000006')).toEqual([
    'dollar',
    { ratio: '0.15', completion: '0.6' },
  ])
  expect(values('Model\tInput per 1,000,000 tokens\tOutput per 1M tokens\nm\t3\t15')).toEqual([
    'dollar',
    { ratio: '3', completion: '15' },
  ])
})

it('a dollar sign makes a price one in dollars, and prices in another currency are not taken for dollars', () => {
  expect(readPaste('m\t$2.50\t$10').unit).toBe('dollar')
  expect(readPaste('m\t2.50\t10').unit).toBeUndefined()
  expect(readPaste('Model\tModel ratio\nm\t$2').unit).toBe('ratio')
  for (const [text, currency] of [
    ['模型\t输入（元/百万 tokens）\t输出\nm\t2\t3', '元'],
    ['m\t¥2\t¥3', '¥'],
    ['m\t2元', '元'],
    ['Model\tInput (EUR)\nm\t2', 'EUR'],
  ] as const)
    expect([text, readPaste(text).otherCurrency]).toEqual([text, currency])
  for (const text of ['模型\t输入（美元）\nm\t2', '腾讯混元\t1', 'neuro\t1', 'm\t$1'])
    expect([text, readPaste(text).otherCurrency]).toEqual([text, undefined])
  expect(cleanNumber('¥2')).toBe('¥2')
})

it('a comma that may stand before decimals is not taken out, and what is then no number is refused in its cell', () => {
  for (const [text, number] of [
    ['1,250', '1250'],
    ['12,500,000.5', '12500000.5'],
    ['$1,000', '1000'],
    ['0,075', '0,075'],
    ['2,5', '2,5'],
    ['1,2345', '1,2345'],
    ['1234,567', '1234,567'],
    ['01,234', '01,234'],
    ['1.234,567', '1.234,567'],
  ] as const)
    expect([text, cleanNumber(text)]).toEqual([text, number])
  const refused = { rows: [{ name: 'm', values: { ratio: '0,075', completion: '0,3' } }], unit: undefined }
  expect(readPaste('m\t0,075\t0,3')).toEqual(refused)
  expect(readPaste('m;0,075;0,3')).toEqual(refused)
  expect(mistakesOf(withRow(newDraft(base), { ...row('a'), ratio: '0,075' })).get('a')).toEqual({
    ratio: 'number',
  })
})

it('a block of numbers is one also where one of them cannot be read, and is not taken for rows with names', () => {
  for (const text of ['1', '$2.50', '0,075', '0075', '1.2.3'])
    expect([text, isNumberCell(text)]).toEqual([text, true])
  for (const text of ['gpt-4', '价格', '$/1M', 'n/a', '–', ''])
    expect([text, isNumberCell(text)]).toEqual([text, false])
})

it('a table that is valid JSON and no table of prices is told with its line', () => {
  expect(findTableProblem('{"a": 1,\n"b": 0}')).toBeUndefined()
  expect(findTableProblem('{')).toBeUndefined()
  expect(findTableProblem('[1]')).toEqual({ kind: 'shape' })
  expect(findTableProblem('{\n"a": 1,\n"b": "2"\n}')).toEqual({ kind: 'number', line: 3, name: 'b' })
  expect(findTableProblem('{"a": -1}')).toEqual({ kind: 'number', line: 1, name: 'a' })
})
