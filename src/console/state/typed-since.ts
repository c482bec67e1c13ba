/**
 * Returns what the user typed into a form after submitting it. Only submitted values are cleared when the response
 * arrives, so a slow response never erases newer input.
 *
 * @param typed the fields as they are now
 * @param sent the same fields at the time of submission
 */
export const typedSince = <Values extends object>(
  typed: Partial<Values>,
  sent: Partial<Values>,
): Partial<Values> =>
  Object.fromEntries(
    Object.entries(typed).filter(([field, value]) => value !== sent[field as keyof Values]),
  ) as Partial<Values>

/** Returns the values without the given keys. */
export const withoutKeys = <Values extends object>(values: Values, keys: readonly string[]): Values =>
  Object.fromEntries(Object.entries(values).filter(([key]) => !keys.includes(key))) as Values

/** A text that is not saved yet. */
export interface TypedText {
  readonly text: string
  /** What was stored when the user began to type. If that has changed by the time they save, the save is refused. */
  readonly base: string
}

/**
 * Returns the texts that are still unsaved after a save. If the user changed a text while it was being saved, the new
 * text counts as unsaved.
 *
 * @param typed by key
 * @param stored what was stored, by key
 */
export const withoutStored = <Typed extends TypedText>(
  typed: Readonly<Record<string, Typed>>,
  stored: ReadonlyMap<string, string>,
): Readonly<Record<string, Typed>> =>
  Object.fromEntries(
    Object.entries(typed).flatMap(([key, each]) => {
      const base = stored.get(key)
      if (base === undefined) return [[key, each]]
      return each.text === base ? [] : [[key, { ...each, base }]]
    }),
  )
