/** Marks every text of a catalogue, so that a test sees which texts on a page are in none. */
export function toPseudo(phrases: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(phrases).map(([key, value]) => [
      key,
      typeof value === 'string' ? `⟦${value}⟧` : toPseudo(value as Record<string, unknown>),
    ]),
  )
}
