import type { Settle } from './operations.ts'
import { storableText } from './storable-text.ts'

/** The charge of a request that was held in memory. If its rows are as expected, it can be booked without further checks. */
export type PlainSettlement = Settle & { readonly from: NonNullable<Settle['from']> }

/** The total that a batch takes from one wallet, budget or channel. All sums are safe integers. */
export interface Share {
  readonly key: number
  cost: number
  count: number
  atMs: number
  /** Position in ascending order of the keys, from 1. Set when the plan is complete. */
  place: number
}

/** An allowance used by requests of the batch. */
interface UsedAllowance {
  readonly id: string
  readonly wallet: Share
  readonly budget: Share | undefined
}

/** One settlement, with the running totals taken from its wallet and budget up to and including it. */
export interface Line {
  readonly settlement: PlainSettlement
  readonly cost: number
  readonly note: string | null
  readonly wallet: Share
  readonly budget: Share | undefined
  readonly number: number
  readonly walletCost: number
  readonly budgetCost: number
}

/** Increments of one row of the hourly statistics. */
interface Count {
  readonly userId: number
  readonly model: string
  readonly hourTime: number
  requests: number
  cost: number
  tokens: number
}

/** The changes made by a batch of plain settlements, as differences. Lines are in arrival order, everything else is ascending. */
export interface SettlementPlan {
  readonly lines: readonly Line[]
  readonly wallets: readonly Share[]
  readonly budgets: readonly Share[]
  readonly allowances: readonly UsedAllowance[]
  readonly channels: readonly Share[]
  readonly counts: readonly Count[]
}

/** @throws TypeError if settlements name different wallets or tokens for one allowance */
export function planSettlements(settlements: readonly PlainSettlement[]): SettlementPlan {
  const wallets = new Map<number, Share>()
  const budgets = new Map<number, Share>()
  const allowances = new Map<string, UsedAllowance>()
  const channels = new Map<number, Share>()
  const counts = new Map<string, Count>()
  const lines = settlements.map((settlement): Line => {
    const { userId, tokenId, channelId, from, note } = settlement
    const wallet = take(wallets, userId, settlement)
    const budget = tokenId === null ? undefined : take(budgets, tokenId, settlement)
    use(allowances, { id: from.allowance, wallet, budget })
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
      budgetCost: budget?.cost ?? 0,
    }
  })
  return {
    lines,
    wallets: ascending(wallets),
    budgets: ascending(budgets),
    allowances: [...allowances.values()],
    channels: ascending(channels),
    counts: [...counts.values()],
  }
}

function use(allowances: Map<string, UsedAllowance>, used: UsedAllowance): void {
  const { wallet, budget } = allowances.get(used.id) ?? used
  if (wallet !== used.wallet || budget !== used.budget)
    throw new TypeError('an allowance belongs to one wallet and one token')
  allowances.set(used.id, used)
}

function take(shares: Map<number, Share>, key: number, settlement: PlainSettlement): Share {
  let share = shares.get(key)
  if (share === undefined) {
    share = { key, cost: 0, count: 0, atMs: 0, place: 0 }
    shares.set(key, share)
  }
  share.cost += Number(settlement.cost)
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

function ascending(shares: ReadonlyMap<number, Share>): Share[] {
  const sorted = [...shares.values()].sort((left, right) => left.key - right.key)
  for (const [index, share] of sorted.entries()) share.place = index + 1
  return sorted
}

const overrun = (note: string | null): string =>
  note === null ? 'overrun' : note === 'overrun' ? note : `overrun ${note}`
