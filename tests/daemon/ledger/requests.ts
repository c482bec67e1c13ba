import type {
  Allow,
  Detach,
  GiveBack,
  Recover,
  Reserve,
  Settle,
  Void,
} from '../../../src/daemon/ledger/operations.ts'
import { amount } from '../../../src/daemon/money/amount.ts'
import { log } from './history.ts'

export const snapshot = JSON.stringify({
  username: 'ada',
  tokenName: 'main',
  group: 'default',
  model: 'gpt-4o',
  channelId: 3,
  isStream: true,
  ip: '',
  logged: true,
  dashboard: true,
})

export const reserve = (id: string, held: number | bigint, more: Partial<Reserve> = {}): Reserve => ({
  op: 'reserve',
  id,
  userId: 1,
  tokenId: 1,
  amount: amount(held),
  atMs: 10,
  deadlineMs: 10_000_000,
  snapshot,
  ...more,
})

export const settle = (id: string, cost: number | bigint, more: Partial<Settle> = {}): Settle => ({
  op: 'settle',
  id,
  userId: 1,
  tokenId: 1,
  channelId: 3,
  cost: amount(cost),
  atMs: 20,
  log: log(id, 1, 2, 20),
  stat: { model: 'gpt-4o', hourTime: 0, tokens: 15 },
  note: null,
  ...more,
})

export const release = (id: string, more: Partial<Void> = {}): Void => ({
  op: 'void',
  id,
  atMs: 20,
  logs: [],
  ...more,
})

/** Builds an operation that takes back a charge of {@link settle}. */
export const takeBack = (id: string, more: Partial<Void> = {}): Void =>
  release(id, { refund: { userId: 1, tokenId: 1 }, ...more })

/** Builds a step of an allowance: step 1 opens the allowance, later ones raise it. */
export const allow = (id: string, seq: number, more: number, rest: Partial<Allow> = {}): Allow => ({
  op: 'allow',
  id,
  userId: 1,
  tokenId: 1,
  more: amount(more),
  spare: amount(0),
  seq,
  atMs: 10,
  ...rest,
})

export const giveBack = (id: string, seq: number, less: number | 'all'): GiveBack => ({
  op: 'giveBack',
  id,
  less: less === 'all' ? less : amount(less),
  seq,
})

export const detach = (id: string, from: string, seq: number, held: number): Detach => ({
  op: 'detach',
  id,
  userId: 1,
  tokenId: 1,
  amount: amount(held),
  atMs: 15,
  deadlineMs: 10_000_000,
  snapshot,
  from,
  seq,
})

export const settleFrom = (
  id: string,
  cost: number,
  from: { readonly allowance: string; readonly held: number },
  more: Partial<Settle> = {},
): Settle => settle(id, cost, { from: { allowance: from.allowance, held: amount(from.held) }, ...more })

export const recover = (id: string): Recover => ({ op: 'recover', id, atMs: 30 })

export const extend = (id: string, held: number) => ({ op: 'extend', id, amount: amount(held) }) as const

export const accrue = (id: string, accrued: number) =>
  ({ op: 'accrue', id, accrued: amount(accrued) }) as const
