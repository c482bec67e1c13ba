import { AppError } from '../../errors/app-error.ts'
import { listColumns, type TokenRow, type tokensRepository } from './tokens.repository.ts'

/**
 * Limit for the lists of all tokens of an account. A search reads all of them, and every user may have 10,000 tokens.
 */
const BYTES_MAX = 8_388_608
/** Shorter lists are always allowed, because the number of tokens is limited too. */
const USUAL_BYTES = 1_000

type Lists = Partial<Pick<TokenRow, (typeof listColumns)[number]>>

const bytesOf = (lists: Lists): number =>
  listColumns.reduce((bytes, column) => bytes + Buffer.byteLength(lists[column] ?? ''), 0)

/**
 * Checks the total size of the lists after a change.
 *
 * @param before the lists that are replaced
 * @throws AppError `token_lists_too_long`
 */
export async function checkListRoom(
  repository: Pick<ReturnType<typeof tokensRepository>, 'listBytes'>,
  after: readonly Lists[],
  before: Lists = {},
): Promise<void> {
  const added = after.reduce((bytes, lists) => bytes + bytesOf(lists), 0) - bytesOf(before)
  if (added <= USUAL_BYTES * after.length) return
  if ((await repository.listBytes()) + added > BYTES_MAX)
    throw new AppError('token_lists_too_long', { values: { max: BYTES_MAX } })
}
