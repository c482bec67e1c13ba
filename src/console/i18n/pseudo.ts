/** Marks every text of a catalogue, so that a test can find texts on a page that come from no catalogue. */
export function toPseudo(phrases: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(phrases).map(([key, value]) => [
      key,
      typeof value === 'string' ? `⟦${value}⟧` : toPseudo(value as Record<string, unknown>),
    ]),
  )
}
