import { expect, it } from 'vitest'
import { dayName, endOfDay } from '../../src/daemon/calendar.ts'

const at = (text: string) => Date.parse(text)

it.each([
  ['2026-11-22T00:00:00Z', 'UTC', '2026-11-22', '2026-11-23T00:00:00.000Z'],
  ['2026-11-22T23:59:59.999Z', 'UTC', '2026-11-22', '2026-11-23T00:00:00.000Z'],
  ['2026-12-31T16:00:00Z', 'Asia/Shanghai', '2027-01-01', '2027-01-01T16:00:00.000Z'],
  // Days of 23 and 25 hours, and a zone that skipped a whole day.
  ['2026-03-29T12:00:00Z', 'Europe/Berlin', '2026-03-29', '2026-03-29T22:00:00.000Z'],
  ['2026-10-25T00:00:00Z', 'Europe/Berlin', '2026-10-25', '2026-10-25T23:00:00.000Z'],
  ['2011-12-30T09:59:59Z', 'Pacific/Apia', '2011-12-29', '2011-12-30T10:00:00.000Z'],
  ['2026-11-22T20:00:00Z', '+05:30', '2026-11-23', '2026-11-23T18:30:00.000Z'],
])('%s in %s is of the day %s, which ends at %s', (moment, zone, name, end) => {
  expect(dayName(at(moment), zone)).toBe(name)
  expect(new Date(endOfDay(at(moment), zone) * 1000).toISOString()).toBe(end)
})
