import type { ClientError, ErrorShape, JsonObject } from '../types.ts'

/** Google's status names. @see https://cloud.google.com/apis/design/errors (google.rpc.Code) */
const STATUS_WORDS: ReadonlyMap<number, string> = new Map([
  [401, 'UNAUTHENTICATED'],
  [403, 'PERMISSION_DENIED'],
  [404, 'NOT_FOUND'],
  [408, 'DEADLINE_EXCEEDED'],
  [409, 'ABORTED'],
  [402, 'RESOURCE_EXHAUSTED'],
  [429, 'RESOURCE_EXHAUSTED'],
  [499, 'CANCELLED'],
  [501, 'UNIMPLEMENTED'],
  [503, 'UNAVAILABLE'],
  [504, 'DEADLINE_EXCEEDED'],
  [529, 'UNAVAILABLE'],
])

/** More specific names that an upstream of the same protocol may have used. */
const OTHER_WORDS: ReadonlyMap<number, readonly string[]> = new Map([
  [400, ['FAILED_PRECONDITION', 'OUT_OF_RANGE']],
  [409, ['ALREADY_EXISTS']],
  [500, ['UNKNOWN', 'DATA_LOSS']],
])

/** Errors as `{"error":{"code","message","status","details"}}`. In a stream, the error is the last chunk. */
export const geminiErrors: ErrorShape = {
  render: renderGeminiError,
  renderInStream: (error) => `data: ${renderGeminiError(error)}\n\n`,
}

function renderGeminiError(error: ClientError): string {
  const details = detailsOf(error)
  return JSON.stringify({
    error: {
      code: error.status,
      message: error.message,
      status: statusWord(error),
      ...(details.length > 0 && { details }),
    },
  })
}

function statusWord({ status, type }: ClientError): string {
  if (OTHER_WORDS.get(status)?.includes(type)) return type
  // Our own quota errors are 403, so that OpenAI's SDKs do not retry; Google has its own name for them.
  if (type === 'insufficient_quota') return 'RESOURCE_EXHAUSTED'
  return STATUS_WORDS.get(status) ?? (status >= 500 ? 'INTERNAL' : 'INVALID_ARGUMENT')
}

function detailsOf({ status, code, param, message, retryAfterSeconds }: ClientError): JsonObject[] {
  const details: JsonObject[] = []
  if (/[a-z]/i.test(code))
    details.push({
      '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
      reason: code.toUpperCase(),
      domain: 'tollgate',
    })
  if (status === 400 && param !== null)
    details.push({
      '@type': 'type.googleapis.com/google.rpc.BadRequest',
      fieldViolations: [{ field: param, description: message }],
    })
  if (retryAfterSeconds !== undefined)
    details.push({
      '@type': 'type.googleapis.com/google.rpc.RetryInfo',
      retryDelay: `${Math.ceil(retryAfterSeconds)}s`,
    })
  return details
}
