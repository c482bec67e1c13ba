import type { FastifyReply, FastifyRequest } from 'fastify'
import { SESSION_SECONDS } from '../accounts/credentials.ts'
import { planRenewal, type SessionRenewal } from '../accounts/renew-session.ts'
import { actorOf } from '../http/actor.ts'
import { DEVICE_COOKIE, SESSION_COOKIE } from '../http/authenticate.ts'
import { isSecureRequest } from '../http/client-address.ts'
import type { ApiServices } from './api-services.ts'

/** A browser is forgotten one year after the last sign-in. */
const DEVICE_SECONDS = 365 * 24 * 3600

/** The values that the browser keeps after a sign-in; neither is stored in the database. */
export interface SessionCookies {
  readonly sessionId: string
  readonly deviceId: string
}

/** Sets and deletes the cookies of a session. */
export const sessionCookies = ({
  secrets,
  config,
  changes,
  clock,
}: Pick<ApiServices, 'secrets' | 'config' | 'changes' | 'clock'>) => {
  const attributes = (request: FastifyRequest) => ({
    path: '/',
    httpOnly: true,
    sameSite: 'lax' as const,
    secure: isSecureRequest(request, config.trustProxy),
  })
  const setSession = (request: FastifyRequest, reply: FastifyReply, sessionId: string): FastifyReply =>
    reply.setCookie(SESSION_COOKIE, sessionId, { ...attributes(request), maxAge: SESSION_SECONDS })

  return {
    set: (request: FastifyRequest, reply: FastifyReply, { sessionId, deviceId }: SessionCookies): void =>
      void setSession(request, reply, sessionId).setCookie(DEVICE_COOKIE, deviceId, {
        ...attributes(request),
        path: '/api',
        maxAge: DEVICE_SECONDS,
      }),
    /**
     * Makes a change that may give the caller's session a new ID, and sets the cookie if it did.
     *
     * @param work calls `renewSession` in its transaction
     */
    async renewing<Result>(
      request: FastifyRequest,
      reply: FastifyReply,
      work: (renewal: SessionRenewal | undefined) => Promise<Result>,
    ): Promise<Result> {
      const { id, sessionHash } = actorOf(request)
      const renewal = planRenewal(secrets, id, sessionHash, clock.now())
      const result = await work(renewal)
      if (!renewal?.isDone) return result
      await changes.changed('session', id)
      setSession(request, reply, renewal.id)
      return result
    },
    clear: (request: FastifyRequest, reply: FastifyReply): void =>
      void reply.clearCookie(SESSION_COOKIE, attributes(request)),
  }
}
