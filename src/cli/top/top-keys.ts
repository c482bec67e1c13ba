import type { PressedKey } from '../ui/screen/use-keys.ts'
import { type Sorting, sortings, type TopRow } from './top-rows.ts'
import type { Dimension } from './traffic.ts'

/** The part of the screen's state that keys change. */
export interface TopView {
  readonly by: Dimension
  readonly sorting: Sorting
  readonly filter: string
  /** Key of the selected row; undefined until a key selects one. */
  readonly selected: string | undefined
  /** The part of the screen that receives key presses. */
  readonly focus: 'table' | 'filter' | 'question' | 'explanation' | 'help'
  readonly isPaused: boolean
}

/** An action requested by a key, beyond changing the view. */
export type TopAction = 'quit' | 'explain' | 'toggle' | 'answer-yes' | 'refused-dimension'

export interface KeyOutcome {
  readonly view: TopView
  readonly action?: TopAction
}

export interface KeySurroundings {
  /** The rows as shown, from the first one. */
  readonly rows: readonly TopRow[]
  /** Number of rows that fit on the screen, which is the step of the page keys. */
  readonly page: number
  /** Dimensions that this user may see. */
  readonly dimensions: readonly Dimension[]
}

const dimensionByKey: Readonly<Record<string, Dimension>> = {
  c: 'channel',
  m: 'model',
  u: 'user',
  t: 'token',
}

/** Applies a key press. Pure: the caller carries out the action. */
export function pressKey(view: TopView, key: PressedKey, surroundings: KeySurroundings): KeyOutcome {
  if (key.isChord) return { view }
  switch (view.focus) {
    case 'filter':
      return { view: typeFilter(view, key) }
    case 'question':
      if (/^(y|是)/i.test(key.input)) return { view: { ...view, focus: 'table' }, action: 'answer-yes' }
      return key.isReturn || key.isEscape || /^(n|否|q)/i.test(key.input)
        ? { view: { ...view, focus: 'table' } }
        : { view }
    case 'explanation':
    case 'help':
      if (key.input === 'q' || key.isEscape || (view.focus === 'help' && (key.input === '?' || key.isReturn)))
        return { view: { ...view, focus: 'table' } }
      return { view }
    case 'table':
      return pressInTable(view, key, surroundings)
  }
}

function pressInTable(view: TopView, key: PressedKey, surroundings: KeySurroundings): KeyOutcome {
  const steps = stepsOf(key, surroundings)
  if (steps !== undefined)
    return { view: { ...view, selected: move(view.selected, steps, surroundings.rows) } }
  if (key.isReturn) return { view, action: 'explain' }
  if (key.isEscape)
    // Resets one thing at a time: the filter, then the selection.
    return { view: view.filter === '' ? { ...view, selected: undefined } : { ...view, filter: '' } }
  const by = dimensionByKey[key.input]
  if (by !== undefined) {
    if (!surroundings.dimensions.includes(by)) return { view, action: 'refused-dimension' }
    return { view: by === view.by ? view : { ...view, by, selected: undefined } }
  }
  switch (key.input) {
    case 's':
      return { view: { ...view, sorting: nextSorting(view.sorting) } }
    case 'p':
    case ' ':
      return { view: { ...view, isPaused: !view.isPaused } }
    case '/':
      return { view: { ...view, focus: 'filter' } }
    case '?':
    case 'h':
      return { view: { ...view, focus: 'help' } }
    case 'e':
      return { view, action: 'toggle' }
    case 'q':
      return { view, action: 'quit' }
    default:
      return { view }
  }
}

const nextSorting = (sorting: Sorting): Sorting =>
  sortings[(sortings.indexOf(sorting) + 1) % sortings.length] ?? sorting

function stepsOf(key: PressedKey, { rows, page }: KeySurroundings): number | undefined {
  if (key.isDown || key.input === 'j') return 1
  if (key.isUp || key.input === 'k') return -1
  if (key.isPageDown) return Math.max(1, page - 1)
  if (key.isPageUp) return -Math.max(1, page - 1)
  if (key.isHome || key.input === 'g') return -rows.length
  if (key.isEnd || key.input === 'G') return rows.length
  return undefined
}

/** Moves the selection, which follows its object. If the object is gone, the selection starts again at the top. */
function move(selected: string | undefined, steps: number, rows: readonly TopRow[]): string | undefined {
  const at = rows.findIndex(({ key }) => key === selected)
  const wanted = at < 0 ? (steps > 0 && steps === rows.length ? rows.length - 1 : 0) : at + steps
  return rows[Math.max(0, Math.min(rows.length - 1, wanted))]?.key
}

function typeFilter(view: TopView, key: PressedKey): TopView {
  if (key.isReturn) return { ...view, focus: 'table' }
  if (key.isEscape) return { ...view, focus: 'table', filter: '' }
  if (key.isBackspace) return { ...view, filter: [...view.filter].slice(0, -1).join('') }
  return typeText(view, key.input)
}

/** Adds typed or pasted text to the filter; pasted text is ignored elsewhere. */
export function typeText(view: TopView, text: string): TopView {
  if (view.focus !== 'filter') return view
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a pasted text may bring control characters along
  const typed = text.replace(/[\x00-\x1f\x7f]/g, '')
  return typed === '' ? view : { ...view, filter: view.filter + typed }
}

/**
 * Returns the first row to draw so that the selected one is visible, scrolling as little as possible.
 * @param top first row shown before
 */
export function visibleFrom(top: number, selectedAt: number, total: number, height: number): number {
  const last = Math.max(0, total - height)
  if (selectedAt < 0) return 0
  if (selectedAt < top) return Math.min(selectedAt, last)
  if (selectedAt >= top + height) return Math.min(selectedAt - height + 1, last)
  return Math.min(top, last)
}
