import { ALLOWED } from '../limits/local-limiter.ts'
import type { RateLimiter } from '../limits/rate-limiter.ts'
import type { TokenLimiter, TokenShare } from '../limits/token-limiter.ts'
import type { Link } from './link.ts'

/**
 * Counters that a daemon keeps in memory to refuse requests. With several workers, the supervisor counts for all of
 * them, using the same code and the same Redis as a daemon with one process, so that a limit is the same whichever
 * worker serves a request.
 */
export interface Counting {
  readonly limiter: RateLimiter
  readonly tokenLimiter: TokenLimiter
  readonly uncovered: Uncovered
}

/** Calls that a balance may not cover, limited to one at a time per wallet. */
export interface Uncovered {
  /** Begins a call. @returns false when one is already running */
  begin(userId: number): boolean | Promise<boolean>
  end(userId: number): void
}

const WORD = 'count'

type Asked =
  | readonly ['take' | 'peek' | 'add', key: string, limit: number, windowMs: number]
  | readonly ['give-back' | 'forget', key: string]
  | readonly ['reserve', share: TokenShare]
  | readonly ['correct', share: TokenShare, used: number]
  | readonly ['begin' | 'end', userId: number]

/**
 * Creates the counters of a worker, which ask the supervisor. Without a limit, there is no need to ask.
 *
 * @param alone used when the supervisor is gone, while the worker finishes its running requests
 */
export function askSupervisor(link: Link, alone: Counting): Counting {
  const ask = <Answer>(asked: Asked, otherwise: () => Answer | Promise<Answer>): Promise<Answer> =>
    link.ask<Answer>(WORD, asked).catch(otherwise)
  const { limiter, tokenLimiter, uncovered } = alone
  const judge = (mode: 'take' | 'peek', key: string, limit: number, windowMs: number) =>
    limit <= 0 || windowMs <= 0
      ? ALLOWED
      : ask([mode, key, limit, windowMs], () => limiter[mode](key, limit, windowMs))
  return {
    limiter: {
      take: (key, limit, windowMs) => judge('take', key, limit, windowMs),
      peek: (key, limit, windowMs) => judge('peek', key, limit, windowMs),
      add: (key, limit, windowMs) =>
        limit <= 0 || windowMs <= 0
          ? undefined
          : ask(['add', key, limit, windowMs], () => limiter.add(key, limit, windowMs)),
      giveBack: (key) => ask(['give-back', key], () => limiter.giveBack(key)),
      forget: (key) => ask(['forget', key], () => limiter.forget(key)),
    },
    tokenLimiter: {
      reserve: (share) => ask(['reserve', share], () => tokenLimiter.reserve(share)),
      correct: (share, used) => ask(['correct', share, used], () => tokenLimiter.correct(share, used)),
    },
    uncovered: {
      begin: (userId) => ask(['begin', userId], () => uncovered.begin(userId)),
      end: (userId) => void ask(['end', userId], () => uncovered.end(userId)),
    },
  }
}

/**
 * Serves the counters to a worker.
 * @returns function to call when the worker has ended and its calls no longer run
 */
export function countFor(link: Link, counting: Counting): () => void {
  const { limiter, tokenLimiter } = counting
  const uncovered = new Set<number>()
  const begin = async (userId: number): Promise<boolean> => {
    const isFree = await counting.uncovered.begin(userId)
    if (isFree) uncovered.add(userId)
    return isFree
  }
  const end = (userId: number): void => {
    if (uncovered.delete(userId)) counting.uncovered.end(userId)
  }
  link.serve(WORD, (asked: Asked) => {
    switch (asked[0]) {
      case 'take':
      case 'peek':
      case 'add':
        return limiter[asked[0]](asked[1], asked[2], asked[3])
      case 'give-back':
        return limiter.giveBack(asked[1])
      case 'forget':
        return limiter.forget(asked[1])
      case 'reserve':
        return tokenLimiter.reserve(asked[1])
      case 'correct':
        return tokenLimiter.correct(asked[1], asked[2])
      case 'begin':
        return begin(asked[1])
      default:
        return end(asked[1])
    }
  })
  return () => {
    for (const userId of [...uncovered]) end(userId)
  }
}
