import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError, type AppErrorOptions } from './errors/app-error.ts'
import { renderEnvelope } from './errors/render-envelope.ts'
import { reachedAddress } from './http/client-address.ts'
import type { Console } from './http/console.ts'
import { guardHeaders } from './http/guard-headers.ts'
import { languageOf } from './http/language-of.ts'
import { preflightHeaders } from './http/preflight-headers.ts'
import type { ServedAddresses } from './http/served-addresses.ts'
import { throughDoor } from './relay/doors.ts'
import { renderError } from './relay/inbound/render-error.ts'
import { newRequestId } from './relay/inbound/request-id.ts'
import { errorsOfUnknown, OLLAMA_PATH, requestIdHeaders } from './relay/route-errors.ts'

/**
 * Paths of the management API, which returns errors in its envelope; all other paths return them in the format of a
 * protocol.
 */
const MANAGEMENT_PATH = /^\/api(\/|$)/
const PATH_CHARACTERS_MAX = 200

export interface UnknownDeps {
  readonly addresses: ServedAddresses
  readonly trustProxy: readonly string[]
  /** Absent for paths that cannot be decoded, because they are never pages. */
  readonly console?: Console | undefined
}

/**
 * Answers unknown routes and paths that cannot be decoded, in the caller's format. For a browser, every path outside
 * the APIs is a page of the console.
 */
export function answerUnknown(request: FastifyRequest, reply: FastifyReply, deps: UnknownDeps): FastifyReply {
  if (deps.console?.isPage(request)) return deps.console.sendPage(reply)
  const path = (request.originalUrl.split('?')[0] ?? '').slice(0, PATH_CHARACTERS_MAX)
  if (isPreflightOfWrongBase(request, path, deps.addresses))
    return reply
      .code(204)
      .headers({ ...preflightHeaders, ...guardHeaders, 'access-control-allow-origin': '*' })
      .send()
  const allowed = deps.addresses.methodsAt(path)
  if (allowed.length > 0) reply.header('allow', allowed.join(', '))
  const error = refusalOf(request, path, allowed, deps)
  if (MANAGEMENT_PATH.test(throughDoor(path)) && !OLLAMA_PATH.test(path))
    return reply
      .code(error.status)
      .headers(guardHeaders)
      .send(renderEnvelope(error, languageOf(request), request.id))
  const requestId = newRequestId()
  const shape = errorsOfUnknown(path, request.headers)
  const rendered = renderError(error, requestId, request.headers, shape)
  return (
    reply
      .code(rendered.status)
      .headers({ ...rendered.headers, ...guardHeaders, ...requestIdHeaders(requestId, shape) })
      // Without this header, clients in a browser could not read the error.
      .header('access-control-allow-origin', '*')
      .send(rendered.body)
  )
}

/**
 * Reports whether a request is a browser's preflight of a call with a wrong base URL. If the preflight were refused,
 * the browser would not send the call, and the client would see a network error instead of the right base URL.
 */
function isPreflightOfWrongBase(
  { method, headers }: FastifyRequest,
  path: string,
  addresses: ServedAddresses,
): boolean {
  const meant = headers['access-control-request-method']
  if (method !== 'OPTIONS' || meant === undefined || MANAGEMENT_PATH.test(throughDoor(path))) return false
  return addresses.correct(meant, path) !== undefined
}

/**
 * Returns the error for a request without a route. A wrong method is 404 too, because every SDK knows how to handle
 * that.
 */
function refusalOf(
  request: FastifyRequest,
  path: string,
  allowed: readonly string[],
  { addresses, trustProxy }: UnknownDeps,
): AppError {
  const { method } = request
  // GET implies HEAD, so the text does not mention it.
  const named = allowed.filter((each) => each !== 'HEAD').join(', ')
  // The path has a route, but Fastify could not decode it.
  if (allowed.includes(method)) return notFound({ values: { method, path } })
  if (named !== '') return notFound({ phrase: 'otherMethod', values: { method, path, allowed: named } })
  const right = addresses.correct(method, path)
  if (!right) return notFound({ values: { method, path } })
  const base = `${reachedAddress(request, trustProxy)}${right.basePath}`
  return notFound({ phrase: 'otherBaseUrl', values: { method, path, address: right.path, base } })
}

const notFound = (options: AppErrorOptions): AppError =>
  new AppError('route_not_found', {
    ...options,
    upstream: { type: 'invalid_request_error', code: 'route_not_found', param: null },
  })
