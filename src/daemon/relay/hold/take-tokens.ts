import { AppError } from '../../errors/app-error.ts'
import type { TokenLimiter, TokenShare } from '../../limits/token-limiter.ts'
import type { OperationName } from '../../protocols/types.ts'
import type { Asked } from '../admit/asked.ts'
import { leastPromptOf } from '../admit/estimate.ts'

/** A call's share of the tokens that its API token may use in a minute. */
export interface TakenTokens {
  /** Reports what a long-running call has used so far; the increase since the last report counts from now on. */
  count(usedSoFar: number): void
  /** Call this once at the end, with the tokens used; 0 if the call was refused or failed. */
  correct(used: number): void
}

export interface TakeTokensDeps {
  readonly tokenLimiter: TokenLimiter
}

const UNLIMITED: TakenTokens = { count: () => {}, correct: () => {} }

/** The operations whose answers are counted in tokens. */
const ANSWERS_IN_TOKENS: ReadonlySet<OperationName> = new Set([
  'chat',
  'responses',
  'messages',
  'generate',
  'completion',
  'realtime',
])

/**
 * Reserves the estimated tokens of a call: its prompt and the client's output cap. Without a cap, the output is
 * estimated as the number of tokens that must be covered before a call begins; the real number counts at the end.
 *
 * @throws AppError `token_minute_limited` with the seconds to wait, `token_minute_exceeded` if the call would never fit
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
  // The estimate tends to be high, so a call is only refused for good if even the lower bound of its text is too much.
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
    // Done before the estimate is released: in between, too much is counted rather than too little.
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
