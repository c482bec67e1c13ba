import { CliError } from '../cli-error.ts'
import { exitCodes } from '../exit-codes.ts'
import { nearest } from '../manifest/suggest.ts'
import type { Phrase } from '../phrases/phrases.ts'
import type { Api } from './api.ts'

type Kind =
  | 'channel'
  | 'token'
  | 'code'
  | 'user'
  | 'group'
  | 'price'
  | 'builtInPrice'
  | 'option'
  | 'tag'
  | 'task'
  | 'message'
  | 'session'

export interface Finder<T> {
  readonly kind: Kind
  readonly phrase: Phrase
  /** Fetches by ID. @throws CliError with exit code 5 when it does not exist */
  byId(id: number): Promise<T>
  /** Returns everything that the server's loose name search finds. */
  search(name: string): Promise<readonly T[]>
  nameOf(object: T): string
}

/**
 * Finds the object that a command line names, by ID or exact name.
 * @throws CliError 5 when it does not exist, 6 when a name is not unique
 */
export async function findObject<T extends { readonly id: number }>(
  reference: string,
  finder: Finder<T>,
): Promise<T> {
  const found = await findIfAny(reference, finder)
  if (found !== undefined) return found
  throw absentProblem(finder.kind, reference, finder.phrase)
}

/** Creates the error for a name that does not exist (exit code 5). @param known names that may have been meant */
export function absentProblem(
  kind: Kind,
  name: string,
  phrase: Phrase,
  known: Iterable<string> = [],
): CliError {
  const suggestion = nearest(name, known)
  return new CliError(
    `${kind.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}_not_found`,
    exitCodes.notFound,
    phrase('error.notFound', { kind: phrase(`kind.${kind}`), name }),
    suggestion === undefined ? {} : { hint: phrase('hint.didYouMean', { suggestion }) },
  )
}

/** Finds the object that a command line names, by ID or exact name; `undefined` if it does not exist. */
export async function findIfAny<T extends { readonly id: number }>(
  reference: string,
  finder: Finder<T>,
): Promise<T | undefined> {
  // IDs are never 0 and never start with 0: `007` is a name, even if there is an object with the ID 7.
  if (/^[1-9]\d{0,14}$/.test(reference)) {
    try {
      return await finder.byId(Number(reference))
    } catch (error) {
      if (!(error instanceof CliError) || error.exitCode !== exitCodes.notFound) throw error
      // A name may also consist of digits.
    }
  }
  return findByName(reference, finder)
}

/** Finds by exact name only. @throws CliError 6 when several objects have it */
export async function findByName<T extends { readonly id: number }>(
  name: string,
  finder: Omit<Finder<T>, 'byId'>,
): Promise<T | undefined> {
  const found = (await finder.search(name)).filter((each) => finder.nameOf(each) === name)
  if (found.length <= 1) return found[0]
  const { phrase } = finder
  throw new CliError(
    'ambiguous',
    exitCodes.conflict,
    phrase('error.ambiguous', {
      kind: phrase(`kind.${finder.kind}`),
      name,
      ids: found.map(({ id }) => id).join(', '),
    }),
    { hint: phrase('hint.useId') },
  )
}

/** Creates the error for a name that is taken (exit code 6): `create` never changes an existing object. */
export const existsProblem = (kind: Kind, name: string, id: number, phrase: Phrase): CliError =>
  new CliError(
    `${kind}_exists`,
    exitCodes.conflict,
    phrase('error.exists', { kind: phrase(`kind.${kind}`), name, id }),
    {
      hint: phrase('hint.ensure'),
      field: 'name',
    },
  )

/**
 * Handles a name that is taken on `create`: if this is a repeated step, returns its original result.
 * @param again the same call, replaying only
 * @throws CliError `problem` unless this very step was carried out before
 */
export async function replayOrFail<T>(problem: CliError, api: Api, again: () => Promise<T>): Promise<T> {
  if (api.givenKey === undefined) throw problem
  try {
    return await again()
  } catch (error) {
    throw error instanceof CliError && error.code === 'idempotency_unused' ? problem : error
  }
}
