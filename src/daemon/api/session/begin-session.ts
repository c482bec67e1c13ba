import type { FastifyReply, FastifyRequest } from 'fastify'
import { credentials, hashSessionId, SESSION_SECONDS } from '../../accounts/credentials.ts'
import { readSessionCookie, SESSION_COOKIE } from '../../http/authenticate.ts'
import { isSecureRequest } from '../../http/client-address.ts'
import type { ApiServices } from '../api-services.ts'

/** From where somebody signs in. */
export interface SessionOrigin {
  readonly ip: string
  readonly userAgent: string
  /** Hash of the session the request came with; it ends. */
  readonly formerSessionHash: string | undefined
}

/** @returns the id of a new session, for the cookie */
export async function beginSession(
  { knex, secrets, clock, changes }: Pick<ApiServices, 'knex' | 'secrets' | 'clock' | 'changes'>,
  userId: number,
  { ip, userAgent, formerSessionHash }: SessionOrigin,
): Promise<string> {
  const sessionId = await knex.transaction(async (trx) => {
    const store = credentials(trx, secrets)
    if (formerSessionHash !== undefined) await store.closeSession(formerSessionHash)
    return store.openSession(userId, clock.now(), ip, userAgent)
  })
  if (formerSessionHash !== undefined) await changes.changed('session', userId)
  return sessionId
}

/** The session cookie, and what sign-in reads from a request. */
export const sessionCookie = ({
  secrets,
  addressOf,
  config,
}: Pick<ApiServices, 'secrets' | 'addressOf' | 'config'>) => {
  const attributes = (request: FastifyRequest) => ({
    path: '/',
    httpOnly: true,
    sameSite: 'lax' as const,
    secure: isSecureRequest(request, config.trustProxy),
  })
  return {
    originOf: (request: FastifyRequest): SessionOrigin => {
      const former = readSessionCookie(request.headers)
      return {
        ip: addressOf(request),
        userAgent: request.headers['user-agent'] ?? '',
        formerSessionHash: former === undefined ? undefined : hashSessionId(secrets, former),
      }
    },
    set: (request: FastifyRequest, reply: FastifyReply, sessionId: string): void =>
      void reply.setCookie(SESSION_COOKIE, sessionId, { ...attributes(request), maxAge: SESSION_SECONDS }),
    clear: (request: FastifyRequest, reply: FastifyReply): void =>
      void reply.clearCookie(SESSION_COOKIE, attributes(request)),
  }
}
