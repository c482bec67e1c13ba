import { AppError } from '../../errors/app-error.ts'
import { lacksMember, type Texts } from '../../errors/reasons.ts'
import type { Data } from '../../http/contract.ts'
import { readPublicJson } from './read-public-json.ts'

const TAG_MAX = 100
const BODY_MAX = 50_000

/**
 * Reads the latest release from the feed in the settings.
 * @throws AppError `release_feed_unset`, `release_feed_unavailable`
 */
export async function readLatestRelease(
  address: string,
  runningVersion: string,
  allowedRanges: readonly string[],
): Promise<Data<'getLatestRelease'>> {
  if (address === '') throw new AppError('release_feed_unset')
  const refuse = (why: Texts, cause: unknown) =>
    new AppError('release_feed_unavailable', { values: { why }, cause })
  const { tag_name: tag, body } = await readPublicJson(address, allowedRanges, refuse)
  if (typeof tag !== 'string' || tag === '' || tag.length > TAG_MAX)
    throw refuse(lacksMember('tag_name'), undefined)
  return {
    tag_name: tag,
    body: typeof body === 'string' ? body.slice(0, BODY_MAX) : '',
    is_newer: tag.replace(/^v/, '') !== runningVersion.replace(/^v/, ''),
  }
}
