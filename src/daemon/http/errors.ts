import type { ErrorObject } from 'ajv'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isStorageUnavailable } from '../db/violations.ts'
import { AppError } from '../errors/app-error.ts'
import { catalogue } from '../errors/catalogue.ts'
import { renderEnvelope, withTextInData } from '../errors/render-envelope.ts'
import { validationError } from '../errors/validation-phrases.ts'
import type { Language } from '../language.ts'
import { languageOf } from './language-of.ts'

/** Sends errors of the management API as the envelope, in the caller's language, and logs the cause. */
export function useEnvelopeErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: unknown, request, reply) => sendEnvelope(error, request, reply))
}

/** Renders one error; also used by hooks and handlers outside the management API that respond with the envelope. */
export function sendEnvelope(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const language = languageOf(request)
  const known = takeError(error, request, reply)
  const envelope = renderEnvelope(known, language, String(request.id))
  const { hasFailureInData } = request.routeOptions.config
  return reply
    .code(known.status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(hasFailureInData ? withTextInData(envelope) : envelope))
}

/**
 * Turns any error into one of the catalogue, logs its cause, and sets `Retry-After` if the error says when to try
 * again. Routes with their own response format use it too.
 */
export function takeError(error: unknown, request: FastifyRequest, reply: FastifyReply): AppError {
  const known = toAppError(error, languageOf(request), String(request.id))
  logError(known, request)
  if (known.options.retryAfterSeconds !== undefined)
    reply.header('retry-after', known.options.retryAfterSeconds)
  return known
}

/** Maps Fastify's own refusals; any other 4xx is `invalid_request`. */
const ofFramework: Readonly<Record<string, 'invalid_json' | 'body_too_large' | 'unsupported_media_type'>> = {
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_json',
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid_json',
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
}

function toAppError(error: unknown, language: Language, requestId: string): AppError {
  if (error instanceof AppError)
    return error.code === 'internal' ? internal(error.options.cause ?? error, requestId) : error
  const { validation, validationContext, code, statusCode } = error as Partial<FastifyError>
  if (validation)
    return validationError(validation as unknown as ErrorObject[], validationContext ?? 'body', language)
  const mapped = code === undefined ? undefined : ofFramework[code]
  if (mapped) return new AppError(mapped, { cause: error })
  if (error instanceof SyntaxError && statusCode === 400)
    return new AppError('invalid_json', { cause: error })
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new AppError('invalid_request', {
      cause: error,
      values: { field: 'request', problem: code ?? '' },
    })
  if (isStorageUnavailable(error))
    return new AppError('storage_unavailable', { cause: error, retryAfterSeconds: 1 })
  return internal(error, requestId)
}

const internal = (cause: unknown, requestId: string): AppError =>
  new AppError('internal', { cause, values: { requestId } })

function logError(error: AppError, request: FastifyRequest): void {
  const { log } = catalogue[error.code]
  const { cause, detail, isLogged } = error.options
  request.log[isLogged ? 'debug' : log](
    { code: error.code, detail, err: cause, field: error.options.field },
    `refused: ${error.code}`,
  )
}
