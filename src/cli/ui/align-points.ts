/** Matches a number with a currency sign before it and text after it: `$4.20 (2 100 000)`, `-0.8`, `7.30 CNY`. */
const amount = /^(-?\$?-?\d[\d ]*)(\.\d+)?( .*)?$/

/**
 * Pads numbers so that their decimal points line up when the cells are right-aligned. Units and text in parentheses
 * after the numbers are aligned separately. Other texts are unchanged.
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
