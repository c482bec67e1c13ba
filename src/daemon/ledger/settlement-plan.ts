import type { Settle } from './operations.ts'
import { storableText } from './storable-text.ts'

/** A charge of a request that was held in memory, where nothing is left to judge once its rows are as expected. */
export type PlainSettlement = Settle & { readonly from: NonNullable<Settle['from']> }

/** What a batch takes of one wallet, budget, allowance or channel. All sums fit into numbers. */
export interface Share<Key> {
  readonly key: Key
  /** The first settlement that takes of it. */
  readonly first: PlainSettlement
  cost: number
  freed: number
  count: number
  atMs: number
  /** Its place, from 1, in ascending order of the keys. Known when the plan is complete. */
  place: number
}

/** One settlement, and what was taken of its wallet and its budget after it. */
export interface Line {
  readonly settlement: PlainSettlement
  readonly cost: number
  readonly note: string | null
  readonly wallet: Share<number>
  readonly budget: Share<number> | undefined
  readonly number: number
  readonly walletCost: number
  readonly walletFreed: number
  readonly budgetCost: number
  readonly budgetFreed: number
}

/** What is added to one row of the hourly statistics. */
interface Count {
  readonly userId: number
  readonly model: string
  readonly hourTime: number
  requests: number
  cost: number
  tokens: number
}

/** What a batch of plain settlements changes, as differences; the lines in arrival order, the rest ascending. */
export interface SettlementPlan {
  readonly lines: readonly Line[]
  readonly wallets: readonly Share<number>[]
  readonly budgets: readonly Share<number>[]
  readonly allowances: readonly Share<string>[]
  readonly channels: readonly Share<number>[]
  readonly counts: readonly Count[]
}

/** @throws TypeError if one allowance is said to be of two wallets or tokens */
export function planSettlements(settlements: readonly PlainSettlement[]): SettlementPlan {
  const wallets = new Map<number, Share<number>>()
  const budgets = new Map<number, Share<number>>()
  const allowances = new Map<string, Share<string>>()
  const channels = new Map<number, Share<number>>()
  const counts = new Map<string, Count>()
  const lines = settlements.map((settlement): Line => {
    const { userId, tokenId, channelId, from, note } = settlement
    const wallet = take(wallets, userId, settlement)
    const budget = tokenId === null ? undefined : take(budgets, tokenId, settlement)
    const { first } = take(allowances, from.allowance, settlement)
    if (first.userId !== userId || first.tokenId !== tokenId)
      throw new TypeError('an allowance belongs to one wallet and one token')
    if (channelId !== 0) take(channels, channelId, settlement)
    count(counts, settlement)
    return {
      settlement,
      cost: Number(settlement.cost),
      note: settlement.cost > from.held ? overrun(note) : note,
      wallet,
      budget,
      number: wallet.count,
      walletCost: wallet.cost,
      walletFreed: wallet.freed,
      budgetCost: budget?.cost ?? 0,
      budgetFreed: budget?.freed ?? 0,
    }
  })
  return {
    lines,
    wallets: ascending(wallets),
    budgets: ascending(budgets),
    allowances: ascending(allowances),
    channels: ascending(channels),
    counts: [...counts.values()],
  }
}

function take<Key>(shares: Map<Key, Share<Key>>, key: Key, settlement: PlainSettlement): Share<Key> {
  let share = shares.get(key)
  if (share === undefined) {
    share = { key, first: settlement, cost: 0, freed: 0, count: 0, atMs: 0, place: 0 }
    shares.set(key, share)
  }
  const cost = Number(settlement.cost)
  share.cost += cost
  share.freed += Math.min(cost, Number(settlement.from.held))
  share.count += 1
  share.atMs = Math.max(share.atMs, settlement.atMs)
  return share
}

function count(counts: Map<string, Count>, { userId, stat, cost }: PlainSettlement): void {
  if (stat === null) return
  const model = storableText(stat.model)
  const key = `${userId}\n${stat.hourTime}\n${model}`
  let row = counts.get(key)
  if (row === undefined) {
    row = { userId, model, hourTime: stat.hourTime, requests: 0, cost: 0, tokens: 0 }
    counts.set(key, row)
  }
  row.requests += 1
  row.cost += Number(cost)
  row.tokens += stat.tokens
}

function ascending<Key>(shares: ReadonlyMap<Key, Share<Key>>): Share<Key>[] {
  const sorted = [...shares.values()].sort((left, right) => (left.key < right.key ? -1 : 1))
  for (const [index, share] of sorted.entries()) share.place = index + 1
  return sorted
}

const overrun = (note: string | null): string =>
  note === null ? 'overrun' : note === 'overrun' ? note : `overrun ${note}`
