import { expect, it } from 'vitest'
import { axisTime, isByDay } from '../../../src/console/components/ui/chart-time.ts'

const at = (hour: number, minute = 0) => new Date(2026, 10, 21, hour, minute).getTime() / 1000

it('finding console 9: times below a chart are written as people of the language write them', () => {
  expect(axisTime(at(18), 3600, 'en-US')).toBe('18:00')
  expect(axisTime(at(18, 30), 1800, 'zh-CN')).toBe('18:30')
  expect(axisTime(at(0), 3600, 'en-US')).toBe('Nov 21')
  expect(axisTime(at(0), 86_400, 'zh-CN')).toBe('11月21日')
})

it('finding console 18: bars of days have no time of day', () => {
  expect(isByDay([at(0), at(24)])).toBe(true)
  // The day on which the clocks go forward has 23 hours.
  expect(isByDay([0, 82_800])).toBe(true)
  expect(isByDay([at(0), at(1)])).toBe(false)
  expect(isByDay([at(0)])).toBe(false)
})
