import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Knex } from 'knex'
import { credentials, hashSessionId, SESSION_SECONDS } from '../../accounts/credentials.ts'
import { secondFactors } from '../../accounts/second-factors/factors.ts'
import { signInTickets } from '../../accounts/sign-in-tickets.ts'
import { readSessionCookie, SESSION_COOKIE } from '../../http/authenticate.ts'
import { isSecureRequest } from '../../http/client-address.ts'
import type { Data } from '../../http/contract.ts'
import { ok } from '../../http/envelope.ts'
import type { ApiServices } from '../api-services.ts'
import { toSummary, type User } from '../users/user.ts'

/** From where somebody signs in. */
export interface SessionOrigin {
  readonly ip: string
  readonly userAgent: string
  /** Hash of the session the request came with; it ends. */
  readonly formerSessionHash: string | undefined
}

/** A session that was opened. */
export interface OpenedSession {
  readonly user: User
  /** For the cookie. */
  readonly sessionId: string
}

/** How a password, or an identity at a provider, is answered. */
export type FirstStep = OpenedSession | Exclude<Data<'login'>, Data<'signInWithSecondFactor'>>

type SessionDeps = Pick<ApiServices, 'knex' | 'secrets' | 'clock' | 'changes'>

/**
 * Somebody has shown that an account is theirs: an account with a second factor gets a ticket for the second step,
 * any other its session.
 */
export async function endFirstStep(
  services: SessionDeps,
  user: User,
  origin: SessionOrigin,
): Promise<FirstStep> {
  const { knex, secrets, clock, changes } = services
  const methods = await secondFactors(knex, services).methods(user.id)
  if (methods.length > 0) {
    const { ticket, expiresMs } = await signInTickets(knex, secrets).begin(user.id, clock.now())
    return { second_factor: { ticket, methods, expires_time: Math.floor(expiresMs / 1000) } }
  }
  const sessionId = await knex.transaction((trx) => beginSession(trx, services, user.id, origin))
  if (origin.formerSessionHash !== undefined) await changes.changed('session', user.id)
  return { user, sessionId }
}

/** @returns the id of a new session, for the cookie */
export async function beginSession(
  trx: Knex,
  { secrets, clock }: Pick<ApiServices, 'secrets' | 'clock'>,
  userId: number,
  { ip, userAgent, formerSessionHash }: SessionOrigin,
): Promise<string> {
  const store = credentials(trx, secrets)
  if (formerSessionHash !== undefined) await store.closeSession(formerSessionHash)
  return store.openSession(userId, clock.now(), ip, userAgent)
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
  const set = (request: FastifyRequest, reply: FastifyReply, sessionId: string): void =>
    void reply.setCookie(SESSION_COOKIE, sessionId, { ...attributes(request), maxAge: SESSION_SECONDS })

  return {
    originOf: (request: FastifyRequest): SessionOrigin => {
      const former = readSessionCookie(request.headers)
      return {
        ip: addressOf(request),
        userAgent: request.headers['user-agent'] ?? '',
        formerSessionHash: former === undefined ? undefined : hashSessionId(secrets, former),
      }
    },
    /** Sets the cookie. @returns the account */
    answerSession(request: FastifyRequest, reply: FastifyReply, { user, sessionId }: OpenedSession) {
      set(request, reply, sessionId)
      return ok(toSummary(user))
    },
    /** Sets the cookie if a session was opened. @returns the account, or what the second step needs */
    answerFirstStep(request: FastifyRequest, reply: FastifyReply, step: FirstStep) {
      if ('second_factor' in step) return ok(step)
      set(request, reply, step.sessionId)
      return ok(toSummary(step.user))
    },
    clear: (request: FastifyRequest, reply: FastifyReply): void =>
      void reply.clearCookie(SESSION_COOKIE, attributes(request)),
  }
}
