import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  age,
  balance,
  bar,
  chart,
  count,
  dollarAmount,
  duration,
  share,
  tokenCount,
} from '../../../src/cli/top/figures.ts'
import {
  balanceWidth,
  costWidth,
  countWidth,
  durationWidth,
  shareWidth,
} from '../../../src/cli/top/top-layout.ts'

describe('figures are short and keep their order of magnitude', () => {
  test.each([
    [count(0), '0'],
    [count(1284), '1 284'],
    [count(9999), '9 999'],
    [count(10_000), '10 k'],
    [count(999_499), '999 k'],
    [count(999_500), '1.0 M'],
    [tokenCount(999), '999'],
    [tokenCount(1000), '1.0 k'],
    [tokenCount(22_400), '22 k'],
    [tokenCount(702_000), '702 k'],
    [tokenCount(1_240_000), '1.2 M'],
    [tokenCount(2_100_000_000), '2.1 G'],
    [age(-1), '0:00'],
    [age(65_999), '1:05'],
    [age(3_725_000), '1:02:05'],
    [duration(undefined), '-'],
    [duration(0), '0 ms'],
    [duration(35), '35 ms'],
    [duration(95), '0.1 s'],
    [duration(840), '0.8 s'],
    [duration(6400), '6.4 s'],
    [duration(120_000), '120 s'],
    [share(undefined), '-'],
    [share(0), '0.0 %'],
    [share(0.0001), '<0.1 %'],
    [share(0.032), '3.2 %'],
    [share(0.9999), '99.9 %'],
    [share(1), '100 %'],
    [dollarAmount(0n, 500_000), '0.00'],
    [dollarAmount(1n, 500_000), '<0.0001'],
    [dollarAmount(57_500n, 500_000), '0.0001'],
    [dollarAmount(5_310_000_000n / 2n, 500_000), '5.31'],
    [dollarAmount(499_999_999n, 500_000), '1.00'],
    [balance(undefined), '-'],
    [balance({ amount: 412, currency: 'USD' }), '$412.00'],
    [balance({ amount: -3.5, currency: 'USD' }), '-$3.50'],
    [balance({ amount: 20, currency: 'CNY' }), '20.00 CNY'],
    [balance({ amount: 1_234_567.8, currency: 'USD' }), '$1.2 M'],
  ])('%s', (text, wanted) => {
    expect(text).toBe(wanted)
  })

  test('they fit the columns made for them, whatever the number', () => {
    const amount = fc.double({ min: 0, max: 1e14, noNaN: true })
    fc.assert(
      fc.property(amount, fc.bigInt({ min: 0n, max: 10n ** 20n }), (value, thousandths) => {
        expect(count(value).length).toBeLessThanOrEqual(countWidth)
        expect(tokenCount(value).length).toBeLessThanOrEqual(countWidth)
        expect(duration(Math.min(value, 3_600_000)).length).toBeLessThanOrEqual(durationWidth)
        expect(share(value / 1e14).length).toBeLessThanOrEqual(shareWidth)
        expect(dollarAmount(thousandths, 500_000).length).toBeLessThanOrEqual(costWidth)
        expect(balance({ amount: -value, currency: 'CNY' }).length).toBeLessThanOrEqual(balanceWidth)
      }),
    )
  })
})

describe('bars and the chart', () => {
  test('a bar is as long as its share, and anything is seen', () => {
    expect(bar(7, 7, 7)).toBe('███████')
    expect(bar(3.5, 7, 7)).toBe('███▌')
    expect(bar(0.0001, 7, 7)).toBe('▏')
    expect(bar(0, 7, 7)).toBe('')
  })

  test('a second with calls is drawn, a second without is not', () => {
    expect(chart([0, 1, 4, 8], 4)).toBe(' ▁▄█')
    expect(chart([0, 1, 1000], 3)).toBe(' ▁█')
    expect(chart([0, 0], 2)).toBe('  ')
  })

  test('too many seconds for the width are drawn together, none is lost', () => {
    expect(chart([1, 1, 0, 0, 2, 2], 3)).toBe('▄ █')
  })
})
