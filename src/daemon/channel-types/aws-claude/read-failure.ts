import { asObject, asText } from '../../protocols/json-access.ts'
import { readFailure } from '../../protocols/openai/failure.ts'
import { parseJson } from '../../protocols/parse-json.ts'
import type { UpstreamFailure } from '../../protocols/types.ts'

/** Error types by status. AWS names the error in a header; if the body does not repeat it, the status is almost as specific. */
const TYPES_BY_STATUS: ReadonlyMap<number, string> = new Map([
  [400, 'ValidationException'],
  [403, 'AccessDeniedException'],
  [404, 'ResourceNotFoundException'],
  [408, 'ModelTimeoutException'],
  [424, 'ModelErrorException'],
  [429, 'ThrottlingException'],
  [500, 'InternalServerException'],
  [503, 'ServiceUnavailableException'],
])

const DEAD_KEY =
  /security token|signature we calculated|not authorized to perform|authentication failed|api key|access key/i

/** Reads `{ "message": … }`, which also has `__type` if AWS itself refused the request. */
export function readAwsFailure(status: number, bodyText: string): UpstreamFailure | undefined {
  const body = asObject(parseJson(bodyText))
  const message = asText(body?.message) ?? asText(body?.Message)
  if (!body || message === undefined) return readFailure(status, bodyText)
  const named = asText(body.__type)?.replace(/^.*#/, '')
  const type = named ?? TYPES_BY_STATUS.get(status) ?? 'upstream_error'
  return { message, type, code: type, param: null }
}

/** A key without access to one model still works. One that is unknown, expired or not allowed to call is dead. */
export const isAwsKeyDead = (status: number, { type, message }: UpstreamFailure): boolean =>
  status === 403 && (/UnrecognizedClient|ExpiredToken|InvalidSignature/.test(type) || DEAD_KEY.test(message))
