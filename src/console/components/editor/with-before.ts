/**
 * Adds the values that the caller last saw in the fields that a call changes, so that the daemon refuses to overwrite
 * what somebody else has changed since.
 *
 * @param moving fields that change without anybody editing them
 */
export function withBefore<Body extends object>(
  body: Body,
  seen: object,
  moving: readonly (keyof Body & string)[] = [],
): Body {
  const guarded = Object.entries(seen).filter(
    ([field]) => field !== 'id' && field in body && !moving.some((each) => each === field),
  )
  return { ...body, before: Object.fromEntries(guarded) }
}
