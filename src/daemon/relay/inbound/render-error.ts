import type { IncomingHttpHeaders } from 'node:http'
import { isStorageUnavailable } from '../../db/violations.ts'
import { AppError } from '../../errors/app-error.ts'
import { catalogue } from '../../errors/catalogue.ts'
import { phraseOf } from '../../errors/render-envelope.ts'
import { readLanguage } from '../../language.ts'
import { openaiErrors } from '../../protocols/openai/error-body.ts'
import type { ClientError, ErrorShape } from '../../protocols/types.ts'
import type { InboundRequest } from './inbound.ts'

/** An error that is ready to be sent to a client of the relay's routes. */
export interface RenderedError {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Turns anything thrown into an AppError; unexpected errors become `internal`, with their cause for the log. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (isStorageUnavailable(error))
    return new AppError('storage_unavailable', { cause: error, retryAfterSeconds: 1 })
  return new AppError('internal', { cause: error })
}

/** Writes the error in the protocol's own format, with the request id in its message. */
export function renderError(
  error: AppError,
  requestId: string,
  headers: IncomingHttpHeaders,
  shape: ErrorShape = openaiErrors,
): RenderedError {
  const { retryAfterSeconds } = error.options
  const described = describeError(error, requestId, headers)
  const isWorthRetrying = error.options.isWorthRetrying ?? defaultRetry(error)
  return {
    status: error.status,
    headers: {
      'content-type': 'application/json',
      ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(Math.ceil(retryAfterSeconds)) }),
      ...(isWorthRetrying === undefined ? {} : { 'x-should-retry': String(isWorthRetrying) }),
    },
    body: shape.render(described),
  }
}

/**
 * Whether SDKs should retry. By default they repeat a request after 408, 409, 429 and 5xx, unless `x-should-retry` says
 * otherwise. Quota does not come back in the seconds that they wait.
 */
const defaultRetry = (error: AppError): boolean | undefined =>
  catalogue[error.code].kind === 'quota' ? false : undefined

/**
 * Writes the error as the last event of a stream, in the way that the protocol reports a broken stream.
 *
 * @param render for streams whose last bytes depend on what was sent before
 */
export function renderStreamError(
  error: AppError,
  { requestId, headers, codec }: InboundRequest,
  render = codec.errors.renderInStream,
): string {
  return render(describeError(error, requestId, headers))
}

/** Describes the error for the protocol's format. */
export function describeError(error: AppError, requestId: string, headers: IncomingHttpHeaders): ClientError {
  const { upstream, retryAfterSeconds } = error.options
  const language = readLanguage(headers['accept-language'], 'en')
  return {
    status: error.status,
    message: `${phraseOf(error, language, { requestId })} (request id: ${requestId})`,
    type: upstream?.type || typeOf(error),
    param: upstream?.param ?? error.options.field ?? null,
    code: upstream?.code || error.code,
    requestId,
    retryAfterSeconds,
  }
}

/** Returns one of OpenAI's own types if it fits, so that OpenAI's clients raise the same error class as with OpenAI. */
function typeOf(error: AppError): string {
  switch (catalogue[error.code].kind) {
    case 'validation':
    case 'not_found':
    case 'too_large':
      return 'invalid_request_error'
    case 'authentication':
      return 'authentication_error'
    case 'quota':
      return 'insufficient_quota'
    case 'rate_limit':
      return 'rate_limit_error'
    case 'upstream':
      return 'upstream_error'
    default:
      return 'tollgate_error'
  }
}
