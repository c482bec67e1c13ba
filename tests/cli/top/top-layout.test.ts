import fc from 'fast-check'
import { expect, test } from 'vitest'
import { layOut, tableWidth } from '../../../src/cli/top/top-layout.ts'
import { dimensions } from '../../../src/cli/top/traffic.ts'

const shape = (columns: number, by: 'channel' | 'model' = 'channel') => {
  const { status, tokens, firstByte, errors, balance } = layOut({
    by,
    columns,
    statusWidth: 13,
    nameWidth: 14,
  })
  return [status && 'status', tokens && 'tokens', firstByte?.form, errors && 'errors', balance && 'balance']
    .filter(Boolean)
    .join(' ')
}

test.each([
  [120, 'status tokens bar errors balance'],
  [100, 'status tokens bar errors balance'],
  [92, 'status tokens both errors balance'],
  [80, 'status tokens both errors'],
  [75, 'status tokens median errors'],
  [70, 'status median errors'],
  [60, 'status errors'],
  [44, ''],
])('at %i columns the channels show: name, calls, cost, %s', (columns, wanted) => {
  expect(shape(columns)).toBe(wanted)
})

test('columns disappear one after another and never come back as the window shrinks', () => {
  for (const by of dimensions) {
    let before = new Set(shape(200, by as 'channel').split(' '))
    for (let columns = 200; columns > 20; columns--) {
      const now = new Set(shape(columns, by as 'channel').split(' '))
      const appeared = [...now].filter((each) => each !== '' && !before.has(each))
      // A longer form of a column may be replaced by a shorter one.
      expect(appeared.every((each) => each === 'both' || each === 'median')).toBe(true)
      before = now
    }
  }
})

test('the table never is wider than the window', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...dimensions),
      fc.integer({ min: 22, max: 300 }),
      fc.integer({ min: 0, max: 200 }),
      (by, columns, nameWidth) => {
        const layout = layOut({ by, columns, statusWidth: 13, nameWidth })
        expect(tableWidth(layout)).toBeLessThanOrEqual(columns)
        expect(layout.name).toBeGreaterThan(0)
      },
    ),
  )
})

test('a wide window gives its room to long names first, then to the bars', () => {
  const short = layOut({ by: 'model', columns: 95, statusWidth: 13, nameWidth: 14 })
  const long = layOut({ by: 'model', columns: 95, statusWidth: 13, nameWidth: 60 })
  expect(long.name).toBe(39)
  expect(short.name).toBe(14)
  expect(short.firstByte?.bar).toBeGreaterThan(long.firstByte?.bar ?? 0)
})
