import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Knex } from 'knex'
import type { Clock } from '../clock.ts'
import type { SecretBox } from '../db/secrets.ts'
import { AppError } from '../errors/app-error.ts'
import { ROLE } from './actor.ts'
import type { OperationConfig } from './contract.ts'
import { type Claim, type KeptAnswer, keptAnswers } from './kept-answers.ts'

/** Larger responses are not kept. The call still runs only once, and a repeated call gets an error that says so. */
const ANSWER_BYTES_MAX = 262_144
/** Limit for users, who can repeat calls as often as the rate limit allows. */
const USER_ANSWER_BYTES_MAX = 32_768
const RETRY_SECONDS = 1

export interface IdempotencyDeps {
  readonly knex: Knex
  readonly engine: 'sqlite' | 'postgres'
  readonly secrets: SecretBox
  readonly instanceId: string
  readonly clock: Clock
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set while the call runs under an `Idempotency-Key`. */
    idempotencyClaim: Claim | null
  }
}

/**
 * Makes every change in the management API repeatable: of all calls by one user with the same `Idempotency-Key`, one
 * runs and the others get its response. docs/decisions/0007-idempotency-keys.md explains what is kept and why.
 *
 * Runs after authentication and validation: users who may no longer make a call do not get its old response either, and
 * a refused body does not use up its key.
 */
export function useIdempotency(app: FastifyInstance, deps: IdempotencyDeps): void {
  const { secrets, clock } = deps
  const answers = keptAnswers(deps.knex)
  /** Ids of the requests running in this daemon. One that is missing here and left no response will never leave one. */
  const running = new Set<string>()
  app.decorateRequest('idempotencyClaim', null)

  app.addHook('preHandler', async (request, reply) => {
    const claim = claimOf(request, deps)
    if (claim === undefined) return
    running.add(claim.requestId)
    const kept = await claimOrFind(claim, request).catch((error: unknown) => {
      running.delete(claim.requestId)
      throw error
    })
    if (kept === undefined) {
      request.idempotencyClaim = claim
      return
    }
    running.delete(claim.requestId)
    return replay(kept, claim, reply)
  })

  app.addHook('onSend', async (request, reply, payload) => {
    const claim = request.idempotencyClaim
    if (claim === null) return
    request.idempotencyClaim = null
    try {
      await settle(claim, request, reply, payload)
    } catch (error) {
      // The response itself is fine, but a repeated call will be told that the outcome is unknown.
      request.log.error({ err: error }, 'the answer to a call with an Idempotency-Key was not kept')
    } finally {
      running.delete(claim.requestId)
    }
  })

  /** @returns undefined if this call should run, otherwise the first call's response */
  async function claimOrFind(claim: Claim, request: FastifyRequest): Promise<KeptAnswer | undefined> {
    const isReplayOnly = request.headers['idempotency-replay'] === 'only'
    for (;;) {
      const kept = isReplayOnly
        ? await answers.find(claim, clock.now())
        : await answers.claim(claim, clock.now())
      if (kept === undefined && isReplayOnly) throw new AppError('idempotency_unused')
      if (kept === undefined) return undefined
      if (kept.requestHmac !== claim.requestHmac) throw new AppError('idempotency_mismatch')
      if (kept.state === 'answered') return kept
      if (await isRunning(kept))
        throw new AppError('idempotency_running', { retryAfterSeconds: RETRY_SECONDS })
      if (isReplayOnly || configOf(request).repeat !== 'safe') throw new AppError('idempotency_unknown')
      if (await answers.takeOver(claim, kept, clock.now())) return undefined
    }
  }

  async function isRunning({ state, instanceId, requestId }: KeptAnswer): Promise<boolean> {
    if (state === 'cut-off') return false
    if (instanceId === deps.instanceId) return running.has(requestId)
    // A SQLite file belongs to one daemon at a time, so calls of another daemon have ended.
    return deps.engine === 'postgres' && (await answers.isAlive(instanceId))
  }

  function replay(kept: KeptAnswer, claim: Claim, reply: FastifyReply): FastifyReply {
    if (kept.answer === undefined) throw new AppError('idempotency_done')
    return reply
      .code(kept.status ?? 200)
      .header('idempotency-replayed', 'true')
      .type('application/json; charset=utf-8')
      .send(secrets.open(kept.answer, contextOf(claim)))
  }

  /**
   * Keeps successful responses and forgets refusals: a refusal changed nothing, and the call may be repeated once its
   * cause is gone. A response with a cookie signs somebody in or out and is meaningless later.
   */
  async function settle(
    claim: Claim,
    request: FastifyRequest,
    reply: FastifyReply,
    payload: unknown,
  ): Promise<void> {
    const { statusCode } = reply
    const bytesMax = (request.actor?.role ?? 0) < ROLE.admin ? USER_ANSWER_BYTES_MAX : ANSWER_BYTES_MAX
    if (statusCode >= 500 && configOf(request).repeat === 'once') return answers.cutOff(claim)
    if (statusCode < 200 || statusCode >= 300 || reply.hasHeader('set-cookie')) return answers.forget(claim)
    const isKept = typeof payload === 'string' && Buffer.byteLength(payload) <= bytesMax
    return answers.keep(claim, statusCode, isKept ? secrets.seal(payload, contextOf(claim)) : undefined)
  }
}

const configOf = (request: FastifyRequest): OperationConfig => request.routeOptions.config as OperationConfig

/** Binds a response to its key and user; copied to others, it cannot be decrypted. */
const contextOf = ({ userId, key }: Claim): string => `api-answer:${userId}:${key}`

/** @returns undefined for calls that change nothing, have no key, have no user, or can be repeated without one */
function claimOf(request: FastifyRequest, { secrets, instanceId }: IdempotencyDeps): Claim | undefined {
  const { isChange, repeat } = configOf(request)
  const key = request.headers['idempotency-key']
  if (!isChange || repeat === 'ledger' || request.actor === null || typeof key !== 'string') return undefined
  return {
    userId: request.actor.id,
    key,
    // Keyed, because a plain hash of a body with a password could be brute-forced.
    requestHmac: secrets.fingerprint(JSON.stringify([request.method, request.url, request.body ?? null])),
    requestId: request.id,
    instanceId,
  }
}
