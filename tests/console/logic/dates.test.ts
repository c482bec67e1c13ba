import { expect, it } from 'vitest'
import { readEnd, readStart } from '../../../src/console/components/ui/range-ends.ts'
import { timeFromNow, toDateText } from '../../../src/console/dates.ts'

it('a range from a day to the same day is all of that day', () => {
  const textOf = (seconds: number | undefined) => (seconds === undefined ? undefined : toDateText(seconds))
  expect(textOf(readStart('2026-11-29'))).toBe('2026-11-29 00:00:00')
  expect(textOf(readEnd('2026-11-29'))).toBe('2026-11-29 23:59:59')
  expect(textOf(readEnd(' 2026-2-28 '))).toBe('2026-02-28 23:59:59')
})

it('a time that is given is the end of a range, and what is no date is none', () => {
  expect(toDateText(readEnd('2026-11-29 00:00') ?? 0)).toBe('2026-11-29 00:00:00')
  expect(toDateText(readEnd('2026-11-29T14:02:51') ?? 0)).toBe('2026-11-29 14:02:51')
  expect([readEnd(' '), readStart('')]).toEqual([undefined, undefined])
  expect([readEnd('2026-02-31'), readEnd('soon'), readStart('soon')]).toEqual([
    Number.NaN,
    Number.NaN,
    Number.NaN,
  ])
})

it('what was two days ago by the calendar is not called yesterday, and neither are months and years', () => {
  const now = new Date(2026, 10, 25, 1, 0, 0).getTime()
  const ago = (hours: number, locale = 'en-US') => timeFromNow(now / 1000 - hours * 3600, now, locale)
  // 28 hours ago is the evening of the 23rd.
  expect([ago(28), ago(28, 'zh-CN')]).toEqual(['1 day ago', '1 天前'])
  expect([ago(50), ago(50, 'zh-CN')]).toEqual(['2 days ago', '2 天前'])
  expect([ago(24 * 58), ago(24 * 700), ago(-30)]).toEqual(['1 month ago', '1 year ago', 'in 1 day'])
  // Chinese is written with a space after the number.
  expect([ago(19 / 3600, 'zh-CN'), ago(2, 'zh-CN')]).toEqual(['19 秒前', '2 小时前'])
  expect([ago(0), ago(0, 'zh-CN'), ago(1 / 60)]).toEqual(['now', '现在', '1 minute ago'])
})
