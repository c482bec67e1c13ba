import { expect, it } from 'vitest'
import { timeFromNow } from '../../../src/console/dates.ts'

it('what was two days ago by the calendar is not called yesterday, and neither are months and years', () => {
  const now = new Date(2026, 10, 25, 1, 0, 0).getTime()
  const ago = (hours: number, locale = 'en-US') => timeFromNow(now / 1000 - hours * 3600, now, locale)
  // The evening of the 23rd.
  expect([ago(28), ago(28, 'zh-CN')]).toEqual(['1 day ago', '1天前'])
  expect([ago(50), ago(50, 'zh-CN')]).toEqual(['2 days ago', '2天前'])
  expect([ago(24 * 58), ago(24 * 700), ago(-30)]).toEqual(['1 month ago', '1 year ago', 'in 1 day'])
  expect([ago(0), ago(0, 'zh-CN'), ago(1 / 60)]).toEqual(['now', '现在', '1 minute ago'])
})
