/** A number with what is before and after it: `$4.20 (2 100 000)`, `-0.8`, `7.30 CNY`. */
const amount = /^(-?\$?-?\d[\d ]*)(\.\d+)?( .*)?$/

/**
 * Pads numbers so that their decimal points are below one another once they are aligned to the right; what is in
 * parentheses or is a unit behind them is aligned by itself. Other texts stay as they are.
 */
export function alignPoints(cells: readonly string[]): readonly string[] {
  const parts = cells.map((cell) =>
    amount
      .exec(cell)
      ?.slice(1)
      .map((each) => each ?? ''),
  )
  const widest = (at: number): number => Math.max(0, ...parts.map((part) => part?.[at]?.length ?? 0))
  const [fraction, rest] = [widest(1), widest(2)]
  return cells.map((cell, at) => {
    const [whole, point = '', behind = ''] = parts[at] ?? []
    return whole === undefined ? cell : whole + point.padEnd(fraction) + behind.padStart(rest)
  })
}
