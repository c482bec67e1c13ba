import type { IncomingHttpHeaders } from 'node:http'
import { fastifyCookie } from '@fastify/cookie'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../errors/app-error.ts'
import { type Actor, USER_ENABLED } from './actor.ts'
import type { Identities } from './identities.ts'

export const SESSION_COOKIE = 'session'
/** Cookie that recognizes a browser in which somebody has signed in before; it signs nobody in. */
export const DEVICE_COOKIE = 'device'
export const USER_HEADER = 'tollgate-user'

/**
 * Finds the user that these headers authenticate.
 *
 * A session is only valid together with the header `Tollgate-User` that names its user: a page of another site can make
 * a browser send the cookie, but not the header. Access tokens need no header, but if one is sent it must match.
 *
 * @throws AppError `not_signed_in`, `user_header_mismatch`, `user_banned`
 */
export async function authenticate(headers: IncomingHttpHeaders, identities: Identities): Promise<Actor> {
  const { authorization } = headers
  const claimed = headers[USER_HEADER]
  const actor = authorization
    ? await identities.ofAccessToken(authorization.replace(/^bearer\s+/i, '').trim())
    : await findSession(headers, identities)
  if (!actor) throw new AppError('not_signed_in')
  if (authorization ? claimed !== undefined && claimed !== String(actor.id) : claimed !== String(actor.id))
    throw new AppError('user_header_mismatch')
  if (actor.status !== USER_ENABLED) throw new AppError('user_banned')
  return actor
}

/** Finds the signed-in user by the rules of {@link authenticate}, on a route that does not require one. */
export function signedInUser({ actor, headers }: FastifyRequest): number | undefined {
  if (!actor) return undefined
  return actor.sessionHash === undefined || headers[USER_HEADER] === String(actor.id) ? actor.id : undefined
}

/**
 * Refuses a request that names a user who is not signed in any more. Visitors use the same routes to sign up, so the
 * user would be taken for a visitor, and their identity would be used for a second account.
 *
 * @throws AppError `not_signed_in`, `user_header_mismatch`
 */
export function refuseEndedSession({ actor, headers }: FastifyRequest): void {
  const claimed = String(headers[USER_HEADER] ?? '')
  // Consoles of the same family send -1 or 0 for visitors.
  if (!/^[1-9]/.test(claimed) || claimed === String(actor?.id)) return
  throw new AppError(actor ? 'user_header_mismatch' : 'not_signed_in')
}

/**
 * Finds the session's user on a route where signing in is optional: no header is required, and any error means no user.
 */
export async function findSession(
  headers: IncomingHttpHeaders,
  identities: Identities,
): Promise<Actor | undefined> {
  const id = readSessionCookie(headers)
  return id === undefined ? undefined : identities.ofSession(id)
}

/** Returns the session id that the browser sent. */
export const readSessionCookie = (headers: IncomingHttpHeaders): string | undefined =>
  readCookie(headers, SESSION_COOKIE)

/** Returns the device id that the browser sent. */
export const readDeviceCookie = (headers: IncomingHttpHeaders): string | undefined =>
  readCookie(headers, DEVICE_COOKIE)

function readCookie(headers: IncomingHttpHeaders, name: string): string | undefined {
  if (headers.cookie === undefined) return undefined
  const id = fastifyCookie.parse(headers.cookie)[name]
  return id !== undefined && /^[\w-]{20,100}$/.test(id) ? id : undefined
}
