/** Names that are told at most. */
const NAMES_MAX = 3
/** Longer names are not compared: nothing that is offered has them, and the comparison grows with their square. */
const CHARS_MAX = 100

/**
 * The names that somebody may have meant who wrote another, nearest first: those that differ in a few characters, and those
 * that begin with what was written or the other way round (`gpt-4o` and `gpt-4o-2024-08-06`).
 */
export function similarNames(wanted: string, names: readonly string[]): readonly string[] {
  if (wanted.length > CHARS_MAX) return []
  const plain = plainName(wanted)
  if (plain === '') return []
  return names
    .map((name) => ({ name, distance: distanceOf(plain, plainName(name)) }))
    .filter(({ distance }) => distance !== undefined)
    .sort((a, b) => (a.distance ?? 0) - (b.distance ?? 0) || (a.name < b.name ? -1 : 1))
    .slice(0, NAMES_MAX)
    .map(({ name }) => name)
}

/** Vendors in front (`openai/gpt-4o`) and separators are where names of one model differ most. */
const plainName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/^.*\//, '')
    .replace(/[^a-z0-9]+/g, '-')

/** undefined = too far away to be meant. */
function distanceOf(wanted: string, name: string): number | undefined {
  if (name === '' || name.length > CHARS_MAX) return undefined
  const farthest = Math.max(1, Math.floor(wanted.length / 4))
  if (name.startsWith(wanted) || wanted.startsWith(name))
    return Math.min(farthest, Math.abs(name.length - wanted.length))
  if (Math.abs(name.length - wanted.length) > farthest) return undefined
  const edits = editsBetween(wanted, name)
  return edits <= farthest ? edits : undefined
}

/** Characters to insert, leave out or replace (Levenshtein). */
function editsBetween(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= to.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[to.length] ?? 0
}
