import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { dateRangePresets } from '../../../src/console/components/ui/range-ends.ts'
import { toDateText } from '../../../src/console/dates.ts'
import { inWholeHours, stepAt, stepsOf } from '../../../src/console/pages/dashboard/dashboard-steps.ts'
import { byModel } from '../../../src/console/pages/dashboard/model-usage.ts'

/** Days where the clocks change have 23 or 25 hours. */

const HOUR = 3600
const DAY = 24 * HOUR
const textsOf = (moments: readonly (number | undefined)[]) =>
  moments.map((each) => (each === undefined ? undefined : toDateText(each)))
const seconds = (text: string) => new Date(text).getTime() / 1000

beforeEach(() => {
  vi.stubEnv('TZ', 'Europe/Berlin')
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

describe('steps of the dashboard', () => {
  it.each([
    ['in autumn', '2026-10-28T12:00:59', 25, ['2026-10-22', '2026-10-25', '2026-10-28']],
    ['in spring', '2026-04-01T12:00:59', 23, ['2026-03-26', '2026-03-29', '2026-04-01']],
  ])(
    'of days begin at midnight on both sides of the change %s, and so does what is asked for',
    (_, now, hours, [first, change, last]) => {
      const { from, moments, runs } = stepsOf('week', 'day', seconds(now))
      expect(moments).toHaveLength(7)
      expect(new Set(textsOf(moments).map((each) => each?.slice(11)))).toEqual(new Set(['00:00:00']))
      expect(textsOf([from, moments[3], moments[6]])).toEqual(
        [first, change, last].map((day) => `${day} 00:00:00`),
      )
      const dayOfChange = moments[3] ?? 0
      expect(runs).toEqual([
        { from, until: dayOfChange - 1, step: DAY },
        { from: dayOfChange, until: dayOfChange + hours * HOUR - 1, step: hours * HOUR },
        { from: dayOfChange + hours * HOUR, until: seconds(now), step: DAY },
      ])
    },
  )

  it('of weeks and in months begin at midnight too', () => {
    const until = seconds('2026-11-10T23:30:59')
    expect(textsOf(stepsOf('month', 'week', until).moments)).toEqual([
      '2026-10-12 00:00:00',
      '2026-10-19 00:00:00',
      '2026-10-26 00:00:00',
      '2026-11-02 00:00:00',
      '2026-11-09 00:00:00',
    ])
    const days = stepsOf('month', 'day', until)
    expect([days.moments.length, toDateText(days.moments.at(-1) ?? 0)]).toEqual([30, '2026-11-10 00:00:00'])
    // The server accepts ranges of up to 30 days of 24 hours.
    expect(days.runs.every((run) => run.until - run.from < 30 * DAY)).toBe(true)
  })

  it.each([
    ['Asia/Kolkata', '2026-11-28T12:00:59', 1],
    ['America/St_Johns', '2026-11-05T12:00:59', 3],
    ['Europe/Berlin', '2026-10-28T12:00:59', 3],
  ])('in %s are asked for in whole hours, each of them once', (zone, now, count) => {
    vi.stubEnv('TZ', zone)
    const { from, until, moments, runs } = stepsOf('week', 'day', seconds(now))
    const asked = inWholeHours(runs)
    expect(asked).toHaveLength(count)
    // The starts of the hours that the server has, each with the step in which the chart shows it.
    const shown = asked.flatMap((run) => {
      const hours = []
      for (let hour = run.from; hour <= run.until; hour += HOUR) {
        const told = run.from + Math.floor((hour - run.from) / run.step) * run.step
        hours.push([hour, stepAt(moments, told + run.late)] as const)
      }
      return hours
    })
    const wanted = []
    for (let hour = from - (from % HOUR); hour <= until; hour += HOUR)
      wanted.push([hour, stepAt(moments, hour + (from % HOUR))])
    expect(shown).toEqual(wanted)
  })

  it('are asked for at once where no clock changes, and hours are always hours', () => {
    const until = seconds('2026-07-15T12:00:59')
    const week = stepsOf('week', 'day', until)
    expect(week.runs).toEqual([{ from: week.from, until, step: DAY }])
    const autumn = seconds('2026-10-25T12:00:59')
    const hours = stepsOf('day', 'hour', autumn)
    expect([hours.moments.length, hours.runs]).toEqual([
      24,
      [{ from: hours.from, until: autumn, step: HOUR }],
    ])
    expect(stepsOf('day', 'day', autumn).moments).toEqual([hours.from])
    expect(stepsOf('week', 'hour', autumn).moments).toHaveLength(6 * 24 + 13 + 1)
  })

  it('hold what was consumed on their day, to its last hour', () => {
    const span = stepsOf('week', 'day', seconds('2026-10-28T12:00:59'))
    const stat = (at: string, token_used: number) => ({
      model_name: 'm',
      created_at: seconds(at),
      count: 1,
      quota: 0,
      quota_exact: '0',
      token_used,
      user_id: 0,
      username: '',
    })
    const [usage] = byModel(
      [
        stat('2026-10-22T00:00:00', 1),
        stat('2026-10-25T00:00:00', 2),
        stat('2026-10-25T23:00:00', 4),
        stat('2026-10-26T00:00:00', 8),
        stat('2026-10-28T00:00:00', 16),
      ],
      span,
    )
    expect(usage?.tokenCounts).toEqual([1, 0, 0, 6, 8, 0, 16])
    expect(stepAt(span.moments, span.from - 1)).toBe(0)
  })
})

it.each([
  ['2026-10-26T00:30:00', '2026-10-25 00:00:00', '2026-10-25 23:59:59', '2026-10-20', '2026-09-27'],
  ['2026-03-30T12:00:00', '2026-03-29 00:00:00', '2026-03-29 23:59:59', '2026-03-24', '2026-03-01'],
  ['2026-04-01T00:30:00', '2026-03-31 00:00:00', '2026-03-31 23:59:59', '2026-03-26', '2026-03-03'],
])(
  'on %s yesterday, the last 7 and the last 30 days begin and end at midnight',
  (now, from, to, week, month) => {
    vi.setSystemTime(new Date(now))
    const { yesterday, week: lastWeek, month: lastMonth } = dateRangePresets
    expect(textsOf([yesterday().from, yesterday().to])).toEqual([from, to])
    expect(textsOf([lastWeek().from, lastMonth().from])).toEqual([`${week} 00:00:00`, `${month} 00:00:00`])
  },
)
