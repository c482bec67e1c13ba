/**
 * What the user typed into a form after sending it. A saved form forgets everything else, so a slow answer never erases
 * what they typed while they waited.
 *
 * @param typed the fields as they are now
 * @param sent the same fields when the form was sent
 */
export const typedSince = <Values extends object>(
  typed: Partial<Values>,
  sent: Partial<Values>,
): Partial<Values> =>
  Object.fromEntries(
    Object.entries(typed).filter(([field, value]) => value !== sent[field as keyof Values]),
  ) as Partial<Values>

/** The values without those of some keys. */
export const withoutKeys = <Values extends object>(values: Values, keys: readonly string[]): Values =>
  Object.fromEntries(Object.entries(values).filter(([key]) => !keys.includes(key))) as Values

/** A text that is not saved yet. */
export interface TypedText {
  readonly text: string
  /** What was stored when the user began to type. Saving is refused if something else is stored by then. */
  readonly base: string
}

/**
 * The texts that are still not saved, after some were stored. A text that has changed since then is now a change of the
 * stored one.
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
