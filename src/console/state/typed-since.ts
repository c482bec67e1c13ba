/**
 * What was typed into a form since it was sent. A form that is saved forgets the rest: a slow answer never takes away
 * what the user typed while they waited for it.
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

/** A text that is not saved yet. */
export interface TypedText {
  readonly text: string
  /** What was stored when the typing began; a save over something else is refused. */
  readonly base: string
}

/**
 * The texts that are still not saved, after some were stored. What was typed since is a change of the stored text.
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
