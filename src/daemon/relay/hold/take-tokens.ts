import { AppError } from '../../errors/app-error.ts'
import type { TokenLimiter, TokenShare } from '../../limits/token-limiter.ts'
import type { OperationName } from '../../protocols/types.ts'
import type { Asked } from '../admit/asked.ts'
import { leastPromptOf } from '../admit/estimate.ts'

/** What a call has of the tokens that its API token may use in a minute. */
export interface TakenTokens {
  /** What a call that may run for long has used so far; what is new since the last time counts from now on. */
  count(usedSoFar: number): void
  /** To be called once, with what it has used at its end; 0 when it was refused or failed. */
  correct(used: number): void
}

export interface TakeTokensDeps {
  readonly tokenLimiter: TokenLimiter
}

const UNLIMITED: TakenTokens = { count: () => {}, correct: () => {} }

/** The operations that write an answer in tokens. */
const ANSWERS_IN_TOKENS: ReadonlySet<OperationName> = new Set([
  'chat',
  'responses',
  'messages',
  'generate',
  'completion',
  'realtime',
])

/**
 * Reserves the estimated tokens of a call: its prompt and the client's output cap. Without a cap they are as many as must be
 * covered before a call begins; what the answer really has counts at its end.
 *
 * @throws AppError `token_minute_limited` with the seconds to wait, `token_minute_exceeded` when it would never fit
 */
export function takeTokens(asked: Asked, deps: TakeTokensDeps): TakenTokens | Promise<TakenTokens> {
  const { admitted, inbound, snapshot } = asked
  const { options } = snapshot
  const { tokenId, tokensPerMinute: limit } = admitted.caller
  const isExempt =
    options['global.rate_limit_exempt_enabled'] &&
    admitted.group === options['global.rate_limit_exempt_group']
  if (limit === 0 || isExempt) return UNLIMITED
  const needed = estimateTokens(asked)
  // The estimate leans upwards: a call is refused for good only for what its text has at least.
  if (needed > limit && leastPromptOf(admitted, inbound) > limit)
    throw new AppError('token_minute_exceeded', { values: { limit } })
  const share: TokenShare = {
    key: `token:${tokenId}`,
    id: inbound.requestId,
    limit,
    reserved: Math.min(needed, limit),
  }
  const verdict = deps.tokenLimiter.reserve(share)
  const decide = ({ isAllowed, retryAfterSeconds }: Awaited<typeof verdict>): TakenTokens => {
    if (!isAllowed)
      throw new AppError('token_minute_limited', {
        values: { limit, needed: share.reserved, wait: retryAfterSeconds },
        retryAfterSeconds,
      })
    return taken(share, deps.tokenLimiter)
  }
  return verdict instanceof Promise ? verdict.then(decide) : decide(verdict)
}

function taken(share: TokenShare, limiter: TokenLimiter): TakenTokens {
  let counted = 0
  let pieces = 0
  const count = (usedSoFar: number) => {
    if (usedSoFar <= counted) return
    pieces += 1
    // Before the estimate goes: in between, too much counts and not too little.
    void limiter.correct({ ...share, id: `${share.id}:${pieces}`, reserved: 0 }, usedSoFar - counted)
    if (pieces === 1) void limiter.correct(share, 0)
    counted = usedSoFar
  }
  return { count, correct: (used) => (pieces === 0 ? void limiter.correct(share, used) : count(used)) }
}

function estimateTokens({ inbound, admitted, snapshot }: Asked): number {
  const { facts, promptTokens } = admitted
  if (!ANSWERS_IN_TOKENS.has(inbound.codec.operation)) return Math.max(1, promptTokens)
  const output = facts.outputTokensCap ?? snapshot.options.PreConsumedQuota * (facts.choices ?? 1)
  return Math.max(1, promptTokens + output)
}
