import { expect, it } from 'vitest'
import {
  mistakesOf,
  newDraft,
  rowOf,
  withRow,
} from '../../../src/console/pages/settings/prices/price-draft.ts'
import {
  noValues,
  type PriceField,
  type PriceRow,
  type PriceValues,
  toRow,
} from '../../../src/console/pages/settings/prices/price-row.ts'
import {
  isTypingInto,
  type Typing,
  typeInto,
} from '../../../src/console/pages/settings/prices/price-typing.ts'
import { cellText } from '../../../src/console/pages/settings/prices/price-units.ts'

/** Types prices into the grid key by key, with the events that a browser sends. */

const ratios = { unit: 'ratio', dollarsPerRatio: 2 } as const
const dollars = { unit: 'dollar', dollarsPerRatio: 2 } as const
const backspace = '\b'

/** Creates a grid row whose cells can be entered, typed into and left. */
function grid(stored: Partial<PriceValues>, id = 'm') {
  const isNew = id.startsWith('new:')
  let draft = newDraft(new Map(isNew ? [] : [[id, { ...noValues, ...stored }]]))
  if (isNew) draft = withRow(draft, { ...toRow('', noValues), id, name: 'm' })
  const row = () => rowOf(draft, id) as PriceRow
  return {
    row,
    mistakes: () => mistakesOf(draft).get(id),
    shown: (units: typeof ratios | typeof dollars = dollars) =>
      (['ratio', 'completion', 'cache'] as const).map((field) => cellText(row(), field, units)),
    /** Selects all text of a cell, presses the keys one by one and leaves. @returns the last text in the cell */
    type: (field: PriceField, keys: string, units: typeof ratios | typeof dollars = dollars) => {
      let typing: Typing | undefined
      const text = () => (isTypingInto(row(), typing) ? typing.text : cellText(row(), field, units))
      let isSelected = true
      for (const key of keys) {
        const kept = isSelected ? '' : text()
        isSelected = false
        typing = typeInto(row(), field, key === backspace ? kept.slice(0, -1) : kept + key, units, typing)
        draft = withRow(draft, typing.after)
      }
      return text()
    },
  }
}
const priced = { ratio: '1.25', completion: '4', cache: '0.5' }

it.each([
  ['0.3', ['0.3', '10', '1.25']],
  [`0.15${backspace}${backspace}25`, ['0.25', '10', '1.25']],
  [`${backspace}5`, ['5', '10', '1.25']],
  ['1e2', ['100', '10', '1.25']],
])('an input price typed in dollars as %j leaves the other prices what they were', (keys, shown) => {
  const { type, shown: now } = grid(priced)
  type('ratio', keys)
  expect(now()).toEqual(shown)
})

it.each([
  ['cleared', backspace],
  ['no number', 'x'],
  ['0', '0'],
])('the other prices wait in dollars while the input price is %s, also after the cell is left', (_, keys) => {
  const { type, shown, mistakes } = grid(priced)
  type('ratio', keys)
  expect(shown().slice(1)).toEqual(['10', '1.25'])
  expect(mistakes()).toHaveProperty('ratio')
  type('ratio', '5')
  expect(shown()).toEqual(['5', '10', '1.25'])
  expect(mistakes()).toBeUndefined()
})

it.each(['new:1', 'm'])('an output price typed before the input price is dollars (row %s)', (id) => {
  const { row, type, shown, mistakes } = grid({}, id)
  expect(type('completion', '10.50')).toBe('10.50')
  type('cache', '0.25')
  expect(shown()).toEqual(['', '10.5', '0.25'])
  expect(mistakes()).toEqual({ ratio: 'number' })
  type('ratio', '2.5')
  expect(shown()).toEqual(['2.5', '10.5', '0.25'])
  expect(row()).toMatchObject({ ratio: '1.25', completion: '4.2', cache: '0.1' })
})

it('dollars that wait are set against an input price that is typed as a ratio, and no longer wait once they are cleared', () => {
  const { row, type, shown } = grid({}, 'new:1')
  type('completion', '10')
  type('cache', '1')
  type('cache', backspace)
  expect(shown(ratios)).toEqual(['', '', ''])
  type('ratio', '1.25', ratios)
  expect(row()).toMatchObject({ ratio: '1.25', completion: '4', cache: '' })
})

it('a model whose input price is elsewhere keeps its multiple until dollars are typed, which then need an input price', () => {
  const { row, type, mistakes } = grid({ completion: '4' })
  type('cache', 'x')
  expect(row()).toMatchObject({ completion: '4', cache: 'x' })
  type('cache', backspace)
  expect(mistakes()).toBeUndefined()
  type('completion', '10')
  expect(mistakes()).toEqual({ ratio: 'number' })
})

it('from an input price of 0 the multiples stay, for they are all that is known', () => {
  const { row, type } = grid({ ...priced, ratio: '0' })
  type('ratio', '5')
  expect(row()).toMatchObject({ ratio: '2.5', completion: '4', cache: '0.5' })
})

it('a ratio that on the way is the stored one with a point behind it is typed to its end', () => {
  const { row, type } = grid({ ratio: '1' })
  expect(type('ratio', '1.05', ratios)).toBe('1.05')
  expect(row().ratio).toBe('1.05')
})

it('an undone change is where the next key begins', () => {
  const stored = toRow('m', { ...noValues, ...priced })
  const typing = typeInto(stored, 'ratio', '5', dollars, undefined)
  const undone: PriceRow = { ...stored, completion: '8' }
  expect(isTypingInto(undone, typing)).toBe(false)
  expect(cellText(typeInto(undone, 'ratio', '1', dollars, typing).after, 'completion', dollars)).toBe('20')
})
