import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors/app-error.ts'
import { anthropicMessages, bedrockMessages } from '../protocols/anthropic/index.ts'
import { cohereErrors, firstCohereErrors } from '../protocols/cohere/index.ts'
import { geminiGenerate } from '../protocols/gemini/index.ts'
import { midjourneyErrors } from '../protocols/midjourney/errors.ts'
import { ollamaErrors } from '../protocols/ollama/index.ts'
import { openaiErrors } from '../protocols/openai/error-body.ts'
import { sunoErrors } from '../protocols/suno/errors.ts'
import type { ErrorShape } from '../protocols/types.ts'
import { dialectOf, spokenAtDoor, throughDoor } from './doors.ts'
import { wantsArray } from './gemini-call.ts'
import { renderError, toAppError } from './inbound/render-error.ts'
import type { ListShape } from './models.ts'

/** Answers with an error in the format of the route's protocol. */
export function answerError(error: AppError, request: FastifyRequest, reply: FastifyReply): void {
  const { id, headers } = request
  const rendered = renderError(error, id, headers, errorsFor(request))
  void reply
    .code(rendered.status)
    .headers({ ...rendered.headers, 'x-request-id': id })
    .send(wantsArray(request) ? `[${rendered.body}]` : rendered.body)
}

/** Returns the error format of a route. Some paths are shared by clients of several protocols. */
const errorsFor = (request: FastifyRequest): ErrorShape =>
  /^\/v1\/(models|files|batches)(?![^/?])/.test(request.url)
    ? LIST_ERRORS[listShape(request)]
    : errorsOf(request.originalUrl)

const ANTHROPIC_ERRORS: ReadonlySet<ErrorShape> = new Set([anthropicMessages.errors, bedrockMessages.errors])

/** Returns the headers with the id of a request. Anthropic's clients look for a separate one. */
export const requestIdHeaders = (id: string, errors: ErrorShape): Readonly<Record<string, string>> => ({
  'x-request-id': id,
  ...(ANTHROPIC_ERRORS.has(errors) && { 'request-id': id }),
})

/** Returns the headers with the id of a request that has a route. */
export const requestIdHeadersOf = (request: FastifyRequest): Readonly<Record<string, string>> =>
  requestIdHeaders(request.id, errorsFor(request))

/** Finds the vendor in whose format models are listed, from the path or from something that only its clients send. */
export function listShape({ originalUrl, headers, query }: FastifyRequest): ListShape {
  const door = spokenAtDoor(originalUrl)
  if (door) return door.list
  if (originalUrl.startsWith('/v1beta')) return 'gemini'
  if (originalUrl.startsWith('/api/')) return 'ollama'
  // The key is no help: since version 2026-10-21 it is a bearer key, like OpenAI's.
  if (headers['anthropic-version'] !== undefined) return 'anthropic'
  if (dialectOf(originalUrl, headers) === 'mistral') return 'mistral'
  if (isCohere(headers)) return 'cohere'
  const hasQueryKey = (query as Record<string, string>).key !== undefined
  return headers['x-goog-api-key'] !== undefined || hasQueryKey ? 'gemini' : 'openai'
}

/** Cohere's packages identify themselves in the user agent. In a browser they use a header of their SDK generator. */
const isCohere = ({ 'user-agent': agent = '', 'x-fern-sdk-name': name = '' }: IncomingHttpHeaders): boolean =>
  [agent, name].some((each) => /^cohere(?:-ai)?(?:\/|$)/.test(String(each)))

const LIST_ERRORS: Readonly<Record<ListShape, ErrorShape>> = {
  openai: openaiErrors,
  anthropic: anthropicMessages.errors,
  gemini: geminiGenerate.errors,
  ollama: ollamaErrors,
  openrouter: openaiErrors,
  mistral: openaiErrors,
  cohere: cohereErrors,
}

/** Paths of Ollama's own API, whether served or not: the management API has none of these names. */
export const OLLAMA_PATH =
  /^\/api\/(chat|generate|embed|embeddings|tags|show|ps|version|pull|push|create|copy|delete|blobs)(\/|$|\?)/

/** Returns the error format for a URL as received; OpenAI's if nothing else is known. */
export function errorsOf(originalUrl: string): ErrorShape {
  const url = throughDoor(originalUrl)
  if (url.startsWith('/v1/messages') || url.startsWith('/anthropic/')) return anthropicMessages.errors
  if (url.startsWith('/model/')) return bedrockMessages.errors
  const door = spokenAtDoor(originalUrl)
  if (door) return door.errors
  if (url.startsWith('/v2/')) return cohereErrors
  if (/^\/v1\/chat(?:\?|$)/.test(url)) return firstCohereErrors
  if (OLLAMA_PATH.test(url)) return ollamaErrors
  if (url.startsWith('/suno/')) return sunoErrors
  if (/^\/mj(-fast|-relax|-turbo)?\//.test(url)) return midjourneyErrors
  if (/^\/(?:upload\/|v1(?:alpha|beta))/.test(url)) return geminiGenerate.errors
  return openaiErrors
}

/**
 * Returns the error format for a URL that does not exist, such as one with an extra prefix: the end of the URL, or the
 * header with the key, reveals the client's protocol.
 */
export function errorsOfUnknown(originalUrl: string, headers: IncomingHttpHeaders): ErrorShape {
  const known = errorsOf(originalUrl)
  if (known !== openaiErrors || spokenAtDoor(originalUrl)) return known
  if (/\/v1\/messages(\/|$)/.test(originalUrl)) return anthropicMessages.errors
  if (/\/v1(alpha|beta)\d*\/(models|tunedModels)(\/|$)/.test(originalUrl)) return geminiGenerate.errors
  if (headers['anthropic-version'] !== undefined) return anthropicMessages.errors
  return headers['x-goog-api-key'] === undefined ? openaiErrors : geminiGenerate.errors
}

/** Converts Fastify's own refusals (length, media type) to ours. */
export function toRelayError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const { statusCode } = error as { statusCode?: number }
  if (statusCode === 415) return new AppError('unsupported_media_type')
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new AppError('invalid_request', { status: statusCode, phrase: 'unreadable' })
  return toAppError(error)
}
