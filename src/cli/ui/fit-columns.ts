/** How a column adapts to a narrow terminal. */
export interface ColumnRoom {
  /**
   * `keep`: identifies the row or says what it costs, so it is always shown in full. `name`: the same, but shortened if
   * the row does not fit otherwise. `time`: always shown, but without seconds if the row is too wide. `shorten`: text
   * whose beginning is enough. Absent = shown in full or left out.
   */
  readonly room?: 'keep' | 'name' | 'time' | 'shorten' | undefined
  /** Columns with a lower rank are left out first; if ranks are equal, the rightmost one. Default 0. */
  readonly rank?: number | undefined
}

export interface MeasuredColumn extends ColumnRoom {
  /** Width of the widest cell in terminal columns, heading included. */
  readonly width: number
  /** Whether the column is empty in all rows. */
  readonly isEmpty: boolean
}

/** Space between two columns. */
export const GAP = 2
/** Texts are not shortened below this width; they are left out instead. */
const TEXT_MIN = 16
/** Names get this much room before another column is left out. */
const NAME_USUAL = 32
const NAME_MIN = 8
/** Width of `2026-12-01 07:59`. */
const TIME_MIN = 16

/**
 * Chooses the columns that fit on a terminal, and their widths.
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

/** If the row is too wide, drops the seconds of times, then shortens the longest names until the row fits. */
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

/** Distributes the remaining room to names first and then to texts, from left to right. */
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
