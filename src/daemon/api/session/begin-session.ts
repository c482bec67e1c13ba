import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Knex } from 'knex'
import { credentials, hashSessionId } from '../../accounts/credentials.ts'
import { knownDevices } from '../../accounts/known-devices.ts'
import { secondFactors } from '../../accounts/second-factors/factors.ts'
import { signInTickets } from '../../accounts/sign-in-tickets.ts'
import { readDeviceCookie, readSessionCookie } from '../../http/authenticate.ts'
import type { Data } from '../../http/contract.ts'
import { ok } from '../../http/envelope.ts'
import type { ApiServices } from '../api-services.ts'
import { type SessionCookies, sessionCookies } from '../session-cookies.ts'
import { toSummary, type User } from '../users/user.ts'
import { lockForSignIn } from './lock-account.ts'

/** The origin of a sign-in. */
export interface SessionOrigin {
  readonly ip: string
  readonly userAgent: string
  /** Hash of the session that came with the request; that session ends. */
  readonly formerSessionHash: string | undefined
  /** Id of the browser, if somebody has signed in with it before. */
  readonly deviceId: string | undefined
}

/** A new session. */
export interface OpenedSession {
  readonly user: User
  readonly cookies: SessionCookies
}

/** The outcome of the first step, a password or an identity at a provider. */
export type FirstStep = OpenedSession | Exclude<Data<'login'>, Data<'signInWithSecondFactor'>>

type SessionDeps = Pick<ApiServices, 'knex' | 'secrets' | 'clock' | 'changes'>

/**
 * Completes the first step for a user who has proved that an account is theirs: an account with a second factor gets a
 * ticket for the second step, any other a session.
 *
 * @param user the account at the time of the proof
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

/** Opens a session and records the browser as known to the account. */
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

/** Manages the cookies of a session, and reads the data for sign-in from a request. */
export const sessionCookie = (
  services: Pick<ApiServices, 'secrets' | 'addressOf' | 'config' | 'changes' | 'clock'>,
) => {
  const { secrets, addressOf } = services
  const cookies = sessionCookies(services)

  return {
    ...cookies,
    originOf: (request: FastifyRequest): SessionOrigin => {
      const former = readSessionCookie(request.headers)
      return {
        ip: addressOf(request),
        userAgent: request.headers['user-agent'] ?? '',
        formerSessionHash: former === undefined ? undefined : hashSessionId(secrets, former),
        deviceId: readDeviceCookie(request.headers),
      }
    },
    /** Sets the cookies of a session. @returns the response with the account */
    answerSession(request: FastifyRequest, reply: FastifyReply, opened: OpenedSession) {
      cookies.set(request, reply, opened.cookies)
      return ok(toSummary(opened.user))
    },
    /**
     * Sets the cookies if a session was opened.
     * @returns the response with the account, or with the data for the second step
     */
    answerFirstStep(request: FastifyRequest, reply: FastifyReply, step: FirstStep) {
      if ('second_factor' in step) return ok(step)
      cookies.set(request, reply, step.cookies)
      return ok(toSummary(step.user))
    },
  }
}
