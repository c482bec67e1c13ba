/** The most names that are suggested. */
const NAMES_MAX = 3
/** Longer names are not compared: no offered model has one, and the cost grows with the square of the length. */
const CHARS_MAX = 100

/**
 * Finds the names that may have been meant, nearest first: those that differ in a few characters, and those that begin
 * with the wanted name or the other way round (`gpt-4o` and `gpt-4o-2024-08-06`).
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

/** Removes what differs most between names of one model: leading vendors (`openai/gpt-4o`) and separators. */
const plainName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/^.*\//, '')
    .replace(/[^a-z0-9]+/g, '-')

/** @returns undefined if the names are too different */
function distanceOf(wanted: string, name: string): number | undefined {
  if (name === '' || name.length > CHARS_MAX) return undefined
  const farthest = Math.max(1, Math.floor(wanted.length / 4))
  if (name.startsWith(wanted) || wanted.startsWith(name))
    return Math.min(farthest, Math.abs(name.length - wanted.length))
  if (Math.abs(name.length - wanted.length) > farthest) return undefined
  const edits = editsBetween(wanted, name)
  return edits <= farthest ? edits : undefined
}

/** Counts the characters to insert, delete or replace (Levenshtein). */
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
