import { afterEach, describe, expect, it, vi } from 'vitest'
import { readEnd, readStart } from '../../../src/console/components/ui/range-ends.ts'
import { dateMistake, readDateText, readEndText, toDateText } from '../../../src/console/dates.ts'
import {
  findCouponMistakes,
  newCouponValues,
  toCreateBody as toCodes,
} from '../../../src/console/pages/coupons/coupon-values.ts'
import {
  findTokenMistakes,
  newTokenValues,
  toCreateBody as toToken,
} from '../../../src/console/pages/tokens/token-values.ts'

/** Tests how date fields interpret typed dates. */

const textOf = (seconds: number | null | undefined) =>
  typeof seconds === 'number' ? toDateText(seconds) : seconds

afterEach(() => vi.unstubAllEnvs())

describe('a date without a time', () => {
  it('as the end of a code counts to its last second, and as its beginning from its first', () => {
    const typed = { ...newCouponValues, name: 'day', validFrom: '2031-05-01', validUntil: '2031-05-01' }
    expect(findCouponMistakes(typed, true)).toEqual({})
    const { valid_from, valid_until } = toCodes(typed)
    expect([textOf(valid_from), textOf(valid_until)]).toEqual(['2031-05-01 00:00:00', '2031-05-01 23:59:59'])
  })

  it('as the expiry of a token counts to its last second; a time that is typed is that time', () => {
    const expiry = (text: string) => textOf(toToken({ ...newTokenValues, expiry: text }).expired_time)
    expect(expiry('2031-05-01')).toBe('2031-05-01 23:59:59')
    expect(expiry(' 2031-5-1 ')).toBe('2031-05-01 23:59:59')
    expect(expiry('2031-05-01 00:00')).toBe('2031-05-01 00:00:00')
  })
})

describe('a time that the clocks skip', () => {
  it('is refused and called so, in tokens, codes and ranges', () => {
    vi.stubEnv('TZ', 'Europe/Berlin')
    const skipped = '2026-03-29 02:30:00'
    expect([readDateText(skipped), readEndText(skipped)]).toEqual([undefined, undefined])
    expect(dateMistake(skipped)).toBe('skipped')
    expect([readStart(skipped), readEnd(skipped)]).toEqual([Number.NaN, Number.NaN])
    expect(findTokenMistakes({ ...newTokenValues, name: 'one', expiry: skipped })).toEqual({
      expiry: 'expirySkipped',
    })
    const code = { ...newCouponValues, name: 'one', validFrom: skipped, validUntil: skipped }
    expect(findCouponMistakes(code, true)).toEqual({ validFrom: 'timeSkipped', validUntil: 'timeSkipped' })
    // The same time on the day before exists, and so do the times just before and after the gap.
    for (const text of ['2026-03-28 02:30:00', '2026-03-29 01:59:59', '2026-03-29 03:00:00'])
      expect(textOf(readDateText(text))).toBe(text)
    expect(['2026-03-29 2:60', '2026-02-31', 'soon'].map(dateMistake)).toEqual([
      'unreadable',
      'unreadable',
      'unreadable',
    ])
  })

  it.each([
    // Clocks go from 00:00 to 01:00, so the day begins at one o'clock.
    ['Africa/Cairo', '2026-04-24', '2026-04-24 01:00:00', '2026-04-24 23:59:59'],
    // Clocks go from 23:00 to 00:00, so the day ends an hour early.
    ['America/Nuuk', '2026-03-28', '2026-03-28 00:00:00', '2026-03-28 22:59:59'],
  ])('at the beginning or the end of a day in %s is that beginning or end', (zone, day, first, last) => {
    vi.stubEnv('TZ', zone)
    expect([textOf(readDateText(day)), textOf(readEndText(day))]).toEqual([first, last])
    expect(textOf(readDateText(`${day} 00:00:00`))).toBe(first)
    expect(textOf(readDateText(`${day} 23:59:59`))).toBe(last)
  })
})
