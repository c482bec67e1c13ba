import type { FastifyRequest } from 'fastify'
import { AppError } from '../errors/app-error.ts'

/** Minimum roles. A stored role is always 1, 10 or 100. */
export const ROLE = { user: 1, admin: 10, root: 100 } as const

/** User status 1; 2 is banned. */
export const USER_ENABLED = 1
export const USER_BANNED = 2

/** The caller of a request to the management API. */
export interface Actor {
  readonly id: number
  readonly username: string
  readonly role: number
  readonly status: number
  /** Price group of the account. */
  readonly group: string
  /** Hash of the session the request came with; undefined for access tokens. */
  readonly sessionHash: string | undefined
  /** When the session's user last proved their identity, in unix milliseconds; undefined for access tokens. */
  readonly provedMs: number | undefined
  /** Name of the access token the request came with; undefined for sessions. */
  readonly accessToken: string | undefined
  /** Id of that token's row; undefined for sessions. */
  readonly accessTokenId: number | undefined
  /** undefined = no limit beyond the role. */
  readonly scopes: ReadonlySet<string> | undefined
}

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null
  }
}

/** Returns the caller of a route whose access is at least `user`. @throws AppError `not_signed_in` */
export function actorOf(request: FastifyRequest): Actor {
  if (!request.actor) throw new AppError('not_signed_in')
  return request.actor
}
