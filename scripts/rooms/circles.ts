/** Which name imports which others; a name without imports may be absent. */
export type Arrows = ReadonlyMap<string, ReadonlySet<string>>

/** Finds groups of names that reach each other, each of which contains at least one cycle. Sorted. */
export function findCircles(arrows: Arrows): string[][] {
  const reached = new Map([...arrows.keys()].map((name) => [name, reachableFrom(name, arrows)]))
  const circles = new Map<string, string[]>()
  for (const [name, names] of reached) {
    if (!names.has(name)) continue
    const members = [...names].filter((each) => reached.get(each)?.has(name)).sort()
    circles.set(members.join(' '), members)
  }
  return [...circles.values()].sort((a, b) => (a.join() < b.join() ? -1 : 1))
}

function reachableFrom(start: string, arrows: Arrows): Set<string> {
  const seen = new Set<string>()
  const waiting = [...(arrows.get(start) ?? [])]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(next)) continue
    seen.add(next)
    waiting.push(...(arrows.get(next) ?? []))
  }
  return seen
}

/**
 * Reduces imports to the direct children of a folder, with each subfolder as one unit.
 * @param imports pairs of importing and imported file, by path; those that leave the folder are ignored
 * @param folder with a trailing slash; `''` = everything
 */
export function arrowsIn(folder: string, imports: Iterable<readonly [from: string, to: string]>): Arrows {
  const arrows = new Map<string, Set<string>>()
  for (const [from, to] of imports) {
    if (!from.startsWith(folder) || !to.startsWith(folder)) continue
    const a = childOf(folder, from)
    const b = childOf(folder, to)
    if (a === b) continue
    const targets = arrows.get(a) ?? new Set()
    arrows.set(a, targets.add(b))
  }
  return arrows
}

/**
 * Returns the direct child of the folder on the path to a file: the file itself, or a subfolder with a trailing slash.
 */
function childOf(folder: string, file: string): string {
  const end = file.indexOf('/', folder.length)
  return end === -1 ? file : file.slice(0, end + 1)
}
