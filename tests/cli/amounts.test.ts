import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { quotaText, readAmount, toThousandths } from '../../src/cli/input/amount.ts'
import { readDuration, readExpiry, readInstant, readSince } from '../../src/cli/input/moment.ts'
import { dollarAmount } from '../../src/cli/top/figures.ts'
import { createMoney, dollars, thousandthsOf } from '../../src/cli/ui/money.ts'

const thousandths = (text: string, quotaPerUnit = 500_000) => {
  const amount = readAmount(text)
  return amount && toThousandths(amount, quotaPerUnit)
}

describe('an amount as typed', () => {
  test.each([
    ['5usd', 2_500_000_000n],
    ['5 USD', 2_500_000_000n],
    ['0.000002usd', 1000n],
    ['250000', 250_000_000n],
    ['199.875', 199_875n],
    ['-1.5usd', -750_000_000n],
    ['+7', 7000n],
    ['0', 0n],
  ])('%s', (text, expected) => {
    expect(thousandths(text)).toBe(expected)
  })

  test.each(['', 'usd', '5eur', '1e3', '.5', '5.', '0x10', '1,000', 'NaN', 'Infinity', '5usdd', '$5'])(
    '%s is none',
    (text) => {
      expect(readAmount(text)).toBeUndefined()
    },
  )

  test('finer than a thousandth of a quota unit is refused, never rounded', () => {
    expect(thousandths('0.0001')).toBeUndefined()
    expect(thousandths('0.0000000001usd')).toBeUndefined()
  })

  test('is exact for every amount: written and read again it is the same', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -8_000_000_000_000_000n, max: 8_000_000_000_000_000n }), (value) => {
        expect(thousandths(quotaText(value))).toBe(value)
        expect(thousandthsOf(quotaText(value))).toBe(value)
      }),
    )
  })
})

test('a rate may be any decimal number', () => {
  expect(thousandths('1usd', 500_000.5)).toBe(500_000_500n)
  expect(thousandths('2usd', 0.25)).toBe(500n)
  expect(thousandths('1000000000usd', 1e-9)).toBe(1000n)
  expect(dollars(500_000_500n, 500_000.5, 6)).toBe('$1.000000')
  expect(dollars(1000n, 1e-7, 2)).toBe('$10 000 000.00')
  expect(dollarAmount(1000n, 1e-7)).toBe('10 M')
})

describe('money as people read it', () => {
  test.each([
    [10_204_800n, undefined, '$0.0204096'],
    [4275n, 6, '$0.000009'],
    [4275n, undefined, '$0.00000855'],
    [0n, 2, '$0.00'],
    [2_500_000_000n, 2, '$5.00'],
    [100_000_000_000n * 1000n, 2, '$200 000.00'],
    [-750_000_000n, 2, '-$1.50'],
    [2_499_999_999n, 2, '$5.00'],
    [1_000_000n, undefined, '$0.002'],
  ])('%s thousandths', (value, decimals, text) => {
    expect(dollars(value, 500_000, decimals)).toBe(text)
  })

  test('dollars and quota together', () => {
    expect(createMoney(500_000).both('2500000.5')).toBe('$5.00 (2 500 000)')
    expect(createMoney(1_000_000).both(2_500_000)).toBe('$2.50 (2 500 000)')
  })
})

describe('points in time and durations', () => {
  test.each([
    ['90s', 90],
    ['15m', 900],
    ['1h30m', 5400],
    ['30d', 2_592_000],
    ['1w', 604_800],
    ['0.5h', 1800],
    ['', undefined],
    ['90', undefined],
    ['1y', undefined],
    ['-5m', undefined],
    ['5 m', undefined],
  ])('duration %s', (text, seconds) => {
    expect(readDuration(text)).toBe(seconds)
  })

  const now = Date.parse('2026-11-20T12:00:00Z')
  test.each([
    ['never', -1],
    ['1h', now / 1000 + 3600],
    ['2026-12-01T00:00:00Z', 1_796_083_200],
    ['2026-12-01T08:00:00+08:00', 1_796_083_200],
    ['1796083200', 1_796_083_200],
    ['2026-13-01', undefined],
    ['2027-02-29', undefined],
    ['2027-02-30T00:00:00Z', undefined],
    ['2028-02-29T00:00:00Z', 1_835_395_200],
    ['tomorrow', undefined],
    ['2026', undefined],
  ])('expiry %s', (text, seconds) => {
    expect(readExpiry(text, now)).toBe(seconds)
  })

  test('a duration counts back for a beginning, forward for an end', () => {
    expect(readSince('1h', now)).toBe(now / 1000 - 3600)
  })

  test('a bare date is midnight here, not in Greenwich', () => {
    const local = new Date((readInstant('2026-12-31') ?? 0) * 1000)
    expect([local.getFullYear(), local.getMonth(), local.getDate(), local.getHours()]).toEqual([
      2026, 11, 31, 0,
    ])
  })
})
