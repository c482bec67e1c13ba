import { expect, it } from 'vitest'
import { compactNumber, dollars } from '../../../src/console/amounts.ts'

it('A-CONST-02 a balance in dollars has two decimals and separators', () => {
  const cases = [
    [0, '$0.00'],
    [123_456 / 500_000, '$0.25'],
    [2000, '$2,000.00'],
    [-1.5, '-$1.50'],
  ] as const
  for (const [value, text] of cases) expect([value, dollars(value)]).toEqual([value, text])
})

it('A-CONST-03 a compact amount has k from ten thousand, M from a million, B from a billion, cut to one decimal', () => {
  const cases = [
    [0, '0'],
    [9_999, '9999'],
    [10_000, '10k'],
    [123_456, '123.4k'],
    [999_999, '999.9k'],
    [1_000_000, '1M'],
    [999_999_999, '999.9M'],
    [1_000_000_000, '1B'],
    [-12_345, '-12.3k'],
  ] as const
  for (const [value, text] of cases) expect([value, compactNumber(value)]).toEqual([value, text])
})
