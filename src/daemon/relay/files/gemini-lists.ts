import { invalid } from '../../protocols/openai/request-checks.ts'
import type { FilePage } from '../stored/vendor-files.ts'

/** The page of a list that a Google client asks for. */
export type GeminiPage = Pick<FilePage, 'after' | 'limit'>

/**
 * Google's own limits; larger page sizes are reduced to the maximum. https://ai.google.dev/api/files#method:-files.list
 */
const PAGE = { usual: 10, max: 100 } as const

/** @throws AppError `invalid_request` */
export function readGeminiPage(query: Readonly<Record<string, string>>): GeminiPage {
  const { pageSize = query.page_size, pageToken = query.page_token } = query
  const size = pageSize === undefined || pageSize === '' ? 0 : Number(pageSize)
  if (!Number.isInteger(size) || size < 0) throw invalid('pageSize', 'notInteger', { min: 1, max: PAGE.max })
  return {
    limit: Math.min(size || PAGE.usual, PAGE.max),
    after: pageToken ? readToken(pageToken) : undefined,
  }
}

type Place = NonNullable<GeminiPage['after']>

/** Encodes where the next page begins. The file may be deleted by then. */
export const pageTokenOf = ({ id, createdMs }: Place): string =>
  Buffer.from(`${createdMs} ${id}`).toString('base64url')

function readToken(token: string): Place {
  const text = Buffer.from(token.slice(0, 200), 'base64url').toString('utf8')
  const [, created, id] = /^(\d{1,15}) (files\/[\w-]{1,64})$/.exec(text) ?? []
  if (created === undefined || id === undefined) throw invalid('pageToken', 'otherPage')
  return { id, createdMs: Number(created) }
}
