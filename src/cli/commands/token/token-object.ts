import { CliError } from '../../cli-error.ts'
import type { DataOf } from '../../client/contract-types.ts'
import { type Finder, findByName, findObject } from '../../client/find-object.ts'
import type { CommandContext, View } from '../../define-command.ts'
import { exitCodes } from '../../exit-codes.ts'
import type { Phrase } from '../../phrases/phrases.ts'

export type Token = DataOf<'/api/token/{id}', 'get'>
type Source = Pick<CommandContext, 'api' | 'phrase'>

export const tokenFinder = ({ api, phrase }: Source): Finder<Token> => ({
  kind: 'token',
  phrase,
  byId: (id) => api.get('/api/token/{id}', { path: { id }, isLookup: true }),
  search: (keyword) => api.list('/api/token/search', { keyword }, { limit: undefined, isLookup: true }),
  nameOf: ({ name }) => name,
})

/** Finds an API token by ID or name. @throws CliError 5 when there is none, 6 when the name is not unique */
export const findToken = (reference: string, source: Source): Promise<Token> =>
  findObject(reference, tokenFinder(source))

export const findTokenByName = (name: string, source: Source): Promise<Token | undefined> =>
  findByName(name, tokenFinder(source))

/** Formats fallbacks as `--fallbacks` accepts them; empty for none. */
export const fallbacksText = (fallbacks: Token['model_fallbacks']): string =>
  Object.entries(fallbacks)
    .map(([model, others]) => `${model}=${others.join(',')}`)
    .join(' ')

/** Returns the key in the form that clients send. */
export const clientKey = (key: string): string => (key.startsWith('sk-') ? key : `sk-${key}`)

/**
 * Returns the key of a token read from the server.
 * @throws CliError `insufficient_scope` when the server has masked it
 */
export function readableKey({ key }: Pick<Token, 'key'>, phrase: Phrase): string {
  if (!key.includes('*')) return clientKey(key)
  throw new CliError('insufficient_scope', exitCodes.notAllowed, phrase('error.keyMasked'), {
    hint: phrase('hint.keyMasked'),
  })
}

/** Masks the key, leaving enough to recognize it, because lists end up in logs. */
export const withMaskedKey = (token: Token): Token => ({
  ...token,
  key: `${clientKey(token.key).slice(0, 7)}***${token.key.slice(-4)}`,
  key_masked: true,
})

/** Describes how much of the budget of the current day, week or month is spent, and when it renews. */
export const budget = (
  token: Pick<Token, 'budget_period' | 'budget_quota' | 'budget_used_quota_exact' | 'budget_renews_time'>,
  { money, phrase, time }: View,
): string =>
  token.budget_period === 'none'
    ? '-'
    : phrase(`budget.${token.budget_period}`, {
        used: money.both(token.budget_used_quota_exact),
        budget: money.both(String(token.budget_quota)),
        time: time(token.budget_renews_time),
      })

/** Describes the budget for a list: spent, total, and period. */
export const shortBudget = (
  token: Pick<Token, 'budget_period' | 'budget_quota' | 'budget_used_quota_exact'>,
  { money, phrase }: View,
): string => {
  if (token.budget_period === 'none') return '-'
  const dollars = (quota: string): string => money.both(quota).split(' ')[0] ?? ''
  return phrase(`shortBudget.${token.budget_period}`, {
    used: dollars(token.budget_used_quota_exact),
    budget: dollars(String(token.budget_quota)),
  })
}

/** Formats the budget as `--budget` accepts it. */
export const rawBudget = ({
  budget_period: period,
  budget_quota: quota,
}: Pick<Token, 'budget_period' | 'budget_quota'>): string =>
  period === 'none' ? 'off' : `${quota}/${period}`

/** Returns until when the key from before the last rotation works. */
export const formerKey = (
  { former_key_until: until }: Pick<Token, 'former_key_until'>,
  { time }: View,
): string => (until === 0 ? '-' : time(until))

const statusNames = ['enabled', 'disabled', 'expired', 'exhausted'] as const

export function tokenStatus(status: number, phrase: Phrase): string {
  const name = statusNames[status - 1]
  return name === undefined ? phrase('status.unknown', { status }) : phrase(`status.${name}`)
}

/** Returns the quota that a token may still spend. */
export const remaining = (
  token: Pick<Token, 'unlimited_quota' | 'remain_quota_exact'>,
  { money, phrase }: View,
): string => (token.unlimited_quota ? phrase('word.unlimited') : money.both(token.remain_quota_exact))

export const expires = (token: Pick<Token, 'expired_time'>, { time, phrase }: View): string =>
  token.expired_time === -1 ? phrase('word.never') : time(token.expired_time)
