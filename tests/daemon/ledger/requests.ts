import type { Recover, Reserve, Settle, Void } from '../../../src/daemon/ledger/operations.ts'
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

/** Takes back what {@link settle} charges. */
export const takeBack = (id: string, more: Partial<Void> = {}): Void =>
  release(id, { refund: { userId: 1, tokenId: 1 }, ...more })

export const recover = (id: string): Recover => ({ op: 'recover', id, atMs: 30 })

export const extend = (id: string, held: number) => ({ op: 'extend', id, amount: amount(held) }) as const

export const accrue = (id: string, accrued: number) =>
  ({ op: 'accrue', id, accrued: amount(accrued) }) as const
