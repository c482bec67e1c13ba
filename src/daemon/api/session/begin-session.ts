import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Knex } from 'knex'
import { credentials, hashSessionId, SESSION_SECONDS } from '../../accounts/credentials.ts'
import { knownDevices } from '../../accounts/known-devices.ts'
import { secondFactors } from '../../accounts/second-factors/factors.ts'
import { signInTickets } from '../../accounts/sign-in-tickets.ts'
import { actorOf } from '../../http/actor.ts'
import {
  DEVICE_COOKIE,
  readDeviceCookie,
  readSessionCookie,
  SESSION_COOKIE,
} from '../../http/authenticate.ts'
import { isSecureRequest } from '../../http/client-address.ts'
import type { Data } from '../../http/contract.ts'
import { ok } from '../../http/envelope.ts'
import type { ApiServices } from '../api-services.ts'
import { toSummary, type User } from '../users/user.ts'
import { lockForSignIn } from './lock-account.ts'
import { planRenewal, type SessionRenewal } from './renew-session.ts'

/** A year after the last sign-in, a browser is a stranger again. */
const DEVICE_SECONDS = 365 * 24 * 3600

/** From where somebody signs in. */
export interface SessionOrigin {
  readonly ip: string
  readonly userAgent: string
  /** Hash of the session the request came with; it ends. */
  readonly formerSessionHash: string | undefined
  /** The browser, if somebody has signed in with it before. */
  readonly deviceId: string | undefined
}

/** A session that was opened. */
export interface OpenedSession {
  readonly user: User
  readonly cookies: SessionCookies
}

/** What the browser keeps of a sign-in; none of it is stored here. */
export interface SessionCookies {
  readonly sessionId: string
  readonly deviceId: string
}

/** How a password, or an identity at a provider, is answered. */
export type FirstStep = OpenedSession | Exclude<Data<'login'>, Data<'signInWithSecondFactor'>>

type SessionDeps = Pick<ApiServices, 'knex' | 'secrets' | 'clock' | 'changes'>

/**
 * Somebody has shown that an account is theirs: an account with a second factor gets a ticket for the second step,
 * any other its session.
 *
 * @param user the account as it was then
 * @throws AppError `user_banned`, and `sign_in_expired` if its password has been replaced since
 */
export async function endFirstStep(
  services: SessionDeps,
  user: User,
  origin: SessionOrigin,
): Promise<FirstStep> {
  const { knex, secrets, clock, changes } = services
  const step = await knex.transaction(async (trx): Promise<FirstStep> => {
    await lockForSignIn(trx, user)
    const methods = await secondFactors(trx, services).methods(user.id)
    if (methods.length === 0) return { user, cookies: await beginSession(trx, services, user.id, origin) }
    const { ticket, expiresMs } = await signInTickets(trx, secrets).begin(user.id, clock.now())
    return { second_factor: { ticket, methods, expires_time: Math.floor(expiresMs / 1000) } }
  })
  if ('cookies' in step && origin.formerSessionHash !== undefined) await changes.changed('session', user.id)
  return step
}

/** Opens a session, and makes the browser known to the account. */
export async function beginSession(
  trx: Knex,
  { secrets, clock }: Pick<ApiServices, 'secrets' | 'clock'>,
  userId: number,
  { ip, userAgent, formerSessionHash, deviceId }: SessionOrigin,
): Promise<SessionCookies> {
  const store = credentials(trx, secrets)
  if (formerSessionHash !== undefined) await store.closeSession(formerSessionHash)
  const nowMs = clock.now()
  return {
    sessionId: await store.openSession(userId, nowMs, ip, userAgent),
    deviceId: await knownDevices(trx, secrets).remember(userId, deviceId, nowMs),
  }
}

/** The cookies of a sign-in, and what sign-in reads from a request. */
export const sessionCookie = ({
  secrets,
  addressOf,
  config,
  changes,
}: Pick<ApiServices, 'secrets' | 'addressOf' | 'config' | 'changes'>) => {
  const attributes = (request: FastifyRequest) => ({
    path: '/',
    httpOnly: true,
    sameSite: 'lax' as const,
    secure: isSecureRequest(request, config.trustProxy),
  })
  const setSession = (request: FastifyRequest, reply: FastifyReply, sessionId: string): FastifyReply =>
    reply.setCookie(SESSION_COOKIE, sessionId, { ...attributes(request), maxAge: SESSION_SECONDS })
  const set = (request: FastifyRequest, reply: FastifyReply, { sessionId, deviceId }: SessionCookies): void =>
    void setSession(request, reply, sessionId).setCookie(DEVICE_COOKIE, deviceId, {
      ...attributes(request),
      path: '/api',
      maxAge: DEVICE_SECONDS,
    })

  return {
    originOf: (request: FastifyRequest): SessionOrigin => {
      const former = readSessionCookie(request.headers)
      return {
        ip: addressOf(request),
        userAgent: request.headers['user-agent'] ?? '',
        formerSessionHash: former === undefined ? undefined : hashSessionId(secrets, former),
        deviceId: readDeviceCookie(request.headers),
      }
    },
    /** Sets the cookies. @returns the account */
    answerSession(request: FastifyRequest, reply: FastifyReply, { user, cookies }: OpenedSession) {
      set(request, reply, cookies)
      return ok(toSummary(user))
    },
    /** Sets the cookies if a session was opened. @returns the account, or what the second step needs */
    answerFirstStep(request: FastifyRequest, reply: FastifyReply, step: FirstStep) {
      if ('second_factor' in step) return ok(step)
      set(request, reply, step.cookies)
      return ok(toSummary(step.user))
    },
    /**
     * Does something after which the caller's session has another id, and sets the cookie.
     *
     * @param work calls `renewSession` in its transaction
     */
    async renewing<Result>(
      request: FastifyRequest,
      reply: FastifyReply,
      work: (renewal: SessionRenewal | undefined) => Promise<Result>,
    ): Promise<Result> {
      const { id, sessionHash } = actorOf(request)
      const renewal = planRenewal(secrets, id, sessionHash)
      const result = await work(renewal)
      if (renewal === undefined) return result
      await changes.changed('session', id)
      setSession(request, reply, renewal.id)
      return result
    },
    clear: (request: FastifyRequest, reply: FastifyReply): void =>
      void reply.clearCookie(SESSION_COOKIE, attributes(request)),
  }
}
