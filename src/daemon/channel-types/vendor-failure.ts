import type { UpstreamFailure } from '../protocols/types.ts'
import { ownWords } from '../protocols/upstream-failure.ts'

type OwnWords = ReturnType<typeof ownWords>

/**
 * Builds a failure from a vendor's own code, with the status that fits it, because some vendors answer everything with 200.
 *
 * @param said the vendor's text, or Tollgate's if it has none
 * @param code the vendor's code
 */
export function vendorFailure(said: string | OwnWords, code: string, status: number): UpstreamFailure {
  const words = typeof said === 'string' ? { message: said } : said
  return {
    ...(words.message ? words : ownWords('codeOnly', { code })),
    type: typeOf(status),
    code,
    param: null,
    status,
  }
}

/** Builds a refusal because of content. It is a separate kind, because other channels would refuse it too. */
export function contentFailure(message: string, code: string): UpstreamFailure {
  return { ...vendorFailure(message, code, 400), type: 'content_policy_violation' }
}

function typeOf(status: number): string {
  if (status === 401) return 'authentication_error'
  if (status === 429) return 'rate_limit_error'
  return status < 500 ? 'invalid_request_error' : 'upstream_error'
}
