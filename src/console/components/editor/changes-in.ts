/** Returns the fields that differ. */
export const changesIn = <Values extends object>(values: Values, first: Values): Partial<Values> =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(first[name as keyof Values]),
    ),
  ) as Partial<Values>

/** Merges what somebody has typed into newer values. */
export const rebased = <Values extends object>(values: Values, first: Values, now: Values): Values => ({
  ...now,
  ...changesIn(values, first),
})
