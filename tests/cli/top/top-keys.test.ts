import { describe, expect, test } from 'vitest'
import { nothing } from '../../../src/cli/top/series.ts'
import { pressKey, type TopView, typeText, visibleFrom } from '../../../src/cli/top/top-keys.ts'
import { dimensions } from '../../../src/cli/top/traffic.ts'
import type { PressedKey } from '../../../src/cli/ui/screen/use-keys.ts'

const start: TopView = {
  by: 'channel',
  sorting: 'cost',
  filter: '',
  selected: undefined,
  focus: 'table',
  isPaused: false,
}
const rows = ['a', 'b', 'c'].map((key) => ({
  key,
  name: key,
  sums: nothing,
  channel: undefined,
  lastRequestId: undefined,
}))
const noKey: PressedKey = {
  input: '',
  isUp: false,
  isDown: false,
  isPageUp: false,
  isPageDown: false,
  isHome: false,
  isEnd: false,
  isReturn: false,
  isEscape: false,
  isBackspace: false,
  isChord: false,
}
const named: Readonly<Record<string, Partial<PressedKey>>> = {
  up: { isUp: true },
  down: { isDown: true },
  end: { isEnd: true },
  enter: { isReturn: true },
  escape: { isEscape: true },
  backspace: { isBackspace: true },
  'ctrl-c': { input: 'c', isChord: true },
}
const press = (
  view: TopView,
  keys: readonly string[],
  shown = dimensions as readonly (typeof dimensions)[number][],
) =>
  keys.reduce(
    (outcome: { view: TopView; action?: string | undefined }, each) =>
      pressKey(
        outcome.view,
        { ...noKey, ...(named[each] ?? { input: each }) },
        { rows, page: 2, dimensions: shown },
      ),
    { view },
  )

describe('keys', () => {
  test('c m u t switch the view and forget the selection of the other', () => {
    const { view } = press(start, ['j', 'm'])
    expect(view).toMatchObject({ by: 'model', selected: undefined })
    expect(press(view, ['u']).view.by).toBe('user')
    expect(press(view, ['t']).view.by).toBe('token')
  })

  test('a view that the user may not see is refused and nothing changes', () => {
    expect(press({ ...start, by: 'model' }, ['u'], ['model', 'token'])).toEqual({
      view: { ...start, by: 'model' },
      action: 'refused-dimension',
    })
  })

  test('arrows and j k move the selection and stop at the ends', () => {
    expect(press(start, ['down']).view.selected).toBe('a')
    expect(press(start, ['j', 'j']).view.selected).toBe('b')
    expect(press(start, ['j', 'k', 'up', 'k']).view.selected).toBe('a')
    expect(press(start, ['end']).view.selected).toBe('c')
    expect(press(start, ['end', 'down']).view.selected).toBe('c')
  })

  test('in the filter, letters are text and not commands', () => {
    const { view, action } = press(start, ['/', 'q', 'e', '办', 'backspace', 'p'])
    expect(view).toMatchObject({ focus: 'filter', filter: 'qep', isPaused: false })
    expect(action).toBeUndefined()
    expect(press(view, ['enter']).view).toMatchObject({ focus: 'table', filter: 'qep' })
    expect(press(view, ['escape']).view).toMatchObject({ focus: 'table', filter: '' })
  })

  test('a pasted text goes into the filter, on one line, and does nothing elsewhere', () => {
    expect(typeText({ ...start, focus: 'filter', filter: 'a' }, '办公\r\n室\u001b[A')).toMatchObject({
      focus: 'filter',
      filter: 'a办公室[A',
    })
    for (const focus of ['table', 'question', 'help', 'explanation'] as const)
      expect(typeText({ ...start, focus }, 'ey')).toEqual({ ...start, focus })
  })

  test('the question takes y for yes and nothing else for it', () => {
    const asked: TopView = { ...start, focus: 'question' }
    expect(press(asked, ['y'])).toMatchObject({ view: { focus: 'table' }, action: 'answer-yes' })
    for (const no of ['n', 'enter', 'escape', 'q'])
      expect(press(asked, [no])).toEqual({ view: { ...start, focus: 'table' } })
    expect(press(asked, ['x'])).toEqual({ view: asked })
  })

  test('s goes through every order and comes back', () => {
    const seen = new Set<string>()
    let view = start
    do {
      seen.add(view.sorting)
      view = press(view, ['s']).view
    } while (view.sorting !== start.sorting)
    expect(seen.size).toBe(6)
  })

  test('p pauses and goes on, q quits, but not out of the explanation', () => {
    expect(press(start, ['p']).view.isPaused).toBe(true)
    expect(press(start, ['p', 'p']).view.isPaused).toBe(false)
    expect(press(start, ['q']).action).toBe('quit')
    expect(press({ ...start, focus: 'explanation' }, ['q'])).toEqual({ view: start })
  })

  test('a chord is never one of these keys', () => {
    expect(press({ ...start, by: 'model' }, ['ctrl-c'])).toEqual({ view: { ...start, by: 'model' } })
  })
})

test.each([
  [0, -1, 50, 10, 0],
  [0, 9, 50, 10, 0],
  [0, 10, 50, 10, 1],
  [20, 5, 50, 10, 5],
  [45, 49, 50, 10, 40],
  [3, 1, 2, 10, 0],
])(
  'from row %i, with row %i selected of %i in %i lines, the first line is row %i',
  (top, at, total, height, first) => {
    expect(visibleFrom(top, at, total, height)).toBe(first)
  },
)
