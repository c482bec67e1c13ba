import type { Logger } from 'pino'
import type { Channel } from '../channel-types/types.ts'
import type { AttemptCounts } from '../channels/attempt-counts.ts'
import type { AppError } from '../errors/app-error.ts'
import type { Ledger } from '../ledger/operations.ts'
import type { RateLimiter } from '../limits/rate-limiter.ts'
import type { Meters } from '../meters.ts'
import type { CredentialStore } from '../upstream/credentials.ts'
import type { Dispatchers } from '../upstream/dispatchers.ts'
import type { AdmitDeps, Admitted } from './admit/admit.ts'
import type { Caller, Callers } from './admit/callers.ts'
import type { FailedAnswer } from './call/answer.ts'
import type { CallDeps } from './call/call.ts'
import type { ReasoningMemory } from './call/prepare/reasoning-memory.ts'
import type { FetchMedia } from './call/prepare/translation.ts'
import type { LiveStreams } from './deliver/live-streams.ts'
import type { ReserveDeps } from './hold/reserve.ts'
import type { Inbound, InboundRequest } from './inbound/inbound.ts'
import type { Health } from './route/health.ts'
import type { Plan } from './route/plan.ts'
import type { Snapshot } from './route/snapshot.ts'
import type { OnCharged } from './settle/settle.ts'

/** Everything the relay touches; made once per daemon. */
export interface RelayDeps {
  readonly snapshot: () => Snapshot
  readonly callers: Callers
  readonly limiter: RateLimiter
  readonly ledger: Ledger
  readonly health: Health
  readonly attempts: AttemptCounts
  readonly dispatchers: Dispatchers
  readonly credentials: CredentialStore
  readonly reasoning: ReasoningMemory
  readonly fetchMedia: FetchMedia
  readonly live: LiveStreams
  readonly clock: { now(): number }
  readonly log: Logger
  readonly meters: Meters
  readonly instanceId: string
  readonly version: string
  readonly firstByteTimeoutMs: number
  readonly idleTimeoutMs: number
  /** Stores status 3 or 4 of a token, if it is still enabled; not awaited. */
  readonly onTokenSpent: (caller: Caller, status: 3 | 4) => void
  readonly onCharged: OnCharged
  readonly onDeadKey: (channel: Channel, key: string, answer: FailedAnswer) => void
  /** Begins keep-alive comments when options or channels ask for them. @returns what ends them */
  readonly keepAlive: (inbound: Inbound, admitted: Admitted, plan: Plan) => () => void
  /** Registers what to do when the daemon must end now. @returns what takes it back */
  readonly onShutdown: (stop: () => void) => () => void
  /** Requests that hold money are counted, so that a stop can wait for them. */
  readonly began: () => void
  readonly ended: () => void
  readonly noteRefusal: (inbound: InboundRequest, error: AppError) => void
}

export const admitDeps = (deps: RelayDeps, snapshot: Snapshot): AdmitDeps => ({
  snapshot,
  limiter: deps.limiter,
  clock: deps.clock,
  onExpired: (caller) => deps.onTokenSpent(caller, 3),
})

export const reserveDeps = (deps: RelayDeps, snapshot: Snapshot): ReserveDeps => ({
  snapshot,
  ledger: deps.ledger,
  clock: deps.clock,
  onExhausted: (caller) => deps.onTokenSpent(caller, 4),
})

export function callDeps(deps: RelayDeps, snapshot: Snapshot): CallDeps {
  return {
    dispatchers: deps.dispatchers,
    health: deps.health,
    attempts: deps.attempts,
    clock: deps.clock,
    retry: snapshot.retry,
    settings: {
      options: snapshot.options,
      instanceId: deps.instanceId,
      version: deps.version,
      firstByteTimeoutMs: deps.firstByteTimeoutMs,
      idleTimeoutMs: deps.idleTimeoutMs,
    },
    credentials: deps.credentials,
    reasoning: deps.reasoning,
    fetchMedia: deps.fetchMedia,
    onDeadKey: deps.onDeadKey,
    onShutdown: deps.onShutdown,
  }
}
