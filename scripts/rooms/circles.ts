/** What imports what; a name without arrows may be absent. */
export type Arrows = ReadonlyMap<string, ReadonlySet<string>>

/** Groups of names that reach one another: each is at least one circle. Sorted. */
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
 * Draws arrows between what lies directly in a folder: a subfolder counts as one thing.
 * @param imports from file to file, by their paths; those that leave the folder are left out
 * @param folder with its final slash; `''` = everything
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

/** The file, or the subfolder with its final slash, by which a path enters a folder. */
function childOf(folder: string, file: string): string {
  const end = file.indexOf('/', folder.length)
  return end === -1 ? file : file.slice(0, end + 1)
}
