import type { IncomingHttpHeaders } from 'node:http'
import type { onRequestHookHandler } from 'fastify'
import { AppError } from '../../errors/app-error.ts'

/** Where a browser would show an answer as a page or as part of one. */
const PAGE_DESTINATIONS = new Set(['document', 'iframe', 'frame', 'embed', 'object', 'fencedframe'])

/**
 * Refuses links, forms and frames of browsers: programs call the relay, and nobody looks at its answers as a page.
 * @throws AppError `navigation_refused`
 */
export function refuseNavigation(headers: IncomingHttpHeaders): void {
  const mode = headers['sec-fetch-mode']
  const destination = headers['sec-fetch-dest']
  if (mode === 'navigate' || PAGE_DESTINATIONS.has(String(destination)))
    throw new AppError('navigation_refused')
}

/**
 * A body of JSON says that it is JSON, or nothing at all, as with clients that send no body. A form of a foreign page
 * can say neither.
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
 * The same for addresses that take JSON and forms with files. A foreign page can send such a form, but without the key.
 * @throws AppError `unsupported_media_type`
 */
export const takeJsonOrForm: onRequestHookHandler = ({ headers }, _reply, done) => {
  if (!/^\s*multipart\/form-data\s*(;|$)/i.test(headers['content-type'] ?? '')) checkJson(headers)
  done()
}
