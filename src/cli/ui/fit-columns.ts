/** What a narrow terminal does to a column. */
export interface ColumnRoom {
  /**
   * `keep`: identifies the row or says what it costs, so it is always there and whole. `name`: the same, but shortened
   * where the row does not fit otherwise. `time`: always shown, but without its seconds if the row is too wide.
   * `shorten`: text, of which the beginning is enough. Absent = left out whole.
   */
  readonly room?: 'keep' | 'name' | 'time' | 'shorten' | undefined
  /** Columns with a lower rank are left out first; of equal ones, those further right. Default 0. */
  readonly rank?: number | undefined
}

export interface MeasuredColumn extends ColumnRoom {
  /** Columns of the terminal that the widest cell takes, heading included. */
  readonly width: number
  /** No row has anything in it. */
  readonly isEmpty: boolean
}

/** Between two columns. */
export const GAP = 2
/** A text is not shortened below this many columns; it is left out instead. */
const TEXT_MIN = 16
/** Names have this much room before they cost another column its place. */
const NAME_USUAL = 32
const NAME_MIN = 8
/** `2026-12-01 07:59` */
const TIME_MIN = 16

/**
 * Chooses the columns that fit a terminal, and their widths.
 * @returns the width of each column, undefined = left out
 */
export function fitColumns(
  columns: readonly MeasuredColumn[],
  widthMax: number,
): readonly (number | undefined)[] {
  const left = new Set(columns.keys())
  const most = (each: MeasuredColumn): number =>
    each.room === 'name'
      ? Math.min(each.width, NAME_USUAL)
      : each.room === 'shorten'
        ? Math.min(each.width, TEXT_MIN)
        : each.width
  const chosen = columns.map(most)
  const taken = (): number =>
    [...left].reduce((sum, at) => sum + (chosen[at] ?? 0), Math.max(0, left.size - 1) * GAP)
  const leaving = [...columns.entries()]
    .filter(([, { room }]) => room !== 'keep' && room !== 'name' && room !== 'time')
    .sort(
      ([at, a], [to, b]) => Number(b.isEmpty) - Number(a.isEmpty) || (a.rank ?? 0) - (b.rank ?? 0) || to - at,
    )
  for (const [at] of leaving) {
    if (taken() <= widthMax) break
    left.delete(at)
  }
  shrink(columns, chosen, taken, widthMax)
  grow(columns, chosen, left, widthMax - taken())
  return columns.map((_, at) => (left.has(at) ? chosen[at] : undefined))
}

/** If the row is too wide, drops the seconds of times, and then shortens the longest name until the row fits. */
function shrink(
  columns: readonly MeasuredColumn[],
  chosen: number[],
  taken: () => number,
  widthMax: number,
): void {
  for (const [at, { room }] of columns.entries())
    if (room === 'time' && taken() > widthMax) chosen[at] = Math.min(chosen[at] ?? 0, TIME_MIN)
  while (taken() > widthMax) {
    const names = [...columns.keys()].filter((at) => columns[at]?.room === 'name')
    const longest = names.reduce(
      (best, at) => ((chosen[at] ?? 0) > (chosen[best] ?? 0) ? at : best),
      names[0] ?? -1,
    )
    const width = chosen[longest] ?? 0
    if (width <= NAME_MIN) return
    chosen[longest] = width - 1
  }
}

/** Gives what is left over to names first and then to texts, from left to right. */
function grow(
  columns: readonly MeasuredColumn[],
  chosen: number[],
  left: ReadonlySet<number>,
  over: number,
): void {
  let rest = over
  for (const room of ['name', 'shorten'] as const)
    for (const at of left) {
      const column = columns[at]
      if (column?.room !== room) continue
      const more = Math.max(0, Math.min(rest, column.width - (chosen[at] ?? 0)))
      chosen[at] = (chosen[at] ?? 0) + more
      rest -= more
    }
}
