import { reasons, type Texts } from '../../errors/reasons.ts'
import { FetchRefused, fetchPublic } from '../../upstream/fetch-public.ts'

/** Metadata documents are small. */
const BYTES_MAX = 262_144
const TIMEOUT_MS = 10_000

/**
 * Fetches a JSON object from the URL in an option. {@link fetchPublic} decides which URLs are allowed.
 * @param refuse creates the error for a reason that reveals nothing about our network
 */
export async function readPublicJson(
  url: string,
  allowedRanges: readonly string[],
  refuse: (why: Texts, cause: unknown) => Error,
): Promise<Readonly<Record<string, unknown>>> {
  let text: string
  try {
    const bytes = await fetchPublic(url, {
      accept: 'application/json',
      allowedRanges,
      bytesMax: BYTES_MAX,
      timeoutMs: TIMEOUT_MS,
    })
    text = bytes.toString('utf8')
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error
    throw refuse(error.why, error)
  }
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch (cause) {
    throw refuse(reasons.noJson, cause)
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw refuse(reasons.noJsonObject, undefined)
  return parsed as Readonly<Record<string, unknown>>
}
