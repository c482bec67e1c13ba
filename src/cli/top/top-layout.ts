import type { Dimension } from './traffic.ts'

/** Amount of detail in the first-byte column: median, bar and p95; both figures; only the median. */
export type FirstByteForm = 'bar' | 'both' | 'median'

/** Widths in terminal columns. */
export interface TopLayout {
  readonly name: number
  readonly status: number | undefined
  readonly tokens: boolean
  readonly firstByte:
    | { readonly form: FirstByteForm; readonly width: number; readonly bar: number }
    | undefined
  readonly errors: boolean
  readonly balance: boolean
}

/** Fits `1 284` and `999 k`; the headings are not longer. */
export const countWidth = 5
/** Fits `<0.1 %`. */
export const shareWidth = 6
/** Fits `<0.0001` and `1234.56`. */
export const costWidth = 7
/** Fits `-999.00 CNY`. */
export const balanceWidth = 11
export const durationWidth = 6
/** Space between two columns. */
export const gap = 2
/** Margin to the left of the table, where the selected row is marked, and to its right. */
export const marginWidth = 1

const nameMin = 14
const nameMax = 40
const barMin = 7
const barMax = 20
const firstByteWidths: Readonly<Record<FirstByteForm, number>> = {
  bar: durationWidth + 1 + barMin + 1 + durationWidth,
  both: durationWidth + 2 + durationWidth,
  median: 10,
}

/** Columns to drop, in this order, until there is enough room for the names. */
const sacrifices: readonly Partial<Stage>[] = [
  {},
  { firstByte: 'both' },
  { balance: false },
  { firstByte: 'median' },
  { tokens: false },
  { firstByte: undefined },
  { errors: false },
  { status: false },
]

interface Stage {
  readonly firstByte: FirstByteForm | undefined
  readonly balance: boolean
  readonly tokens: boolean
  readonly errors: boolean
  readonly status: boolean
}

export interface LayoutInput {
  readonly by: Dimension
  /** Columns of the terminal. */
  readonly columns: number
  /** The width of the longest status. */
  readonly statusWidth: number
  /** The width of the longest name shown. */
  readonly nameWidth: number
}

/** Computes the table's columns for this width. Columns that do not fit are dropped one by one, never wrapped. */
export function layOut({ by, columns, statusWidth, nameWidth }: LayoutInput): TopLayout {
  const isOfChannels = by === 'channel'
  let stage: Stage = {
    firstByte: 'bar',
    balance: isOfChannels,
    tokens: true,
    errors: true,
    status: isOfChannels,
  }
  let left = 0
  for (const sacrifice of sacrifices) {
    stage = { ...stage, ...sacrifice, ...(isOfChannels ? {} : { balance: false, status: false }) }
    left = columns - marginWidth * 2 - widthBesideName(stage, statusWidth)
    if (left >= nameMin) break
  }
  const name = Math.max(1, Math.min(left, nameMax, Math.max(nameMin, nameWidth)))
  const bar = stage.firstByte === 'bar' ? Math.min(barMax, barMin + Math.max(0, left - name)) : 0
  return {
    name,
    status: stage.status ? statusWidth : undefined,
    tokens: stage.tokens,
    firstByte:
      stage.firstByte === undefined
        ? undefined
        : {
            form: stage.firstByte,
            width: firstByteWidths[stage.firstByte] + (stage.firstByte === 'bar' ? bar - barMin : 0),
            bar,
          },
    errors: stage.errors,
    balance: stage.balance,
  }
}

function widthBesideName(stage: Stage, statusWidth: number): number {
  const widths = [
    countWidth,
    costWidth,
    ...(stage.status ? [statusWidth] : []),
    ...(stage.tokens ? [countWidth] : []),
    ...(stage.firstByte === undefined ? [] : [firstByteWidths[stage.firstByte]]),
    ...(stage.errors ? [shareWidth] : []),
    ...(stage.balance ? [balanceWidth] : []),
  ]
  return widths.reduce((sum, each) => sum + each + gap, 0)
}

/** Returns the number of columns the table takes. */
export const tableWidth = (layout: TopLayout): number =>
  marginWidth * 2 +
  layout.name +
  widthBesideName(
    {
      firstByte: layout.firstByte?.form,
      balance: layout.balance,
      tokens: layout.tokens,
      errors: layout.errors,
      status: layout.status !== undefined,
    },
    layout.status ?? 0,
  ) +
  (layout.firstByte?.form === 'bar' ? layout.firstByte.bar - barMin : 0)
