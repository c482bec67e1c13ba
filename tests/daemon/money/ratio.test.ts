import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  formatRatio,
  multiplyRatios,
  parseRatio,
  ratio,
  ratioToNumber,
} from '../../../src/daemon/money/ratio.ts'

describe('parseRatio', () => {
  it.each([
    ['0', 0n],
    ['1', 1_000_000_000n],
    ['1.25', 1_250_000_000n],
    ['0.0375', 37_500_000n],
    ['2.5e-7', 250n],
    ['1E-9', 1n],
    ['1e6', 1_000_000_000_000_000n],
    ['1000000', 1_000_000_000_000_000n],
    ['5.833333333333334', 5_833_333_333n],
    ['0.0000000005', 1n],
    ['1.9999999995', 2_000_000_000n],
    ['1.00000000000000000000', 1_000_000_000n],
  ])('reads %s exactly', (text, billionths) => {
    expect(parseRatio(text)).toBe(billionths)
  })

  it.each([
    '-1',
    '-0',
    '+1',
    '',
    ' 7',
    '7 ',
    '1e3 ',
    '.5',
    '5.',
    '01',
    '1e10',
    '1e-10',
    '1e999',
    '1e308',
    'NaN',
    'Infinity',
    '1000000.000000001',
    '1000001',
    '1,5',
    '0x10',
    '1_000',
    'null',
    '[1]',
    '0.0000000001',
    '18446744073709551616',
    `0.${'1'.repeat(100)}`,
  ])('refuses "%s"', (text) => {
    expect(parseRatio(text)).toBeUndefined()
  })

  it('accepts more than a million only where the caller says so', () => {
    expect(parseRatio('5000000')).toBeUndefined()
    expect(parseRatio('5000000', 1e9)).toBe(5_000_000n * 10n ** 9n)
  })

  it('reads back whatever it wrote, and whatever JSON writes for a double in range', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 15n), (value) => {
        const text = formatRatio(value as never)
        expect(parseRatio(text)).toBe(value)
      }),
    )
    fc.assert(
      fc.property(fc.double({ min: 1e-9, max: 1e6, noNaN: true }), (value) => {
        const parsed = parseRatio(JSON.stringify(value))
        expect(parsed).toBeDefined()
        // Half a billionth, plus the error of the double nearest to the decimal.
        const tolerance = 5e-10 + value * Number.EPSILON
        expect(Math.abs(ratioToNumber(parsed ?? ratio('0')) - value)).toBeLessThanOrEqual(tolerance)
      }),
    )
  })
})

it('products of two ratios are rounded half up to a billionth', () => {
  expect(multiplyRatios(ratio('0.5'), ratio('0.000000001'))).toBe(1n)
  expect(multiplyRatios(ratio('1.15'), ratio('50'))).toBe(57_500_000_000n)
})

it('a constant that is no ratio stops the program', () => {
  expect(() => ratio('-1')).toThrow(RangeError)
})
