import type { IncomingHttpHeaders } from 'node:http'
import type { onRequestHookHandler } from 'fastify'
import { AppError } from '../../errors/app-error.ts'

/** Request destinations for which a browser would render the answer as a page or part of one. */
const PAGE_DESTINATIONS = new Set(['document', 'iframe', 'frame', 'embed', 'object', 'fencedframe'])

/**
 * Refuses browser links, forms and frames: the relay is called by programs, and its answers are never viewed as a page.
 * @throws AppError `navigation_refused`
 */
export function refuseNavigation(headers: IncomingHttpHeaders): void {
  const mode = headers['sec-fetch-mode']
  const destination = headers['sec-fetch-dest']
  if (mode === 'navigate' || PAGE_DESTINATIONS.has(String(destination)))
    throw new AppError('navigation_refused')
}

/**
 * Accepts bodies labeled as JSON or without a content type, as from clients that send no body. A form on another site
 * can send neither.
 *
 * @throws AppError `unsupported_media_type`
 */
export const takeJsonOnly: onRequestHookHandler = ({ headers }, _reply, done) => {
  checkJson(headers)
  done()
}

function checkJson(headers: IncomingHttpHeaders): void {
  const type = headers['content-type'] ?? ''
  if (type !== '' && type !== 'application/json' && !/^application\/json\s*(;|$)/i.test(type.trim()))
    throw new AppError('unsupported_media_type', { detail: { contentType: type } })
}

/**
 * Accepts JSON and forms with files. A form on another site can send such a body, but not the key.
 * @throws AppError `unsupported_media_type`
 */
export const takeJsonOrForm: onRequestHookHandler = ({ headers }, _reply, done) => {
  if (!/^\s*multipart\/form-data\s*(;|$)/i.test(headers['content-type'] ?? '')) checkJson(headers)
  done()
}
