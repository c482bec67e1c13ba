/**
 * Returns the known word that was probably meant: at most two typos away, one for short words.
 * @returns undefined when no word is close
 */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  const wanted = word.toLowerCase().slice(0, 100)
  let best: string | undefined
  let bestDistance = wanted.length <= 3 ? 2 : 3
  for (const each of known) {
    if (Math.abs(each.length - wanted.length) >= bestDistance) continue
    const distance = slips(wanted, each.toLowerCase())
    if (distance < bestDistance) {
      best = each
      bestDistance = distance
    }
  }
  return best
}

/** Returns the number of letters added, omitted, replaced or swapped with a neighbor (optimal string alignment). */
function slips(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1]
      let least = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
      )
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
        least = Math.min(least, (beforeLast[column - 2] ?? 0) + 1)
      current.push(least)
    }
    beforeLast = last
    last = current
  }
  return last[b.length] ?? 0
}
