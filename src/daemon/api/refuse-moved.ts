import { isDeepStrictEqual } from 'node:util'
import { AppError } from '../errors/app-error.ts'

/**
 * Refuses to change a field that another person, or the same person in another tab, has changed since it was shown.
 * Setting a field to the value that it now has does no harm.
 *
 * @param seen the values that the caller was shown, by field; undefined = not sent
 * @param change the stored values, and those they would become
 * @throws AppError `revision_moved`
 */
export function refuseMoved(
  seen: object | undefined,
  { before, after }: { readonly before: object; readonly after: object },
): void {
  const stored: Readonly<Record<string, unknown>> = { ...before }
  const wanted: Readonly<Record<string, unknown>> = { ...after }
  for (const [field, value] of Object.entries(seen ?? {}))
    if (!isDeepStrictEqual(stored[field], value) && !isDeepStrictEqual(stored[field], wanted[field]))
      throw new AppError('revision_moved', { field })
}
