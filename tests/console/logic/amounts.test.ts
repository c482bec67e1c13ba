import { expect, it } from 'vitest'
import { compactNumber, decimalsShown, dollars, missingDecimals } from '../../../src/console/amounts.ts'

it('A-CONST-02 a balance in dollars has two decimals and separators', () => {
  const cases = [
    [0, '$0.00'],
    [123_456 / 500_000, '$0.25'],
    [2000, '$2,000.00'],
    [-1.5, '-$1.50'],
  ] as const
  for (const [value, text] of cases) expect([value, dollars(value)]).toEqual([value, text])
})

it('finding console 16: an amount too small for two decimals keeps two digits that are not zero', () => {
  const cases = [
    [0.000009, 2, '$0.000009'],
    [1000 / 500_000, 2, '$0.002'],
    [0.0234, 2, '$0.023'],
    [0.0567, 4, '$0.0567'],
    [0.2345, 2, '$0.23'],
    [-0.000_012_34, 4, '-$0.000012'],
    // Rounding errors of floating-point sums are not amounts.
    [1e-17, 2, '$0.00'],
    [-1e-17, 2, '$0.00'],
  ] as const
  for (const [value, digits, text] of cases) expect([value, dollars(value, digits)]).toEqual([value, text])
})

it('finding console 16: the points of a column are below one another, however many decimals its amounts have', () => {
  for (const text of ['$0.00', '+$1,000.00', '$0.0204', '-$0.123456'])
    expect(`${text}${missingDecimals(text, 6)}`.split('.')[1]).toHaveLength(6)
  const column = ['$0.13', '$0.00014', '$0.077', '', '1.5M', '-$2,000.00']
  expect(decimalsShown(column)).toBe(5)
  expect(column.map((text) => missingDecimals(text, 5).length)).toEqual([3, 0, 2, 0, 0, 3])
  expect(missingDecimals('$0.0000009', 6)).toBe('')
  expect(missingDecimals('1.5M', 6)).toBe('')
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
